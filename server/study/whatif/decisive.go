package whatif

import (
	"errors"
	"slices"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// A moment is what the decisive turn of a seat depends on, of one turn; the first one is
// the start.
type moment struct {
	fault bool // that was not forgiven
	asked bool
	eval  *float64 // what the bot reported as "@metric eval"
	swing *float64 // after the turn; nil where the game has none
}

// evalMetric is the metric by which a bot tells what it thinks of a position.
const evalMetric = "eval"

// A Decisive is the turn in which a match was decided against a seat.
type Decisive struct {
	Seat int       `json:"seat"`
	Turn int       `json:"turn"` // in which the seat was asked; 0 where it never was
	By   DecidedBy `json:"by"`
}

// A DecidedBy says how a decisive turn was found.
type DecidedBy string

// What tells a decisive turn, the first one that does.
const (
	ByFault   DecidedBy = "fault"   // of the seat
	ByMark    DecidedBy = "mark"    // its costliest answer that the judge stands behind
	ByValue   DecidedBy = "value"   // its costliest answer by the judge's values, which is unclear
	ByEval    DecidedBy = "eval"    // the largest fall of what the bot itself reports as "@metric eval"
	BySwing   DecidedBy = "swing"   // the answer from which to its next one the evaluation of the game falls most
	ByNothing DecidedBy = "nothing" // none does: it is the first turn in which the seat was asked
)

// Words returns how a decisive turn was found, for people. A value that this build does not
// know stays as it is.
func (by DecidedBy) Words() string {
	words, known := map[DecidedBy]string{
		ByFault:   "its fault",
		ByMark:    "its costliest answer by the judge",
		ByValue:   "the judge's value falls most",
		ByEval:    "its own eval falls most",
		BySwing:   "its standing in the game falls most",
		ByNothing: "nothing tells: its first answer",
	}[by]
	if !known {
		return string(by)
	}
	return words
}

// DecisiveTurn returns the turn in which a match was decided against the seat. report is what
// is known of the match; nil for nothing. If this build plays the match differently, only the
// turns before that count. Lists, pages, reports and commands all use it.
func DecisiveTurn(s Seat, report *analysis.Analysis) (Decisive, error) {
	all, err := moments(s)
	if err != nil {
		return Decisive{}, err
	}
	d := decisive(all, s.Seat, report)
	d.Seat = s.Seat
	return d, nil
}

// LosingSeat returns the seat that lost a match, by the ranks of its seats: the last one or, in
// a solo game, the only one. lost is false for a draw.
func LosingSeat(ranks []int) (seat int, lost bool) {
	if len(ranks) == 0 {
		return 0, false
	}
	last := slices.Max(ranks)
	return slices.Index(ranks, last), len(ranks) == 1 || slices.Min(ranks) < last
}

// moments replays a match.
func moments(s Seat) (all []moment, err error) {
	var otherwise *replay.Difference
	for f, err := range replay.Frames(s.Record, s.Game) {
		if errors.As(err, &otherwise) {
			break
		}
		if err != nil {
			return nil, err
		}
		seat := &f.Seats[s.Seat]
		m := moment{fault: seat.Fault != nil && !seat.Fault.Forgiven, asked: seat.Asked}
		if eval, ok := seat.Metrics[evalMetric]; ok {
			m.eval = &eval
		}
		all = append(all, m)
	}
	turn := 0
	for p, err := range replay.Played(s.Record, s.Game) {
		if errors.As(err, &otherwise) || turn == len(all) {
			break
		}
		if err != nil {
			return nil, err
		}
		if m, ok := p.Match.(referee.Evaluator); ok {
			swing := m.Evaluate(s.Seat)
			all[turn].swing = &swing
		}
		turn++
	}
	return all, nil
}

// decisive is DecisiveTurn of moments, without the seat.
func decisive(all []moment, seat int, report *analysis.Analysis) Decisive {
	var asked []int
	var evals, swings []*float64
	for turn, m := range all {
		if m.asked {
			asked = append(asked, turn)
			evals, swings = append(evals, m.eval), append(swings, all[max(0, turn-1)].swing)
		}
	}
	if len(asked) == 0 {
		return Decisive{By: ByNothing}
	}
	if fault := slices.IndexFunc(all, func(m moment) bool { return m.fault }); fault >= 0 {
		// Of output that nobody asked for, the answer before it.
		after := slices.IndexFunc(asked, func(turn int) bool { return turn > fault })
		if after < 0 {
			after = len(asked)
		}
		return Decisive{Turn: asked[max(0, after-1)], By: ByFault}
	}
	if turn, by := judgedTurn(asked, seat, report); by != "" {
		return Decisive{Turn: turn, By: by}
	}
	if _, to, ok := largestFall(evals); ok {
		return Decisive{Turn: asked[to], By: ByEval}
	}
	if from, _, ok := largestFall(swings); ok {
		return Decisive{Turn: asked[from], By: BySwing}
	}
	return Decisive{Turn: asked[0], By: ByNothing}
}

// judgedTurn returns the asked turn of the seat's costliest answer, the surest kind that there
// is, and whether a judge stands behind it or only the values fall there; "" where it ranks none.
func judgedTurn(asked []int, seat int, report *analysis.Analysis) (turn int, by DecidedBy) {
	if report == nil {
		return 0, ""
	}
	for _, c := range report.Costs {
		switch {
		case c.Seat != seat || !slices.Contains(asked, c.Turn):
		case c.Sure != analysis.Unclear:
			return c.Turn, ByMark
		case by == "":
			turn, by = c.Turn, ByValue
		}
	}
	return turn, by
}

// largestFall returns the largest fall from one value to the next, by their indices, the
// later one of equal ones; values that are nil do not count.
func largestFall(values []*float64) (from, to int, found bool) {
	most, last := 0.0, -1
	for i, value := range values {
		if value == nil {
			continue
		}
		if last >= 0 {
			if fall := *values[last] - *value; fall > 0 && fall >= most {
				most, from, to, found = fall, last, i, true
			}
		}
		last = i
	}
	return from, to, found
}
