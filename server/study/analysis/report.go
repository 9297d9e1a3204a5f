package analysis

import (
	"cmp"
	"slices"

	"arbiter/referee"
)

// An Analysis is the analysis of a match.
type Analysis struct {
	Game  string `json:"game"`
	Match string `json:"match"` // its ID or file, as it was asked for
	Turns []Turn `json:"turns"` // by turn and seat, of the seats that were asked
	// Curve is where the match stood in front of its turns.
	Curve []Point `json:"curve"`
	// Costs are the answers that cost most, at most MostCosts of each seat, by falling cost.
	Costs []RankedCost `json:"costs"`
	// Judge says how positions were judged.
	Judge string `json:"judge"`
	// Examined is the share of the turns that have a regret, from 0 to 1; of those
	// that have a value, where the judge tells only values.
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

// A Turn is what a position was worth to a seat, and what its answer cost.
// Values are results: from 0 to 1 between seats, the score in solo games. Errors
// are half the widths of 95 % intervals. What was not examined is nil.
type Turn struct {
	Turn  int      `json:"turn"`
	Seat  int      `json:"seat"`
	Value *float64 `json:"value"` // expected result when the judge's players play on or, by a search, the best is played
	Error *float64 `json:"error"`
	// Regret is the value with the best answer less the value with the given one,
	// the other seats' answers of the turn as they were. It is below 0 when the given
	// answer did better than the judge's.
	Regret      *float64 `json:"regret"`
	RegretError *float64 `json:"regret_error"`
	// Pairs is how many pairs of matches by other players the regret comes from; 0 where
	// it comes from searches and samples.
	Pairs  int      `json:"pairs,omitempty"`
	Mark   *Mark    `json:"mark"`            // nil: not examined, or not known well enough
	Answer string   `json:"answer"`          // as given, lines joined by line ends, cut at referee.MaxQuote bytes; "" for none
	Best   string   `json:"best"`            // the judge's; "" when it was not asked
	Line   []string `json:"line"`            // the best play, the best answer first; nil when it was not asked
	Proof  int      `json:"proof,omitempty"` // of an exact value, the positions that prove it
}

// A Mark classifies an answer.
type Mark string

// The marks. An answer is marked only if it is known to have cost an inaccuracy at least:
// its regret less the error of it. It is fine only when it is known to have cost little.
const (
	Best       Mark = "best"       // the judge's answer, or proven to be as good
	Fine       Mark = "fine"       // it cost less than an inaccuracy
	Inaccuracy Mark = "inaccuracy" // it cost 0.05 of a match
	Mistake    Mark = "mistake"    // 0.1
	Blunder    Mark = "blunder"    // 0.2
	MissedWin  Mark = "missed win" // a blunder when the best answer would have won
)

// markOf returns the mark of a regret with its error, all as shares of the scale,
// or nil. value is the position's between seats, and 0 in solo games.
func markOf(regret, err, value float64) *Mark {
	var m Mark
	switch {
	case regret+err < inaccuracy:
		m = Fine
	case regret-err < inaccuracy:
		return nil
	case regret >= blunder && value >= won:
		m = MissedWin
	case regret >= blunder:
		m = Blunder
	case regret >= mistake:
		m = Mistake
	default:
		m = Inaccuracy
	}
	return &m
}

// Costly reports whether the mark says that an answer cost something; "" does not.
func (m Mark) Costly() bool { return m != "" && m != Best && m != Fine }

// ValuesOnly reports whether the judge values positions alone: it tells no costs of answers, however
// long it thinks, and no errors of its values.
func (r *Analysis) ValuesOnly() bool {
	return slices.ContainsFunc(r.Turns, func(t Turn) bool { return t.Value != nil && t.Error == nil })
}

// examined returns the share of the turns that have a regret.
func (r *Analysis) examined() float64 {
	known := 0
	for _, t := range r.Turns {
		if t.Regret != nil {
			known++
		}
	}
	return float64(known) / float64(max(1, len(r.Turns)))
}

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
