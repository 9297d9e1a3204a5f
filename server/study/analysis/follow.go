package analysis

import (
	"context"
	"slices"
	"strings"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
)

// An item is a turn of a seat, and what is known of it so far.
type item struct {
	Note
	judge    judge.Judge
	position int        // of the judge
	given    []string   // the seat's answer; empty: none
	others   [][]string // the answers of the turn by seat, the seat's own nil
	alone    bool       // no other seat was asked
	result   *float64   // of a given answer that was a fault and ended the match
	after    *float64   // what the given answer is proven to have left: see flow
	doubt    float64    // the square of what its value errs by beyond what it seems: see contradictions
}

// follow replays the record and shows it to a judge for each seat.
func follow(ctx context.Context, rec *replay.Record, g referee.Game, j judge.Judging, only int) ([]*item, error) {
	judges := make([]judge.Judge, len(rec.Header.Seats))
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
		answers := answersOf(p.Turn, len(judges))
		for seat, judge := range judges {
			given := answers[seat]
			if judge == nil || given == nil && len(p.Turn.Answers) > 0 || !judge.Look(p.Match) {
				continue
			}
			it := &item{
				Note:  Note{Turn: p.Turn.Number, Seat: seat},
				judge: judge, position: seen[seat], alone: len(p.Turn.Answers) == 1,
				given: given, others: slices.Clone(answers),
			}
			it.others[seat] = nil
			if given != nil {
				judge.Took(given)
			}
			seen[seat]++
			items = append(items, it)
		}
	}
	if match != nil && match.Over() {
		endByFault(items[last:], match)
	}
	return items, nil
}

// answersOf returns copies of the answers of a turn by seat. An answer that was not given is
// empty; nil stands for a seat that was not asked.
func answersOf(t *replay.Turn, seats int) [][]string {
	answers := make([][]string, seats)
	for i := range t.Answers {
		answers[t.Answers[i].Seat] = append([]string{}, t.Answers[i].Lines...)
	}
	return answers
}

// endByFault notes the results of the answers that ended the match because they
// were faults: there is nothing to play on from.
func endByFault(items []*item, match referee.Match) {
	result := match.Result()
	for _, it := range items {
		if f := result.FaultOf(it.Seat); f != nil && f.Turn == it.Turn {
			r := judge.ResultOf(result, it.Seat)
			it.result = &r
		}
	}
}

// text returns an answer as a report shows it.
func text(answer []string) string { return referee.Quote(strings.Join(answer, "\n")) }
