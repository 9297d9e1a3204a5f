package main

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbiter/server/check"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// What a check comes to.
const (
	noRegression = "no regression" // H1 is accepted
	regression   = "regression"    // H0 is accepted
	undecided    = "undecided"     // the limit was reached first
)

// A verdict is what arbiter check found.
type verdict struct {
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
	Worst   []worstMatch              `json:"worst"`
	Seconds float64                   `json:"seconds"`
	DB      string                    `json:"db"`               // where the matches are, or
	Server  string                    `json:"server,omitempty"` // who has them
	Command string                    `json:"command"`
	Note    string                    `json:"note,omitempty"`

	test rating.SPRT
	solo bool
	flag string // what leads arbiter replay to the matches
}

// A worstMatch is a match that the candidate's author should look at.
type worstMatch struct {
	ID    string `json:"id"`
	Start string `json:"start"`
	Why   string `json:"why"`
}

// mostWorst is how many matches a verdict names.
const mostWorst = 5

// badMatches are the matches that the candidate lost or made a fault in.
type badMatches struct {
	candidate string
	all       []badMatch
}

type badMatch struct {
	league.Match
	seat    int // the candidate's
	fault   bool
	deficit int64
}

func (b *badMatches) add(m league.Match) {
	seat := slices.Index(m.Seats, b.candidate)
	if seat < 0 {
		return
	}
	bad := badMatch{Match: m, seat: seat, fault: m.Outcome.Faults[seat] != ""}
	for _, score := range m.Outcome.Scores {
		bad.deficit = max(bad.deficit, score-m.Outcome.Scores[seat])
	}
	if bad.fault || m.Outcome.Ranks[seat] > 1 {
		b.all = append(b.all, bad)
	}
}

// worst returns those of the matches that count that the author should look
// at: first faults, then losses by the largest difference of scores. They are
// the same whatever the order was in which the matches were played.
func (b *badMatches) worst(t *check.Trial) []badMatch {
	counted := slices.DeleteFunc(slices.Clone(b.all), func(m badMatch) bool { return !t.Counts(m.Match) })
	slices.SortFunc(counted, func(a, b badMatch) int {
		if a.fault != b.fault {
			if a.fault {
				return -1
			}
			return 1
		}
		return cmp.Or(
			cmp.Compare(b.deficit, a.deficit),
			cmp.Compare(a.Start.Seed, b.Start.Seed), cmp.Compare(a.Start.Name, b.Start.Name),
			cmp.Compare(a.Repetition, b.Repetition), cmp.Compare(a.seat, b.seat))
	})
	return counted[:min(len(counted), mostWorst)]
}

// look names the worst matches and says what happened in them.
func (v *verdict) look(ctx context.Context, worst []badMatch, played contest) error {
	t := played.tournament()
	for _, b := range worst {
		id := league.Pairing{Seats: b.Seats, Start: b.Start, Repetition: b.Repetition}.ID(t.ID)
		w := worstMatch{id, b.Start.String(), fmt.Sprintf("lost as seat %d (%s), score %d", b.seat, b.Reason, b.Outcome.Scores[b.seat])}
		if b.fault {
			fault, err := played.faultOf(ctx, id, b.seat)
			if err != nil {
				return err
			}
			if fault != nil {
				w.Why = fault.Error()
			}
		}
		v.Worst = append(v.Worst, w)
	}
	return nil
}

// title is the verdict in one line.
func (v verdict) title() string {
	return fmt.Sprintf("%s: %s against %s: %s", v.Game, v.Candidate.ID, v.Baseline.ID, v.Verdict)
}

