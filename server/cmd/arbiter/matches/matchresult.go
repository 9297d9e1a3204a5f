package matches

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// A matchResult is the result of one match as play prints it. Its JSON form is
// the output of --json.
type matchResult struct {
	Game string `json:"game"`
	// Seed is text, since many readers round numbers to 53 bits. It is nil for an explicit
	// start position.
	Seed  *string      `json:"seed"`
	Seats []seatResult `json:"seats"`
	// BotSeed is what the bots were given to draw random numbers from, in
	// ARBITER_BOT_SEED.
	BotSeed string  `json:"bot_seed"`
	Winner  *int    `json:"winner"` // nil for a draw and for a solo game
	Reason  string  `json:"reason"`
	Turns   int     `json:"turns"`
	Replay  *string `json:"replay"`
	// Parent is the match that this one branched from, and ParentScores are what
	// that one ended with.
	Parent       *replay.Parent `json:"parent,omitempty"`
	ParentScores []json.Number  `json:"parent_scores,omitempty"`
}

// A seatResult is the result of one seat.
type seatResult struct {
	Score json.Number    `json:"score"`
	Rank  int            `json:"rank"`
	Fault *referee.Fault `json:"fault"`
	// Forgiven is how many faults were forgiven; FirstForgiven is the first of them.
	Forgiven      int            `json:"forgiven,omitempty"`
	FirstForgiven *referee.Fault `json:"first_forgiven,omitempty"`
	ID            string         `json:"id"` // of the bot
	Typed         string         `json:"typed"`
}

func newMatchResult(work dispatch.Work, report league.Report, path string) matchResult {
	r := report.Result
	m := matchResult{Game: report.Game, Reason: r.Reason, Turns: report.Turns, BotSeed: work.BotSeed()}
	if work.Setup.Position == nil {
		seed := strconv.FormatInt(work.Setup.Seed, 10)
		m.Seed = &seed
	}
	for i, c := range work.Contenders {
		forgiven, first := r.Forgiven(i)
		m.Seats = append(m.Seats, seatResult{r.Number(r.Scores[i]), r.Ranks[i], r.FaultOf(i), forgiven, first, c.Bot.ID, c.Bot.Typed})
	}
	if w := r.Winner(); w >= 0 {
		m.Winner = &w
	}
	if path != "" {
		m.Replay = &path
	}
	if b := work.Branch; b != nil {
		m.Parent = b.Parent()
		if b.Record.Footer != nil {
			m.ParentScores = b.Record.Footer.Result.Numbers(b.Record.Footer.Result.Scores)
		}
	}
	return m
}

// print prints the result as text.
func (m matchResult) print(w io.Writer) error {
	outcome := "draw"
	switch {
	case m.Winner != nil:
		outcome = fmt.Sprintf("seat %d wins", *m.Winner)
	case len(m.Seats) == 1:
		outcome = fmt.Sprintf("score %s", m.Seats[0].Score)
	}
	start := givenPosition
	if m.Seed != nil {
		start = fmt.Sprintf("seed %s", *m.Seed)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	var faults []referee.Kind
	for _, seat := range m.Seats {
		if seat.Fault != nil {
			faults = append(faults, seat.Fault.Kind)
		}
	}
	fmt.Fprintf(table, "%s (%s) after %s, %s\n", outcome, referee.ReasonText(m.Reason, faults), plural.Count(m.Turns, "turn"), start)
	for i, seat := range m.Seats {
		fmt.Fprintf(table, "  seat %d\t%s\tscore %s", i, printable.Line(seat.Typed), seat.Score)
		if len(m.Seats) > 1 {
			fmt.Fprintf(table, "\trank %d", seat.Rank)
		}
		fmt.Fprintln(table)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for i, seat := range m.Seats {
		if seat.Fault != nil {
			if err := printable.Print(w, printable.Red, fmt.Sprintf("  %s\n", printable.Line(seat.Fault.Error()))); err != nil {
				return err
			}
			indent(w, []byte(seat.Fault.Stderr))
		}
		if seat.Forgiven > 0 {
			fmt.Fprintf(w, "  seat %d: %d forgiven, first in %s\n", i, seat.Forgiven, printable.Line(forgivenText(seat.FirstForgiven)))
			indent(w, []byte(seat.FirstForgiven.Stderr))
		}
	}
	if m.Parent != nil {
		fmt.Fprintf(w, "  as recorded up to turn %d; the recorded match ended with %s\n", m.Parent.Turn, joinScores(m.ParentScores))
	}
	if m.Replay != nil {
		fmt.Fprintf(w, "  replay %s\n", *m.Replay)
	}
	_, err := fmt.Fprintf(w, "  bot seed %s\n", m.BotSeed)
	return err
}

// joinScores returns the scores of the seats of a match, or that there are none.
func joinScores(scores []json.Number) string {
	if len(scores) == 0 {
		return "no result"
	}
	var words []string
	for _, score := range scores {
		words = append(words, score.String())
	}
	return strings.Join(words, " - ")
}

// forgivenText returns a forgiven fault without its seat.
func forgivenText(f *referee.Fault) string {
	return fmt.Sprintf("turn %d: %s: %q: %s", f.Turn, f.Kind, f.Line, f.Why)
}

// givenPosition is printed for the seed of a match that started from an
// explicit position.
const givenPosition = "from the given position"
