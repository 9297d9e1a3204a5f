package check

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"arbiter/referee/plural"
	"arbiter/server/league"
)

// A WorstMatch is a match that the candidate's author should look at.
type WorstMatch struct {
	Match string `json:"match"` // its ID
	Start string `json:"start"`
	Seat  int    `json:"seat"` // the candidate's
	Why   string `json:"why"`
	// Stderr is the last lines that the candidate had written by its fault.
	Stderr string `json:"stderr,omitempty"`
	// Times is in how many matches the candidate made this fault, if in several.
	Times int `json:"times,omitempty"`
}

// why is Why with the number of the matches that it stands for.
func (m WorstMatch) why() string {
	if m.Times < 2 {
		return m.Why
	}
	return fmt.Sprintf("%s (the same in %s)", m.Why, plural.Count(m.Times-1, "other match"))
}

// maxWorst is how many matches a verdict names, and maxLost among how many it looks for
// those with the same fault.
const (
	maxWorst = 5
	maxLost  = 100
)

// A LostMatch is a match that a candidate lost or made a fault in.
type LostMatch struct {
	league.Match
	ID      string // of the match that was played, perhaps by another tournament
	Seat    int    // the candidate's
	Fault   bool
	Deficit int64 // by how much the best score is better than the candidate's, in units of the last decimal
}

// lose keeps a match of a start if it is one of the candidate's worst: first come faults,
// then losses by the largest difference of scores. They are the same whatever the
// order was in which the matches were played. What the baseline did not do better in
// the same seat says nothing about the change, and is not among them.
func (t *tally) lose(m league.Match, s *start) {
	own, other := t.definition.Bots[0], t.definition.Bots[1]
	seat := slices.Index(m.Seats, own)
	if seat < 0 {
		return
	}
	lost := LostMatch{Match: m, ID: cmp.Or(m.Stored, m.Pairing().ID(t.definition.ID)), Seat: seat, Fault: m.Outcome.Faults[seat] != ""}
	for _, score := range m.Outcome.Scores {
		lost.Deficit = max(lost.Deficit, m.Outcome.Margin(score, m.Outcome.Scores[seat]))
	}
	if !lost.Fault && m.Outcome.Ranks[seat] == 1 {
		return
	}
	seats := slices.Clone(m.Seats)
	for i, bot := range seats {
		switch bot {
		case own:
			seats[i] = other
		case other:
			seats[i] = own
		}
	}
	before := s.match(seats...).Outcome
	if before.Ranks == nil { // where the two fill all seats, the baseline has this one in other seatings
		for _, at := range slices.Sorted(maps.Keys(s.matches)) {
			if other := s.matches[at]; other.Seats[seat] != own && before.Ranks == nil {
				before = other.Outcome
			}
		}
	}
	if lost.Fault && before.Faults[seat] == m.Outcome.Faults[seat] || !lost.Fault && before.Ranks[seat] != 1 {
		return
	}
	i, _ := slices.BinarySearchFunc(t.worst, lost, byHarm)
	t.worst = slices.Insert(t.worst, i, lost)
	t.worst = t.worst[:min(len(t.worst), maxLost)]
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

// NameWorst returns the worst matches of a check with what happened in them. Faults that
// are alike are told once.
func NameWorst(ctx context.Context, worst []LostMatch, faultOf league.FaultFinder) (all []WorstMatch, err error) {
	told := map[string]int{} // faults, by what those that are alike say
	for _, b := range worst {
		if len(all) == maxWorst && !b.Fault {
			break
		}
		w := WorstMatch{Match: b.ID, Start: b.Start.String(), Seat: b.Seat, Why: fmt.Sprintf("lost as seat %d (%s), score %s", b.Seat, b.Reason, b.Outcome.Text(b.Outcome.Scores[b.Seat]))}
		if b.Fault {
			fault, err := faultOf(ctx, b.ID, b.Seat)
			if err != nil {
				return nil, err
			}
			if fault != nil {
				w.Why, w.Stderr = fault.Error(), fault.Stderr
				key := fmt.Sprint(fault.Kind, fault.Pattern())
				if at, known := told[key]; known {
					all[at].Times = max(all[at].Times, 1) + 1
					continue
				}
				if len(all) < maxWorst {
					told[key] = len(all)
				}
			}
		}
		if len(all) < maxWorst {
			all = append(all, w)
		}
	}
	return all, nil
}
