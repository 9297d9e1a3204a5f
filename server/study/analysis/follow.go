package analysis

import (
	"context"
	"strings"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// An item is a turn of a seat, and what is known of it so far.
type item struct {
	Note
	judge    Judge
	position int        // of the judge
	given    []string   // the seat's answer; empty: none
	others   [][]string // the answers of the turn by seat, the seat's own nil
	alone    bool       // no other seat was asked
	result   *float64   // of a given answer that was a fault and ended the match
	after    *float64   // what the given answer is proven to have left: see flow
	doubt    float64    // the square of what its value errs by beyond what it seems: see contradictions
}

// follow replays the record and shows it to a judge for each seat.
func follow(ctx context.Context, rec *replay.Record, g referee.Game, j Judging, only int) ([]*item, error) {
	judges := make([]Judge, len(rec.Header.Seats))
	for seat := range judges {
		if only == AllSeats || only == seat {
			judges[seat] = j.New(seat)
		}
	}
	seen := make([]int, len(judges))
	var items []*item
	var match referee.Match
	last := 0 // the first item of the latest turn
	for p, err := range replay.Positions(rec, g) {
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(items) >= MaxTurns {
			return items, nil
		}
		match, last = p.Match, len(items)
		for i := range p.Turn.Answers {
			seat := p.Turn.Answers[i].Seat
			if judges[seat] == nil {
				continue
			}
			judges[seat].Look(p.Match)
			it := &item{
				Note:  Note{Turn: p.Turn.Number, Seat: seat},
				judge: judges[seat], position: seen[seat], alone: len(p.Turn.Answers) == 1,
				others: make([][]string, len(judges)),
			}
			for k := range p.Turn.Answers {
				a := &p.Turn.Answers[k]
				if a.Seat == seat {
					it.given = linesOf(a)
				} else {
					it.others[a.Seat] = linesOf(a)
				}
			}
			judges[seat].Took(it.given)
			seen[seat]++
			items = append(items, it)
		}
		if len(p.Turn.Answers) > 0 {
			continue
		}
		for seat, judge := range judges {
			if a, ok := judge.(Appraiser); ok && a.Passes(p.Turn.Number) {
				items = append(items, &item{
					Note:  Note{Turn: p.Turn.Number, Seat: seat},
					judge: judge, position: seen[seat], others: make([][]string, len(judges)),
				})
				seen[seat]++
			}
		}
	}
	if match != nil && match.Over() {
		endByFault(items[last:], match)
	}
	return items, nil
}

// linesOf returns a copy of an answer. If there was no answer, the copy is empty and
// not nil.
func linesOf(a *replay.Answer) []string { return append([]string{}, a.Lines...) }

// endByFault notes the results of the answers that ended the match because they
// were faults: there is nothing to play on from.
func endByFault(items []*item, match referee.Match) {
	result := match.Result()
	for _, it := range items {
		if f := result.FaultOf(it.Seat); f != nil && f.Turn == it.Turn {
			r := ResultOf(result, it.Seat)
			it.result = &r
		}
	}
}

// ResultOf returns the result of a seat as judges count it: 1 for a win, 0.5 for a draw,
// 0 for a loss, or the score of a solo game.
func ResultOf(r referee.Result, seat int) float64 {
	if len(r.Ranks) == 1 {
		return r.Worth(r.Value(r.Scores[seat]))
	}
	switch r.Winner() {
	case seat:
		return 1
	case -1:
		return 0.5
	}
	return 0
}

// text returns an answer as a report shows it.
func text(answer []string) string { return referee.Quote(strings.Join(answer, "\n")) }
