package study

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"arbiter/referee"
	"arbiter/referee/plural"
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
// values it has: none where answers have costs.
func fallsOf(r *analysis.Analysis) (falls []fall, valued int) {
	if !r.ValuesOnly() {
		return nil, 0
	}
	last := map[int]*analysis.Turn{} // by seat: with a value
	for i := range r.Turns {
		t := &r.Turns[i]
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

// printParts prints over which parts of the match values fall most, and what these falls are
// of.
func printParts(w io.Writer, g referee.Game, r *analysis.Analysis) error {
	if len(r.Falls) == 0 {
		return nil
	}
	fmt.Fprintf(w, "Where values fall most, and what by (%s, above 0 for what was lost):\n", r.Unit)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	others, rest := "OTHERS' ANSWERS", "THE REST"
	fmt.Fprintf(table, "TURNS\tSEAT\tFROM\tTO\tOWN ANSWERS\t%s\t%s\tMOSTLY\n", others, rest)
	for _, f := range r.Falls {
		fmt.Fprintf(table, "%d to %d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n", f.From, f.To, f.Seat, costSum(f.Before), costSum(f.After),
			partText(f.Own), othersText(f), partText(f.Rest), mostly(f, r))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, f := range r.Falls {
		if f.Plans != nil && len(f.Plans.Example) > 0 {
			if err := printExample(w, g, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostPlayed is how many answers of an example are printed.
const mostPlayed = 5

// printExample prints how one of those played a fall who gain by that.
func printExample(w io.Writer, g referee.Game, f analysis.Fall) error {
	played := f.Plans.Example
	fmt.Fprintf(w, "How one of these players played turns %d to %d of seat %d, where it differs:\n", f.From, f.To, f.Seat)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TURN\tANSWER\tITS ANSWER")
	for _, p := range played[:min(len(played), mostPlayed)] {
		fmt.Fprintf(table, "%d\t%s\n", p.Turn, besides(g, p.Given, p.Answer))
	}
	if left := len(played) - mostPlayed; left > 0 {
		fmt.Fprintf(table, "and in %s more (--json)\n", plural.Count(left, "turn"))
	}
	return table.Flush()
}

func partText(p *analysis.Part) string {
	if p == nil {
		return "?"
	}
	return plusMinus(p.Lost, p.Error)
}

// othersText prints what the other seats' answers took. A rest without it is of a solo game.
func othersText(f analysis.Fall) string {
	if f.Others == nil && f.Rest != nil {
		return "-"
	}
	return partText(f.Others)
}

// mostly says what a fall is of for the most part, and whether others play its turns better
// where that is known: else the own part says how little is.
func mostly(f analysis.Fall, r *analysis.Analysis) string {
	text := map[analysis.FallCause]string{
		analysis.ByAnswer:     fmt.Sprintf("its answer in turn %d", f.Turn),
		analysis.ByAnswers:    "its own answers",
		analysis.ByPlan:       "how it played these turns",
		analysis.ByOthers:     "the others' answers",
		analysis.ByLuck:       cmp.Or(r.Rest, "what was revealed, or luck"),
		analysis.ByUnforeseen: "what the judge had not foreseen",
		analysis.ByUnknown:    "not told so far",
	}[f.Cause]
	p := f.Plans
	switch {
	case p == nil:
	case f.Cause == analysis.ByPlan:
		text += fmt.Sprintf(": players known to the judge gain %s by playing them (%s)", plusMinus(p.Gain, p.Error), plural.Count(p.Pairs, "pair"))
	case p.Gain+p.Error < analysis.LittleGain*r.Scale:
		text += fmt.Sprintf("; no players known to the judge gain %s by playing these turns (%s)", costSum(analysis.LittleGain*r.Scale), plural.Count(p.Pairs, "pair"))
	}
	return text
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
