package study

import (
	"cmp"
	"fmt"
	"io"
	"math"
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

// printEnd prints how a match ended, and between which turns the seat that came last lost most.
func printEnd(w io.Writer, rec *replay.Record, r *analysis.Analysis, last int) {
	result := rec.Footer.Result
	var kinds []referee.Kind
	for seat := range result.Ranks {
		if f := result.FaultOf(seat); f != nil {
			kinds = append(kinds, f.Kind)
		}
	}
	reason := referee.ReasonWords(referee.ReasonText(result.Reason, kinds))
	var scores []string
	for _, score := range result.Scores {
		scores = append(scores, result.Text(score))
	}
	all := strings.Join(scores, " : ")
	name := func(seat int) string { return printable.Line(rec.Header.Seats[seat].Name) }
	switch {
	case last < 0:
		fmt.Fprintf(w, "A draw, %s (%s).\n", all, reason)
		return
	case len(result.Ranks) == 1:
		fmt.Fprintf(w, "%s scored %s (%s).\n", name(0), all, reason)
	default:
		fmt.Fprintf(w, "%s in seat %d lost, %s (%s).\n", name(last), last, all, reason)
	}
	if from, to, ok := steepest(r, last); ok {
		what, format := "score", "%.0f"
		if r.Unit == analysis.WinningChance {
			what, format = "result", "%.2f"
		}
		fmt.Fprintf(w, "Its expected %s falls most from turn %d to %d: from "+format+" to "+format+".\n", what, from.Turn, to.Turn, from.Value, to.Value)
	}
}

// steepest returns the two neighbours on the curve between which a seat's value falls most
// beyond their errors, and false where none does by leastFall. With more than two seats there is
// a curve of seat 0 alone.
func steepest(r *analysis.Analysis, seat int) (from, to analysis.Point, ok bool) {
	if r.ValuesOnly || seat > 1 || seat == 1 && len(r.Results) > 2 {
		return
	}
	worst := leastFall * r.Scale
	for i := 1; i < len(r.Curve); i++ {
		a, b := r.Curve[i-1], r.Curve[i]
		if seat == 1 {
			a.Value, b.Value = 1-a.Value, 1-b.Value
		}
		if fall := a.Value - b.Value - math.Hypot(a.Error, b.Error); fall > worst {
			from, to, ok, worst = a, b, true, fall
		}
	}
	return
}

// leastFall is what a fall has to be beyond its error, as a share of a match, to be told.
const leastFall = 0.05

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
