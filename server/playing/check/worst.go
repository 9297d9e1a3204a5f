package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"arbiter/referee"
	"arbiter/server/league"
)

// A WorstMatch is a match that the candidate's author should look at.
type WorstMatch struct {
	ID    string `json:"id"`
	Start string `json:"start"`
	Why   string `json:"why"`
	// Stderr is the last lines that the candidate had written by its fault.
	Stderr string `json:"stderr,omitempty"`
}

// maxWorst is how many matches a verdict names.
const maxWorst = 5

// A LostMatch is a match that a candidate lost or made a fault in.
type LostMatch struct {
	league.Match
	ID      string // of the match that was played, perhaps by another tournament
	Seat    int    // the candidate's
	Fault   bool
	Deficit int64 // by how much the best score exceeds the candidate's
}

// lose keeps a match of the candidate if it is one of the worst: first come faults,
// then losses by the largest difference of scores. They are the same whatever the
// order was in which the matches were played.
func (t *tally) lose(m league.Match) {
	seat := slices.Index(m.Seats, t.definition.Bots[0])
	if seat < 0 {
		return
	}
	lost := LostMatch{Match: m, ID: cmp.Or(m.Stored, m.Pairing().ID(t.definition.ID)), Seat: seat, Fault: m.Outcome.Faults[seat] != ""}
	for _, score := range m.Outcome.Scores {
		lost.Deficit = max(lost.Deficit, score-m.Outcome.Scores[seat])
	}
	if !lost.Fault && m.Outcome.Ranks[seat] == 1 {
		return
	}
	i, _ := slices.BinarySearchFunc(t.worst, lost, byHarm)
	t.worst = slices.Insert(t.worst, i, lost)
	t.worst = t.worst[:min(len(t.worst), maxWorst)]
}

// byHarm orders lost matches, the worst first.
func byHarm(a, b LostMatch) int {
	if a.Fault != b.Fault {
		if a.Fault {
			return -1
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(b.Deficit, a.Deficit),
		cmp.Compare(a.Start.Seed, b.Start.Seed), cmp.Compare(a.Start.Name, b.Start.Name), cmp.Compare(a.Seat, b.Seat), slices.Compare(a.Seats, b.Seats))
}

// A FaultFinder returns a seat's fault in a match, or nil.
type FaultFinder func(ctx context.Context, match string, seat int) (*referee.Fault, error)

// NameWorst returns the worst matches of a check with what happened in them.
func NameWorst(ctx context.Context, worst []LostMatch, faultOf FaultFinder) (all []WorstMatch, err error) {
	for _, b := range worst {
		w := WorstMatch{ID: b.ID, Start: b.Start.String(), Why: fmt.Sprintf("lost as seat %d (%s), score %d", b.Seat, b.Reason, b.Outcome.Scores[b.Seat])}
		if b.Fault {
			fault, err := faultOf(ctx, b.ID, b.Seat)
			if err != nil {
				return nil, err
			}
			if fault != nil {
				w.Why, w.Stderr = fault.Error(), fault.Stderr
			}
		}
		all = append(all, w)
	}
	return all, nil
}
