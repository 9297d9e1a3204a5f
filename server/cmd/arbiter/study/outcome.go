package study

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// lastSeat returns the seat that came last: the one of a solo game, -1 where nobody did.
func lastSeat(r referee.Result) int {
	worst := slices.Max(r.Ranks)
	if worst == 1 && len(r.Ranks) > 1 {
		return -1
	}
	return slices.Index(r.Ranks, worst)
}

// printEnd prints how a match ended, and where the seat that came last lost most.
func printEnd(w io.Writer, rec *replay.Record, r *analysis.Analysis, last int) {
	result := rec.Footer.Result
	var scores []string
	for _, score := range result.Scores {
		scores = append(scores, result.Text(score))
	}
	all := strings.Join(scores, " : ")
	name := func(seat int) string { return printable.Line(rec.Header.Seats[seat].Name) }
	switch {
	case last < 0:
		fmt.Fprintf(w, "A draw, %s (%s).\n", all, result.Ending())
		return
	case len(result.Ranks) == 1:
		fmt.Fprintf(w, "%s scored %s (%s).\n", name(0), all, result.Ending())
	default:
		fmt.Fprintf(w, "%s in seat %d lost, %s (%s).\n", name(last), last, all, result.Ending())
	}
	fmt.Fprint(w, lostMost(r, last))
}

// lostMost returns a sentence on where a seat lost most: by the costliest answer that is more than
// unclear, or else where its curve falls most; "" where neither is known.
func lostMost(r *analysis.Analysis, seat int) string {
	for _, c := range r.Costs { // the costliest first
		if c.Seat == seat && c.Sure != analysis.Unclear && !r.ValuesOnly {
			return fmt.Sprintf("It lost most by its answer in turn %d.\n", c.Turn)
		}
	}
	from, to, ok := r.Steepest(seat)
	if !ok {
		return ""
	}
	turns := fmt.Sprintf("turn %d", from.Turn)
	if to.Turn > from.Turn+1 {
		turns = fmt.Sprintf("turns %d to %d", from.Turn, to.Turn-1)
	}
	what, format := expected(r)
	return fmt.Sprintf("Its expected %s falls most in %s, from "+format+" to "+format+".\n", what, turns, from.Value, to.Value)
}

// lastFirst puts the costs of the seat that came last before those of others.
func lastFirst(costs []analysis.RankedCost, last int) {
	order := func(c analysis.RankedCost) int {
		if c.Seat == last {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(costs, func(a, b analysis.RankedCost) int { return cmp.Compare(order(a), order(b)) })
}
