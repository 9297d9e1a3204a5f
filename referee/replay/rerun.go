package replay

import (
	"fmt"
	"strings"

	"arbiter/referee"
)

// A Difference reports the turn from which this build plays a record differently
// from the build that made it.
type Difference struct {
	Turn int    // the first turn that differs; 0 is the start position
	Why  string // what the record says and what was found
}

// Error returns the difference as one line.
func (d *Difference) Error() string {
	return fmt.Sprintf("differs at turn %d: %s", d.Turn, d.Why)
}

// A rerun replays a record. For each turn in order call fits and then play, or
// Play and compare; their error is a *Difference.
type rerun struct {
	*Framer
	header  *Header
	rules   int    // of this build
	referee string // digest of the referee's files, if it is a program of its own
}

// newRerun begins to play a record again, with its match at the start if it has been
// made already; otherwise m is nil. A referee that is a program of its own is asked with
// again alone; otherwise the match is what was kept of it. The match is to be closed.
func newRerun(rec *Record, g referee.Game, m referee.Match, again bool) (*rerun, error) {
	h := &rec.Header
	info := g.Info()
	if info.Name != h.Game {
		return nil, fmt.Errorf("the replay is of the game %s; it cannot be played as %s", h.Game, info.Name)
	}
	if h.SetupRef != "" && h.Setup == nil {
		return nil, fmt.Errorf("the replay's start position is stored elsewhere, as %s; fill it in first", h.SetupRef)
	}
	var err error
	if kept, ok := g.(referee.Rereader); ok {
		m, err = kept.Reread(recorded(rec), again)
	} else if m == nil {
		m, err = g.New(referee.Setup{Seed: h.Seed, Position: h.Setup}, len(h.Seats))
	}
	if err != nil {
		return nil, fmt.Errorf("deal the replay's match: %w", err)
	}
	r := &rerun{Framer: NewFramer(m, len(h.Seats), h.Limits.Referee()), header: h, rules: info.Rules}
	if w, ok := m.(referee.Witness); ok {
		r.referee = w.Referee()
	}
	if err = r.compare(0, h.Start, r.chain.Last); err != nil {
		m.Close()
	}
	return r, err
}

// recorded returns what a record has of a match of a referee.Rereader.
func recorded(rec *Record) referee.Recorded {
	h := &rec.Header
	r := referee.Recorded{Setup: referee.Setup{Seed: h.Seed, Position: h.Setup}, Seats: len(h.Seats), Start: h.Kept}
	for i := range rec.Turns {
		t := referee.RecordedTurn{Kept: rec.Turns[i].Kept}
		for _, a := range rec.Turns[i].Answers {
			t.Asked |= referee.SeatSet(a.Seat)
			t.Lines = a.Lines
		}
		r.Turns = append(r.Turns, t)
	}
	return r
}

// failed returns the error of the machine that ended the match, if one did.
func (r *rerun) failed() error {
	err := r.match.Err()
	if err != nil && r.changed() {
		err = fmt.Errorf("%w; the referee has changed since the match", err)
	}
	return err
}

// changed reports whether the match was played by another referee than that of this game.
func (r *rerun) changed() bool { return r.header.Referee != r.referee }

// fits reports whether the rules ask the same seats that answered in the record.
func (r *rerun) fits(t *Turn) error {
	if err := r.failed(); err != nil {
		return err
	}
	if r.match.Over() {
		return r.differs(t.Number, fmt.Sprintf("the match is over after turn %d; the record goes on", t.Number-1))
	}
	var answered referee.Seats
	for i := range t.Answers {
		answered |= referee.SeatSet(t.Answers[i].Seat)
	}
	if asked := r.match.Asked(); asked != answered {
		return r.differs(t.Number, fmt.Sprintf("the record has answers of %s; the rules ask %s", names(answered), names(asked)))
	}
	return nil
}

// play plays the turn and compares the digests.
func (r *rerun) play(t *Turn) error { return r.compare(t.Number, t.Digest, r.step(t)) }

func (r *rerun) compare(turn int, recorded, found Digest) error {
	if err := r.failed(); err != nil {
		return err
	}
	if found != recorded {
		return r.differs(turn, fmt.Sprintf("the record has the digest %s; found %s", recorded, found))
	}
	return nil
}

// differs returns the difference, with the reason when the rules have changed.
func (r *rerun) differs(turn int, why string) error {
	if r.rules != r.header.Rules {
		why += fmt.Sprintf(" (recorded under rules %d; this build plays rules %d)", r.header.Rules, r.rules)
	}
	if r.changed() {
		why += " (the referee has changed since)"
	}
	return &Difference{Turn: turn, Why: why}
}

// names returns "no seat", "seat 1" or "seats 0, 2".
func names(seats referee.Seats) string {
	var list []string
	for seat := range seats.All() {
		list = append(list, fmt.Sprint(seat))
	}
	switch len(list) {
	case 0:
		return "no seat"
	case 1:
		return "seat " + list[0]
	}
	return "seats " + strings.Join(list, ", ")
}
