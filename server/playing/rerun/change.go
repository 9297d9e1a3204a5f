package rerun

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"arbiter/referee/printable"
	"arbiter/referee/replay"
)

// A Change is what a save has changed.
type Change struct {
	// Turn is the first one that was played differently; 0 if both matches are the same.
	Turn int `json:"turn,omitempty"`
	// Before is the ID of the match before; "" where nothing stores it.
	Before string `json:"before,omitempty"`
	// Text says it in a sentence or two, each on its line.
	Text string `json:"text"`
}

// Compare compares a match with the one before it.
func Compare(before, now Match) (*Change, error) {
	c := &Change{Before: before.ID}
	answers, turn, err := difference(before, now)
	if err != nil {
		return nil, err
	}
	c.Turn = turn
	was, is := outcome(before.Record), outcome(now.Record)
	switch {
	case turn == 0:
		c.Text = "Played as before, turn by turn."
		return c, nil
	case was == is:
		c.Text = "The same result as before."
	default:
		c.Text = "Before: " + was + "."
	}
	c.Text += fmt.Sprintf("\nFirst difference in turn %d%s.", turn, answers)
	return c, nil
}

// outcome says how a match ended.
func outcome(rec *replay.Record) string {
	if rec.Footer == nil {
		return "no result"
	}
	r := rec.Footer.Result
	var scores []string
	winner := r.Winner()
	for seat, n := range r.Numbers(r.Scores) {
		if seat == winner {
			scores = append([]string{n.String()}, scores...)
		} else {
			scores = append(scores, n.String())
		}
	}
	what := "a draw, "
	switch {
	case len(r.Ranks) == 1:
		what = "score "
	case winner >= 0:
		what = named(rec, winner) + " won "
	}
	return fmt.Sprintf("%s%s (%s)", what, strings.Join(scores, "-"), r.Ending())
}

// named returns the name of a seat's bot, and the seat where two have that name.
func named(rec *replay.Record, seat int) string {
	name := printable.Line(rec.Header.Seats[seat].Name)
	for i, other := range rec.Header.Seats {
		if i != seat && other.Name == rec.Header.Seats[seat].Name {
			return fmt.Sprintf("%s in seat %d", name, seat)
		}
	}
	return name
}

// difference returns the first turn that was played differently, 0 for none, and the answers
// there of the first seat that answered otherwise. A match that ends before the other differs
// in the turn after its end.
func difference(before, now Match) (answers string, turn int, err error) {
	next, stop := iter.Pull2(replay.Frames(before.Record, before.Game))
	defer stop()
	for is, err := range replay.Frames(now.Record, now.Game) {
		if err != nil {
			return "", 0, err
		}
		was, err, more := next()
		switch {
		case err != nil:
			return "", 0, err
		case !more:
			return ", which was not reached before", is.Turn, nil
		case played(was) != played(is):
			return otherwise(now.Record, was, is), max(1, is.Turn), nil
		}
	}
	if was, err, more := next(); more {
		return ", which is not reached any more", was.Turn, err
	}
	return "", 0, nil
}

// played returns the digest of how a match was played up to a frame. What a bot says beside
// its answer does not count.
func played(f replay.Frame) replay.Digest {
	if f.Play != 0 {
		return f.Play
	}
	return f.Digest
}

// otherwise says what the first seat answered that has answered otherwise.
func otherwise(rec *replay.Record, was, is replay.Frame) string {
	for seat := range is.Seats {
		if a, b := is.Seats[seat], was.Seats[seat]; !slices.Equal(a.Answer, b.Answer) || (a.Fault == nil) != (b.Fault == nil) {
			return fmt.Sprintf(": %s answered %s, before %s", named(rec, seat), answer(a), answer(b))
		}
	}
	return ""
}

// answer returns a seat's answer, or its fault, on a line that a person reads.
func answer(s replay.SeatFrame) string {
	const most = 80
	var text string
	switch {
	case s.Answer != nil:
		text = strings.Join(s.Answer, " / ")
	case s.Fault != nil:
		return fmt.Sprintf("nothing (%s)", s.Fault.Kind)
	default:
		return "nothing"
	}
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "..."
	}
	return printable.Line(text)
}
