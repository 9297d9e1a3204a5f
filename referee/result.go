package referee

import (
	"slices"
	"strings"
)

// A Result is how a match ended.
type Result struct {
	Scores []int64 `json:"scores"` // by seat
	Ranks  []int   `json:"ranks"`  // by seat: 1 is first, ties share a rank
	Reason string  `json:"reason"` // short tag of the end, in the words of the game's rules, joined by underscores
	Faults []Fault `json:"faults"` // in the order they happened, forgiven ones too
	Scoring
}

// Winner returns the seat that alone has rank 1, or -1 for a draw and for a
// match of one seat.
func (r Result) Winner() int {
	winner := -1
	for seat, rank := range r.Ranks {
		if rank != 1 {
			continue
		}
		if winner >= 0 {
			return -1
		}
		winner = seat
	}
	if len(r.Ranks) == 1 {
		return -1
	}
	return winner
}

// RankScores returns the ranks of scores of which the larger one is better. Rank 1 is the best;
// ties share the better rank.
func RankScores(scores []int64) []int {
	ranks := make([]int, len(scores))
	for i, score := range scores {
		ranks[i] = 1
		for _, other := range scores {
			if other > score {
				ranks[i]++
			}
		}
	}
	return ranks
}

// FaultOf returns the seat's first fault that was not forgiven, or nil.
func (r Result) FaultOf(seat int) *Fault {
	i := slices.IndexFunc(r.Faults, func(f Fault) bool { return f.Seat == seat && !f.Forgiven })
	if i < 0 {
		return nil
	}
	return &r.Faults[i]
}

// Forgiven returns how many faults of the seat were forgiven, and the first of
// them, or nil.
func (r Result) Forgiven(seat int) (n int, first *Fault) {
	for i := range r.Faults {
		if f := &r.Faults[i]; f.Seat == seat && f.Forgiven {
			if n++; first == nil {
				first = f
			}
		}
	}
	return n, first
}

// ReasonText returns a reason with the kinds of the faults that were not forgiven behind
// "forfeit", such as "forfeit: crash". Any other reason stays as it is.
func ReasonText(reason string, faults []Kind) string {
	if !strings.HasSuffix(reason, "forfeit") {
		return reason
	}
	var kinds []string
	for _, kind := range faults {
		if kind != "" && !slices.Contains(kinds, string(kind)) {
			kinds = append(kinds, string(kind))
		}
	}
	if len(kinds) == 0 {
		return reason
	}
	return reason + ": " + strings.Join(kinds, ", ")
}

// Ending returns the reason in words, with the kinds of the faults that were not forgiven
// where it is a forfeit: "turn limit", "forfeit: crash".
func (r Result) Ending() string {
	var kinds []Kind
	for _, f := range r.Faults {
		if !f.Forgiven {
			kinds = append(kinds, f.Kind)
		}
	}
	return ReasonWords(ReasonText(r.Reason, kinds))
}

// ReasonWords returns a reason with blanks for underscores: "turn limit". Filters take it with
// underscores. The pages have the same function (reasonText in web/src/replay/reason.ts).
func ReasonWords(reason string) string { return strings.ReplaceAll(reason, "_", " ") }

// An Attribute is a number that describes the start of a match, such as the size of the map.
// Results can be filtered by it.
type Attribute struct {
	Name  string  `json:"name"`  // lower_snake_case
	Value float64 `json:"value"` // whole numbers for counts
}