// rows are the numbers, each with its name.
func (v verdict) rows() [][2]string {
	games := "games (W-D-L)"
	if v.solo {
		games = "duels of scores (W-D-L)"
	}
	rows := [][2]string{
		{"Elo", withError(v.Elo, v.EloError95)},
		{"normalized Elo", withError(v.NElo, v.NEloError95)},
		{"LOS", percent(v.LOS)},
		{"LLR", fmt.Sprintf("%.2f in (%.2f, %.2f) for %s Elo %g against %g", v.LLR, v.Lower, v.Upper, v.test.Model, v.test.Elo0, v.test.Elo1)},
		{games, fmt.Sprintf("%d-%d-%d", v.Games.Wins, v.Games.Draws, v.Games.Losses)},
	}
	if !v.solo {
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

// text tells the verdict to a person.
func (v verdict) text() []byte {
	text := fmt.Appendf(nil, "%s\n", v.title())
	if len(v.LLRs) > 0 {
		for _, row := range v.rows() {
			text = fmt.Appendf(text, "  %-30s %s\n", row[0], row[1])
		}
	}
	if v.Note != "" {
		text = fmt.Appendf(text, "  %s\n", v.Note)
	}
	for _, m := range v.Worst {
		text = fmt.Appendf(text, "  look at %.10s on %s: %s\n", m.ID, m.Start, m.Why)
	}
	if len(v.Worst) > 0 {
		text = fmt.Appendf(text, "  turn by turn: arbiter replay %.10s %s\n", v.Worst[0].ID, v.flag)
	}
	return text
}

// markdown tells the verdict to a job's summary.
func (v verdict) markdown() []byte {
	text := fmt.Appendf(nil, "## %s\n\n", escapeMarkdown(v.title()))
	if len(v.LLRs) > 0 {
		text = append(text, "| | |\n|---|---|\n"...)
		for _, row := range v.rows() {
			text = fmt.Appendf(text, "| %s | %s |\n", escapeMarkdown(row[0]), escapeMarkdown(row[1]))
		}
		text = append(text, '\n')
	}
	if v.Note != "" {
		text = fmt.Appendf(text, "%s\n\n", escapeMarkdown(v.Note))
	}
	if len(v.Worst) > 0 {
		text = append(text, "The matches to look at:\n\n"...)
		for _, m := range v.Worst {
			text = fmt.Appendf(text, "- `arbiter replay %.10s %s` on %s: %s\n", m.ID, v.flag, m.Start, escapeMarkdown(m.Why))
		}
		text = append(text, '\n')
	}
	if v.Command != "" {
		text = fmt.Appendf(text, "Play it again:\n\n```\n%s\n```\n", v.Command)
	}
	return text
}

// escapeMarkdown keeps text of bots from being read as Markdown or HTML.
func escapeMarkdown(text string) string {
	return strings.NewReplacer("|", "\\|", "<", "&lt;", ">", "&gt;", "`", "'", "*", "\\*", "_", "\\_", "\n", " ").Replace(text)
}

// junit tells the verdict as one test of one suite. Undecided is skipped: it
// is neither a pass nor a failure.
func (v verdict) junit() []byte {
	type message struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	type testCase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Time    string   `xml:"time,attr"`
		Failure *message `xml:"failure,omitempty"`
		Skipped *message `xml:"skipped,omitempty"`
		Out     string   `xml:"system-out"`
	}
	type testSuite struct {
		XMLName  xml.Name `xml:"testsuite"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Skipped  int      `xml:"skipped,attr"`
		Time     string   `xml:"time,attr"`
		Case     testCase `xml:"testcase"`
	}
	seconds := fmt.Sprintf("%.3f", v.Seconds)
	suite := testSuite{Name: "arbiter check", Tests: 1, Time: seconds, Case: testCase{
		Name:  fmt.Sprintf("%s is not weaker than %s", v.Candidate.ID, v.Baseline.ID),
		Class: "arbiter." + v.Game, Time: seconds, Out: string(v.text()),
	}}
	switch v.Verdict {
	case regression:
		suite.Failures, suite.Case.Failure = 1, &message{v.title(), string(v.text())}
	case undecided:
		suite.Skipped, suite.Case.Skipped = 1, &message{v.title(), ""}
	}
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return append([]byte(xml.Header), append(text, '\n')...)
}
