package analysis

import (
	"cmp"
	"math"
	"slices"

	"arbiter/referee"
)

// An Analysis is the analysis of a match.
type Analysis struct {
	Game  string `json:"game"`
	Match string `json:"match"` // its ID or file, as it was asked for
	// Curve is where the match stood in front of its turns.
	Curve []Point `json:"curve"`
	// Costs are the answers that cost most, at most MostCosts of each seat, by falling cost.
	Costs []RankedCost `json:"costs"`
	// Judge says how positions were judged.
	Judge string `json:"judge"`
	// ValuesOnly reports whether the judge values positions alone: then a cost is how far the
	// value falls until the next one, without an error.
	ValuesOnly bool `json:"values_only,omitempty"`
	// Answers is how many were looked at, and Examined the share of them with a known cost, from
	// 0 to 1.
	Answers  int     `json:"answers"`
	Examined float64 `json:"examined"`
	// Seconds is how long the analysis took, all its refinements together.
	Seconds float64 `json:"seconds"`
	// Omniscient tells that the judge saw what is hidden from the seats.
	Omniscient bool `json:"omniscient,omitempty"`
	// Scale is what counts like a whole match: 1, or points in solo games.
	Scale float64 `json:"scale"`
	// Unit is what values and costs are counted in; see func Unit.
	Unit string `json:"unit"`
	// Results has by seat what came of the match, in the unit of the values; nil when the
	// record has no end.
	Results []float64 `json:"results,omitempty"`
}

// A Point is where a match stands in front of a turn.
type Point struct {
	Turn int `json:"turn"`
	// Value is the expected result of seat 0, from 0 to 1; in a solo game the expected score.
	Value float64 `json:"value"`
	Error float64 `json:"error"` // half the width of its 95 % interval
}

// CurveOf returns the curve with values to a seat, nil where it tells none: with more than two
// seats there is a curve of seat 0 alone.
func (a *Analysis) CurveOf(seat int) []Point {
	switch {
	case seat == 0:
		return a.Curve
	case seat != 1 || len(a.Results) > 2:
		return nil
	}
	curve := slices.Clone(a.Curve)
	for i := range curve {
		curve[i].Value = 1 - curve[i].Value
	}
	return curve
}

// Steepest returns the two neighbours on the curve of a seat between which the value falls most
// beyond their errors, and false where none is sure to fall.
func (a *Analysis) Steepest(seat int) (from, to Point, ok bool) {
	if a.ValuesOnly {
		return
	}
	curve := a.CurveOf(seat)
	most := sureCost * a.Scale
	for i := 1; i < len(curve); i++ {
		p, next := curve[i-1], curve[i]
		if fall := p.Value - next.Value - math.Hypot(p.Error, next.Error); fall > most {
			from, to, ok, most = p, next, true, fall
		}
	}
	return
}

// A RankedCost is one of the answers of a seat that cost most.
type RankedCost struct {
	Turn int `json:"turn"`
	Seat int `json:"seat"`
	// Cost is the value with the judge's answer less the value with the given one, the other
	// seats' answers of the turn as they were, in the unit of the values.
	Cost   float64  `json:"cost"`
	Error  float64  `json:"error"` // half the width of its 95 % interval; 0: proven
	Sure   Sure     `json:"sure" enum:"proven,confirmed,likely,unclear"`
	Answer string   `json:"answer"` // as given, lines joined by line ends, cut at referee.MaxQuote bytes; "" for none
	Best   string   `json:"best"`   // the judge's; "" when it was not asked
	Line   []string `json:"line"`   // the best play, the best answer first; nil when it was not asked
}

// A Sure says how sure a cost is.
type Sure string

// How sure a cost is, the surest first.
const (
	Proven    Sure = "proven"    // a search says what perfect play makes of it
	Confirmed Sure = "confirmed" // it was a fault that ended the match, or other players lose by it, too
	Likely    Sure = "likely"    // searches, samples or few pairs say so by more than their error
	Unclear   Sure = "unclear"   // it may be chance
)

// WinningChance is the unit of games between seats: a win is 1.
const WinningChance = "points of winning chance"

// Unit returns what values and costs of a game are counted in: the unit of the score in a
// solo game, and WinningChance between seats.
func Unit(info referee.Info) string {
	if info.Solo() {
		return cmp.Or(info.Unit, "points of score")
	}
	return WinningChance
}
