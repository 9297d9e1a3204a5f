// Package study has the verbs that ask what a bot did in its matches and what it
// would do instead: analyse, try, report, diff, testset and debug.
package study

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// Analyse is the verb analyse.
type Analyse struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Library
	Seat   *int          `help:"Only this seat. By default all of them." placeholder:"N"`
	Budget time.Duration `help:"How long to think." default:"10s"`
	Effort int           `without:"budget" help:"Instead of a time, so many continuations or thousands of searched positions: the same report on any machine." placeholder:"N"`
	JSON   bool          `name:"json" help:"Print the whole report as JSON."`
}

// Run analyses a match and prints what its answers cost.
func (c Analyse) Run(ctx context.Context, s output.Streams) error {
	switch {
	case c.Budget <= 0:
		return league.Usagef("--budget %v: want a duration above 0", c.Budget)
	}
	began := time.Now()
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
	fmt.Fprintln(s.Err, c.eta(time.Since(began)))
	m := output.NewShareMeter(s.Err, "analysed")
	options.Progress = m.Set
	report, err := flags.Analyses().Analyse(ctx, c.Replay, rec, g, j, options)
	m.Close()
	known := ctx.Err() != nil && report != nil // it counts
	if err != nil && !known {
		return err
	}
	if known {
		fmt.Fprintln(s.Err, c.interrupted())
	}
	if c.JSON {
		return errors.Join(json.NewEncoder(s.Out).Encode(report), err)
	}
	return errors.Join(printAnalysis(s.Out, g, report), err)
}

// eta says how long an analysis takes of a match that was loaded in such a time.
func (c Analyse) eta(loading time.Duration) string {
	loaded := fmt.Sprintf("The match was loaded in %.1f s;", loading.Seconds())
	if c.Effort > 0 {
		return fmt.Sprintf("%s how long --effort %d takes depends on the machine.", loaded, c.Effort)
	}
	return fmt.Sprintf("%s its analysis takes %v, %.1f s in all, or less if all is known before. Ctrl-C ends it.", loaded, c.Budget, (loading + c.Budget).Seconds())
}

// interrupted says what becomes of an analysis that was interrupted.
func (c Analyse) interrupted() string {
	if c.Effort > 0 || c.Seat != nil {
		return interrupted(notKept + ", because it is of one --seat or by --effort")
	}
	return interrupted(kept)
}

// printAnalysis prints the marked answers, the worst first.
func printAnalysis(w io.Writer, g referee.Game, r *analysis.Analysis) error {
	falls, valued := fallsOf(r)
	if valued > 0 {
		fmt.Fprintf(w, "%s, judged by %s; %d of %s valued in %.1f s.\n", r.Game, r.Judge, valued, plural.Count(len(r.Turns), "position"), r.Seconds)
		printMade(w, r)
		if len(falls) == 0 && valued < len(r.Turns) {
			_, err := fmt.Fprintln(w, "The value never falls between the positions that are valued so far; a larger --budget values more.")
			return err
		}
		return printFalls(w, falls, r.Unit)
	}
	fmt.Fprintf(w, "%s, judged by %s; %s of %s examined in %.1f s in all. Values and costs are in %s.\n", r.Game, r.Judge, rating.Share(r.Examined), plural.Count(len(r.Turns), "answer"), r.Seconds, r.Unit)
	if r.Omniscient {
		fmt.Fprintln(w, "The judge saw what is hidden: the values are not what a seat could know.")
	}
	if len(r.Worst) == 0 {
		return printNoMistake(w, g, r)
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
		fmt.Fprintf(table, "%d\t%d\t%s\t%s\t%s\n", t.Turn, t.Seat, worst.Mark, plusMinus(*t.Regret, *t.RegretError), besides(g, t.Answer, t.Best))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if t := r.Suspect(); t != nil {
		fmt.Fprintf(w, "Of the answers without a mark, that of %s\n", suspicion(r, t))
	}
	return printParts(w, g, r)
}

// besides returns two cells of a table: an answer and another one, each where they differ.
func besides(g referee.Game, given, other string) string {
	given, other = deviation(given, other, whatif.Deviations(g, given, other))
	return printable.Line(cmp.Or(given, "none")) + "\t" + printable.Line(other)
}

// suspicion says of the answer that seems to have cost most what is known of it.
func suspicion(r *analysis.Analysis, t *analysis.Turn) string {
	return fmt.Sprintf("seat %d in turn %d seems to have cost most: %s %s. A larger --budget may tell.", t.Seat, t.Turn, plusMinus(*t.Regret, *t.RegretError), r.Unit)
}

// printNoMistake prints what a report without a mistake says: which answer seems to have
// cost most, and where the value falls.
func printNoMistake(w io.Writer, g referee.Game, r *analysis.Analysis) error {
	text := "No answer is known to be a mistake."
	if r.Examined < 1 {
		text = fmt.Sprintf("%s of the answers are examined, and none of these is known to be a mistake so far.", rating.Share(r.Examined))
	}
	if t := r.Suspect(); t != nil {
		text += " That of " + suspicion(r, t)
	}
	fmt.Fprintln(w, text)
	return printParts(w, g, r)
}
