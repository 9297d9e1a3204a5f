// Package study has the verbs that ask what a bot did in its matches and what it
// would do instead: analyse, try, report, diff, testset and debug.
package study

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/study/analysis"
	"arbiter/server/study/analyst"
)

// Analyse is the verb analyse.
type Analyse struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Library
	Seat   *int          `help:"Only this seat. By default all of them." placeholder:"N"`
	Budget time.Duration `help:"How long to think." default:"10s"`
	Effort int           `help:"Instead of a time, so many continuations or thousands of searched positions: the same report on any machine." placeholder:"N"`
	JSON   bool          `name:"json" help:"Print the whole report as JSON."`
}

// Run analyses a match and prints what its answers cost.
func (c Analyse) Run(ctx context.Context, s output.Streams) error {
	switch {
	case c.Budget <= 0:
		return league.Usagef("--budget %v: want a duration above 0", c.Budget)
	case c.Effort < 0:
		return league.Usagef("--effort %d: want at least 1", c.Effort)
	}
	rec, g, err := c.OpenReplay(ctx, s.Token, c.Replay)
	if err != nil {
		return err
	}
	options := analysis.Options{Seat: analysis.AllSeats, Time: c.Budget, Effort: c.Effort}
	if c.Effort > 0 {
		options.Time = 0
	}
	if c.Seat != nil {
		if err := flags.CheckSeat(*c.Seat, len(rec.Header.Seats), c.Replay); err != nil {
			return err
		}
		options.Seat = *c.Seat
	}
	j, err := flags.Judging(rec, g)
	if err != nil {
		return fmt.Errorf("%s: %w", g.Info().Name, err)
	}
	const parts = 100
	m := output.NewMeter(s.Err, "percent", parts)
	options.Progress = func(share float64) { m.Set(int(share * parts)) }
	report, err := analyses().Analyse(ctx, c.Replay, rec, g, j, options)
	m.Close()
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(report)
	}
	return printAnalysis(s.Out, report)
}

// analyses returns where analyses are kept.
func analyses() analyst.Cache {
	if dir, err := os.UserCacheDir(); err == nil {
		return analyst.Cache{Dir: filepath.Join(dir, flags.CacheFolder, "analyses")}
	}
	return analyst.Cache{}
}

// printAnalysis prints the marked answers, the worst first.
func printAnalysis(w io.Writer, r *analysis.Analysis) error {
	falls, valued := fallsOf(r)
	if valued > 0 {
		fmt.Fprintf(w, "%s, judged by %s; %d of %s valued in %.1f s.\n", r.Game, r.Judge, valued, plural.Count(len(r.Turns), "position"), r.Seconds)
		if len(falls) == 0 && valued < len(r.Turns) {
			_, err := fmt.Fprintln(w, "The value never falls between the positions that are valued so far; a larger --budget values more.")
			return err
		}
		return printFalls(w, falls)
	}
	fmt.Fprintf(w, "%s, judged by %s; %.0f %% of %s examined in %.1f s.\n", r.Game, r.Judge, 100*r.Examined, plural.Count(len(r.Turns), "answer"), r.Seconds)
	if r.Omniscient {
		fmt.Fprintln(w, "The judge saw what is hidden: the values are not what a seat could know.")
	}
	if len(r.Worst) == 0 {
		return printNoMistake(w, r)
	}
	type key struct{ turn, seat int }
	turns := make(map[key]*analysis.Turn, len(r.Turns))
	for i := range r.Turns {
		turns[key{r.Turns[i].Turn, r.Turns[i].Seat}] = &r.Turns[i]
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TURN\tSEAT\tMARK\tCOST\tANSWER\tBEST")
	for _, worst := range r.Worst {
		t := turns[key{worst.Turn, worst.Seat}]
		fmt.Fprintf(table, "%d\t%d\t%s\t%s\t%s\t%s\n", t.Turn, t.Seat, worst.Mark, plusMinus(*t.Regret, *t.RegretError),
			printable.Line(cmp.Or(t.Answer, "none")), printable.Line(t.Best))
	}
	return table.Flush()
}

// printNoMistake prints what a report without a mistake says: which answer seems to have
// cost most, and where the value falls.
func printNoMistake(w io.Writer, r *analysis.Analysis) error {
	text := "No answer is known to be a mistake."
	if r.Examined < 1 {
		text = fmt.Sprintf("%.0f %% of the answers are examined, and none of these is known to be a mistake so far.", math.Floor(100*r.Examined))
	}
	if t := r.Suspect(); t != nil {
		text += fmt.Sprintf(" That of seat %d in turn %d seems to have cost most: %s. A larger --budget may tell.", t.Seat, t.Turn, plusMinus(*t.Regret, *t.RegretError))
	}
	if f := steepest(r); f != nil {
		text += fmt.Sprintf(" The value of seat %d falls most from turn %d to turn %d: from %s to %s.", f.seat, f.from, f.to, costSum(f.before), costSum(f.after))
	}
	_, err := fmt.Fprintln(w, text)
	return err
}
