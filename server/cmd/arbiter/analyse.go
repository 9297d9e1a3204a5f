package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/server/analysis"
	"arbiter/server/analyst"
	"arbiter/server/league"
)

type analyseCmd struct {
	Replay string `arg:"" help:"${replay}"`
	libraryFlags
	Seat   *int          `help:"Only this seat. By default all of them." placeholder:"N"`
	Budget time.Duration `help:"How long to think." default:"10s"`
	Effort int           `help:"Instead of a time, so many continuations or thousands of searched positions: the same report on any machine." placeholder:"N"`
	JSON   bool          `name:"json" help:"Print the whole report as JSON."`
}

// Run analyses a match and prints what its answers cost.
func (c analyseCmd) Run(ctx context.Context, s streams) error {
	rec, g, err := c.replay(ctx, s.token, c.Replay)
	if err != nil {
		return err
	}
	seats := len(rec.Header.Seats)
	options := analysis.Options{Seat: analysis.AllSeats, Time: c.Budget, Effort: c.Effort}
	if c.Effort > 0 {
		options.Time = 0
	}
	if c.Seat != nil {
		if *c.Seat < 0 || *c.Seat >= seats {
			return league.Usagef("--seat %d: %s has seats 0 to %d", *c.Seat, c.Replay, seats-1)
		}
		options.Seat = *c.Seat
	}
	j, err := judging(rec, g)
	if err != nil {
		return fmt.Errorf("%s: %w", g.Info().Name, err)
	}
	const parts = 100
	m := newMeter(s.err, "percent", parts)
	options.Progress = func(share float64) { m.set(int(share * parts)) }
	report, err := analyse(ctx, c.Replay, rec, g, j, options)
	m.close()
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(report)
	}
	return printAnalysis(s.out, report)
}

// analyses returns where analyses are kept.
func analyses() analyst.Cache {
	if dir, err := os.UserCacheDir(); err == nil {
		return analyst.Cache{Dir: filepath.Join(dir, "arbiter", "analyses")}
	}
	return analyst.Cache{}
}

// analyse goes on from what an earlier analysis has found out, and stores what this
// one has. An effort starts from nothing, since it promises the same report always.
func analyse(ctx context.Context, match string, rec *replay.Record, g referee.Game, j analysis.Judging, o analysis.Options) (*analysis.Report, error) {
	cache := analyses()
	if o.Effort > 0 {
		cache = analyst.Cache{}
	}
	key, err := analysis.Key(rec, j)
	if err != nil {
		return nil, err
	}
	_, o.Notes = cache.Load(key)
	report, notes, err := analysis.Analyse(ctx, match, rec, g, j, o)
	if report != nil && o.Seat == analysis.AllSeats { // after Ctrl-C, too
		err = errors.Join(err, cache.Save(key, report, notes))
	}
	return report, err
}

// printAnalysis prints the marked answers, the worst first.
func printAnalysis(w io.Writer, r *analysis.Report) error {
	fmt.Fprintf(w, "%s, judged by %s; %.0f %% of %d answers examined in %.1f s.\n", r.Game, r.Judge, 100*r.Examined, len(r.Turns), r.Seconds)
	if r.Omniscient {
		fmt.Fprintln(w, "The judge saw what is hidden: the values are not what a seat could know.")
	}
	if len(r.Worst) == 0 {
		_, err := fmt.Fprintln(w, "No answer is known to be a mistake.")
		return err
	}
	type key struct{ turn, seat int }
	turns := make(map[key]*analysis.Turn, len(r.Turns))
	for i := range r.Turns {
		turns[key{r.Turns[i].Turn, r.Turns[i].Seat}] = &r.Turns[i]
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "turn\tseat\tmark\tcost\tanswer\tbest")
	for _, worst := range r.Worst {
		t := turns[key{worst.Turn, worst.Seat}]
		fmt.Fprintf(table, "%d\t%d\t%s\t%s\t%s\t%s\n", t.Turn, t.Seat, worst.Mark, plusMinus(*t.Regret, *t.RegretError),
			printable.Line(cmp.Or(t.Answer, "none")), printable.Line(t.Best))
	}
	return table.Flush()
}

// plusMinus returns a number with its error: whole points, or a share of a win.
func plusMinus(x, err float64) string {
	if x >= 2 {
		return fmt.Sprintf("%.1f ± %.1f", x, err)
	}
	return fmt.Sprintf("%.3f ± %.3f", x, err)
}
