package main

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"arbiter/referee"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/printable"
)

// A matchResult is the result of one match as play prints it. Its JSON form is
// the output of --json.
type matchResult struct {
	Game   string       `json:"game"`
	Seed   *int64       `json:"seed"` // nil for an explicit start position
	Seats  []seatResult `json:"seats"`
	Winner *int         `json:"winner"` // nil for a draw and for a solo game
	Reason string       `json:"reason"`
	Turns  int          `json:"turns"`
	Replay *string      `json:"replay"`
}

// A seatResult is the result of one seat.
type seatResult struct {
	Bot   string         `json:"bot"`
	Score int64          `json:"score"`
	Rank  int            `json:"rank"`
	Fault *referee.Fault `json:"fault"`
}

func newMatchResult(work dispatch.Work, report league.Report, replay string) matchResult {
	r := report.Result
	m := matchResult{Game: report.Game, Reason: r.Reason, Turns: report.Turns}
	if work.Setup.Position == nil {
		m.Seed = &work.Setup.Seed
	}
	for i, c := range work.Contenders {
		m.Seats = append(m.Seats, seatResult{c.Bot.Typed, r.Scores[i], r.Ranks[i], r.FaultOf(i)})
	}
	if w := r.Winner(); w >= 0 {
		m.Winner = &w
	}
	if replay != "" {
		m.Replay = &replay
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
		outcome = fmt.Sprintf("score %d", m.Seats[0].Score)
	}
	start := givenPosition
	if m.Seed != nil {
		start = fmt.Sprintf("seed %d", *m.Seed)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s (%s) after %s, %s\n", outcome, m.Reason, plural(strconv.Itoa(m.Turns), "turn"), start)
	for i, seat := range m.Seats {
		fmt.Fprintf(table, "  seat %d\t%s\tscore %d\trank %d\n", i, printable.Line(seat.Bot), seat.Score, seat.Rank)
	}
	for _, seat := range m.Seats {
		if seat.Fault != nil {
			fmt.Fprintf(table, "  %s\n", printable.Line(seat.Fault.Error()))
		}
	}
	if m.Replay != nil {
		fmt.Fprintf(table, "  replay %s\n", *m.Replay)
	}
	return table.Flush()
}

// givenPosition is printed for the seed of a match that started from an
// explicit position.
const givenPosition = "from the given position"
