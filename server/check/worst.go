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

// Losses are the matches that a candidate lost or made a fault in.
type Losses struct {
	Candidate string // its bot ID
	all       []loss
}

type loss struct {
	league.Match
	seat    int // the candidate's
	fault   bool
	deficit int64
}

// Add counts a match.
func (b *Losses) Add(m league.Match) {
	seat := slices.Index(m.Seats, b.Candidate)
	if seat < 0 {
		return
	}
	bad := loss{Match: m, seat: seat, fault: m.Outcome.Faults[seat] != ""}
	for _, score := range m.Outcome.Scores {
		bad.deficit = max(bad.deficit, score-m.Outcome.Scores[seat])
	}
	if bad.fault || m.Outcome.Ranks[seat] > 1 {
		b.all = append(b.all, bad)
	}
}

// worst returns those of the matches that count that the author should look
// at: first faults, then losses by the largest difference of scores. They are
// the same whatever the order was in which the matches were played.
func (b *Losses) worst(c *Check) []loss {
	counted := slices.DeleteFunc(slices.Clone(b.all), func(m loss) bool { return !c.Counts(m.Match) })
	slices.SortFunc(counted, func(a, b loss) int {
		if a.fault != b.fault {
			if a.fault {
				return -1
			}
			return 1
		}
		return cmp.Or(
			cmp.Compare(b.deficit, a.deficit),
			cmp.Compare(a.Start.Seed, b.Start.Seed), cmp.Compare(a.Start.Name, b.Start.Name),
			cmp.Compare(a.Repetition, b.Repetition), cmp.Compare(a.seat, b.seat))
	})
	return counted[:min(len(counted), maxWorst)]
}

// A FaultFinder returns a seat's fault in a match, or nil.
type FaultFinder func(ctx context.Context, match string, seat int) (*referee.Fault, error)

// Worst returns the matches of the tournament that the author should look at, with
// what happened in them.
func (b *Losses) Worst(ctx context.Context, tournament string, c *Check, faultOf FaultFinder) (all []WorstMatch, err error) {
	for _, b := range b.worst(c) {
		id := cmp.Or(b.Stored, b.Pairing().ID(tournament))
		w := WorstMatch{ID: id, Start: b.Start.String(), Why: fmt.Sprintf("lost as seat %d (%s), score %d", b.seat, b.Reason, b.Outcome.Scores[b.seat])}
		if b.fault {
			fault, err := faultOf(ctx, id, b.seat)
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
