package check

import (
	"cmp"
	"fmt"
	"strings"

	"arbiter/referee/printable"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// What a check comes to.
const (
	NoRegression = "no regression" // H1 is accepted
	Regression   = "regression"    // H0 is accepted
	Undecided    = "undecided"     // the limit was reached first
	NotBuilt     = "build failed"  // of the candidate, the baseline or an opponent; nothing was played
)

// A Verdict is the result of a check.
type Verdict struct {
	Verdict   string     `json:"verdict"`
	Game      string     `json:"game"`
	Candidate league.Bot `json:"candidate"`
	Baseline  league.Bot `json:"baseline"`
	rating.Estimate
	LLR       float64                   `json:"llr"`
	Lower     float64                   `json:"lower"`
	Upper     float64                   `json:"upper"`
	Games     rating.Games              `json:"games"` // from the candidate's view; in a solo game duels of scores, with opponents its games against them
	Pairs     rating.Pairs              `json:"pairs"` // all 0 in a solo game and with opponents
	LLRs      []float64                 `json:"llrs"`  // after each start
	Faults    map[string]map[string]int `json:"faults"`
	Worst     []WorstMatch              `json:"worst"`
	Question  league.Question           `json:"question"`
	By        rating.Method             `json:"by,omitempty"`           // what decided
	Official  *rating.Games             `json:"official,omitempty"`     // on the statement's own start, where there are openings
	Starts    int                       `json:"starts"`                 // distinct starts that count
	Matches   int                       `json:"matches"`                // that count
	Distinct  int                       `json:"distinct"`               // of these that are no repetition of another one
	Reused    int                       `json:"reused,omitempty"`       // of these that earlier tournaments had played
	Voids     int                       `json:"voids,omitempty"`        // starts that the machine could not play
	Void      int                       `json:"void_matches,omitempty"` // times that a match was void and had to be played again
	Scores    *rating.PairedMean        `json:"scores,omitempty"`       // of a solo game
	Score     *rating.ScoreState        `json:"score,omitempty"`        // of a check by score
	Gains     []Swing                   `json:"gains,omitempty"`        // the starts with the largest gains
	Losses    []Swing                   `json:"losses,omitempty"`       // and with the largest losses
	Opponents map[string]OpponentGames  `json:"opponents,omitempty"`    // by bot
	Seconds   float64                   `json:"seconds"`
	DB        string                    `json:"db"`               // where the matches are, or
	Server    string                    `json:"server,omitempty"` // who has them
	Command   string                    `json:"command"`
	Note      string                    `json:"note,omitempty"`
	Output    string                    `json:"output,omitempty"` // NotBuilt: the end of the build's output

	Solo bool   `json:"-"` // scores on the same start are compared
	Flag string `json:"-"` // what leads arbiter replay to the matches
}

// Fill puts the figures of a check into its verdict.
func (v *Verdict) Fill(s Status) {
	v.Verdict = map[rating.Verdict]string{rating.H0: Regression, rating.H1: NoRegression, rating.Undecided: Undecided}[s.Verdict]
	v.Games, v.Pairs, v.LLRs, v.Faults = s.Games, s.Pairs, s.LLRs, s.Faults
	v.Estimate = s.Estimate
	v.LLR, v.Lower, v.Upper = s.Test.LLR, s.Test.Lower, s.Test.Upper
	v.Official = s.Official
	v.By, v.Starts, v.Matches, v.Distinct, v.Reused, v.Voids = s.By, s.Trials, s.Matches, s.Distinct, s.Reused, s.Voids
	v.Scores, v.Score, v.Gains, v.Losses, v.Opponents = s.Scores, s.Score, s.Gains, s.Losses, s.Opponents
	v.Note = s.Explain()
}

// FillVoids puts the void matches into a verdict that has its figures, with a
// warning when they are many.
func (v *Verdict) FillVoids(voids league.Voids) {
	v.Void = voids.Matches
	if voids.Notable(v.Matches) {
		v.Note = strings.TrimSpace(v.Note + " Warning: " + voids.Text(v.Matches) + ".")
	}
}

// Title is the verdict in one line.
func (v Verdict) Title() string {
	return fmt.Sprintf("%s: %s against %s: %s", v.Game, name(v.Candidate), name(v.Baseline), v.Verdict)
}

// name returns the ID of a bot or, before it is resolved, the bot as typed, in
// one line.
func name(b league.Bot) string { return printable.Line(cmp.Or(b.ID, b.Typed)) }

// Text returns the verdict for a person. What bots wrote is printable.
func (v Verdict) Text() []byte {
	text := fmt.Appendf(nil, "%s\n", v.Title())
	if len(v.LLRs) > 0 {
		for _, row := range v.rows() {
			text = fmt.Appendf(text, "  %-30s %s\n", printable.Line(strings.TrimSpace(row.name+" "+row.bot)), printable.Line(row.value))
		}
	}
	if v.Note != "" {
		text = fmt.Appendf(text, "  %s\n", printable.Line(v.Note))
	}
	for _, m := range v.Worst {
		text = fmt.Appendf(text, "  see match %.10s on %s: %s\n", printable.Line(m.ID), printable.Line(m.Start), printable.Line(m.Why))
		for line := range strings.Lines(m.Stderr) {
			text = fmt.Appendf(text, "    | %s\n", printable.Line(strings.TrimRight(line, "\r\n")))
		}
	}
	if len(v.Worst) > 0 {
		text = fmt.Appendf(text, "  to print one turn by turn: arbiter replay %.10s %s\n", printable.Line(v.Worst[0].ID), printable.Line(v.Flag))
	}
	return text
}
