package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbiter/server/league"
	"arbiter/server/rating"
)

// The verdicts of a check.
const (
	NoRegression = "no regression" // H1 is accepted
	Regression   = "regression"    // H0 is accepted
	Undecided    = "undecided"     // the limit was reached first
)

// A Verdict is the result of a check.
type Verdict struct {
	Verdict   string     `json:"verdict"`
	Game      string     `json:"game"`
	Candidate league.Bot `json:"candidate"`
	Baseline  league.Bot `json:"baseline"`
	rating.Estimate
	LLR     float64                   `json:"llr"`
	Lower   float64                   `json:"lower"`
	Upper   float64                   `json:"upper"`
	Games   rating.Games              `json:"games"` // from the candidate's view; in a solo game duels of scores
	Pairs   rating.Pairs              `json:"pairs"` // all 0 in a solo game
	LLRs    []float64                 `json:"llrs"`  // after each pair
	Faults  map[string]map[string]int `json:"faults"`
	Worst   []WorstMatch              `json:"worst"`
	Seconds float64                   `json:"seconds"`
	DB      string                    `json:"db"`               // where the matches are, or
	Server  string                    `json:"server,omitempty"` // who has them
	Command string                    `json:"command"`
	Note    string                    `json:"note,omitempty"`

	SPRT rating.SPRT `json:"-"`
	Solo bool        `json:"-"` // scores on the same start are compared
	Flag string      `json:"-"` // what leads arbiter replay to the matches
}

// Fill puts the numbers of a check into its verdict.
func (v *Verdict) Fill(found Found) {
	v.Verdict = map[rating.Verdict]string{rating.H0: Regression, rating.H1: NoRegression, rating.Undecided: Undecided}[found.Test.Verdict]
	v.Games, v.Pairs, v.LLRs, v.Faults = found.Games, found.Pairs, found.LLRs, found.Faults
	v.Estimate = found.Estimate
	v.LLR, v.Lower, v.Upper = found.Test.LLR, found.Test.Lower, found.Test.Upper
	v.Note = v.Estimate.Note
}

// Title returns the verdict on one line.
func (v Verdict) Title() string {
	return fmt.Sprintf("%s: %s against %s: %s", v.Game, v.Candidate.ID, v.Baseline.ID, v.Verdict)
}

// rows returns the figures, each with its name.
func (v Verdict) rows() [][2]string {
	games := "games (W-D-L)"
	if v.Solo {
		games = "duels (W-D-L)"
	}
	rows := [][2]string{
		{"Elo", rating.WithError(v.Elo, v.EloError95)},
		{"normalized Elo", rating.WithError(v.NElo, v.NEloError95)},
		{"LOS", rating.Percent(v.LOS, 2)},
		{"LLR", fmt.Sprintf("%.2f in (%.2f, %.2f) for H0 %g, H1 %g %s Elo", v.LLR, v.Lower, v.Upper, v.SPRT.Elo0, v.SPRT.Elo1, v.SPRT.Model)},
		{games, fmt.Sprintf("%d-%d-%d", v.Games.Wins, v.Games.Draws, v.Games.Losses)},
	}
	if !v.Solo {
		p := v.Pairs
		rows = append(rows, [2]string{"pairs (0, ½, 1, 1½, 2 points)", fmt.Sprintf("%d, %d, %d, %d, %d", p.LL, p.LD, p.DD, p.WD, p.WW)})
	}
	for _, bot := range []league.Bot{v.Candidate, v.Baseline} {
		faults := v.Faults[bot.ID]
		var kinds []string
		for _, kind := range slices.Sorted(maps.Keys(faults)) {
			kinds = append(kinds, fmt.Sprintf("%s %d", kind, faults[kind]))
		}
		if len(kinds) > 0 {
			rows = append(rows, [2]string{"faults of " + bot.ID, strings.Join(kinds, ", ")})
		}
	}
	return rows
}

// Text returns the verdict as text.
func (v Verdict) Text() []byte {
	text := fmt.Appendf(nil, "%s\n", v.Title())
	if len(v.LLRs) > 0 {
		for _, row := range v.rows() {
			text = fmt.Appendf(text, "  %-30s %s\n", row[0], row[1])
		}
	}
	if v.Note != "" {
		text = fmt.Appendf(text, "  %s\n", v.Note)
	}
	for _, m := range v.Worst {
		text = fmt.Appendf(text, "  see match %.10s on %s: %s\n", m.ID, m.Start, m.Why)
	}
	if len(v.Worst) > 0 {
		text = fmt.Appendf(text, "  to print one turn by turn: arbiter replay %.10s %s\n", v.Worst[0].ID, v.Flag)
	}
	return text
}
