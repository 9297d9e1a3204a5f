package study

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"arbiter/server/study/analysis"
)

// A fall is a part of a match over which the value of a seat falls.
type fall struct {
	seat, from, to int // turns
	before, after  float64
}

// mostFalls is how many falls are printed.
const mostFalls = 10

// fallsOf returns the largest falls between the values of a report, and how many
// values it has: none when an answer has a cost.
func fallsOf(r *analysis.Analysis) (falls []fall, valued int) {
	last := map[int]*analysis.Turn{} // by seat: with a value
	for i := range r.Turns {
		t := &r.Turns[i]
		if t.Regret != nil {
			return nil, 0
		}
		if t.Value == nil {
			continue
		}
		if from := last[t.Seat]; from != nil && *from.Value > *t.Value {
			falls = append(falls, fall{t.Seat, from.Turn, t.Turn, *from.Value, *t.Value})
		}
		last[t.Seat] = t
		valued++
	}
	slices.SortStableFunc(falls, func(a, b fall) int { return cmp.Compare(b.before-b.after, a.before-a.after) })
	return falls[:min(len(falls), mostFalls)], valued
}

// steep is how much of the scale a fall is worth telling: as much as a blunder.
const steep = 0.2

// steepest returns the part of the match, at most a quarter of it, over which the value
// of a seat falls most. It is nil where none falls by steep and the errors.
func steepest(r *analysis.Analysis) *fall {
	var most *fall
	valued := map[int][]*analysis.Turn{} // by seat
	for i := range r.Turns {
		t := &r.Turns[i]
		if t.Value == nil {
			continue
		}
		for _, from := range valued[t.Seat] {
			lost := *from.Value - *t.Value
			if 4*(t.Turn-from.Turn) > r.Turns[len(r.Turns)-1].Turn || lost < steep*r.Scale+*from.Error+*t.Error {
				continue
			}
			if most == nil || lost > most.before-most.after {
				most = &fall{t.Seat, from.Turn, t.Turn, *from.Value, *t.Value}
			}
		}
		valued[t.Seat] = append(valued[t.Seat], t)
	}
	return most
}

// printMade prints what came of a match whose answers have no costs, beside the most that
// was found to be possible from its start.
func printMade(w io.Writer, r *analysis.Analysis) {
	for seat, made := range r.Results {
		first := slices.IndexFunc(r.Turns, func(t analysis.Turn) bool { return t.Seat == seat && t.Value != nil })
		if first < 0 {
			continue
		}
		most := *r.Turns[first].Value
		if most <= made {
			fmt.Fprintf(w, "The answer brought %.0f %s, and no plan was found that brings more.\n", made, r.Unit)
			continue
		}
		fmt.Fprintf(w, "The answer brought %.0f %s; the best plan that was found brings %.0f, %.0f more.\n", made, r.Unit, most, most-made)
	}
}

// printFalls prints where the value of a match went, in whole points.
func printFalls(w io.Writer, falls []fall, unit string) error {
	if len(falls) == 0 {
		_, err := fmt.Fprintln(w, "The value never falls.")
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "TURNS\tSEAT\tVALUE BEFORE\tVALUE AFTER\tLOST, %s\n", strings.ToUpper(unit))
	for _, f := range falls {
		fmt.Fprintf(table, "%d to %d\t%d\t%.0f\t%.0f\t%.0f\n", f.from, f.to, f.seat, f.before, f.after, f.before-f.after)
	}
	return table.Flush()
}
