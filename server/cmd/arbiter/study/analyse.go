// Package study has the verbs that ask what a bot did in its matches and what it
// would do instead: analyse, try, diff, puzzle and debug.
package study

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// Analyse is the verb analyse.
type Analyse struct {
	Subject string   `arg:"" name:"match-or-bot" help:"A match, as a replay file or by its ID; or a bot, by its name or ID (NAME@DIGEST). Four to twenty of the digits 0 to 9 and a to f are the ID of a match or its beginning."`
	Replays []string `arg:"" optional:"" name:"replay" help:"Of a bot: replay files, folders of them, or IDs of matches. Without any, the matches that the flags select."`
	flags.Library
	Seat   *int          `help:"Of a match: only this seat. By default all of them." placeholder:"N"`
	Budget time.Duration `help:"How long to think about a match, by default 10s; or about each match of a bot, by default not at all: then answers have costs in matches that are analysed." placeholder:"D"`
	Effort int           `seldom:"" without:"budget" help:"Of a match: instead of a time, so many continuations or thousands of searched positions: the same report on any machine." placeholder:"N"`
	JSON   bool          `name:"json" help:"Print the whole report as JSON."`

	Game       string `help:"Of a bot: only matches of this game." placeholder:"GAME" group:"matches"`
	Tournament string `help:"Of a bot: only matches of this tournament." placeholder:"NAME" group:"matches"`
	flags.Conditions
	Limit int `help:"Of a bot: maximum number of matches of the database or server, newest first; 0 for all." default:"100" group:"matches"`
}

// matchBudget is how long an analysis of a match takes by default.
const matchBudget = 10 * time.Second

// Run analyses a match, or the matches of a bot.
func (c Analyse) Run(ctx context.Context, s output.Streams) error {
	if len(c.Replays) > 0 || !isMatch(c.Subject) {
		if c.Seat != nil || c.Effort > 0 {
			return league.Usagef("--seat and --effort are of a match; %s is taken for a bot", c.Subject)
		}
		return c.bot(ctx, s)
	}
	if c.Game != "" || c.Tournament != "" || c.Filter != "" {
		return league.Usagef("--game, --tournament and --filter select matches of a bot; %s is taken for a match", c.Subject)
	}
	c.Budget = cmp.Or(c.Budget, matchBudget)
	return c.match(ctx, s)
}

// isMatch reports whether what was typed names a match: a replay file, or the ID of a match
// or its beginning.
func isMatch(name string) bool {
	if info, err := os.Stat(name); err == nil {
		return !info.IsDir()
	}
	isID := len(name) >= 4 && len(name) <= 20 && strings.Trim(name, "0123456789abcdef") == ""
	return isID || strings.Contains(filepath.Base(name), ".jsonl")
}

// match analyses a match and prints what its answers cost.
func (c Analyse) match(ctx context.Context, s output.Streams) error {
	began := time.Now()
	rec, g, err := c.OpenReplay(ctx, s.Token, c.Subject)
	if err != nil {
		return err
	}
	options := analysis.Options{Seat: analysis.AllSeats, Time: c.Budget, Effort: c.Effort}
	if c.Effort > 0 {
		options.Time = 0
	}
	if c.Seat != nil {
		if err := flags.CheckSeat(*c.Seat, len(rec.Header.Seats), c.Subject); err != nil {
			return err
		}
		options.Seat = *c.Seat
	}
	j, err := flags.Judging(rec, g)
	if err != nil {
		return fmt.Errorf("%s: %w", g.Info().Name, err)
	}
	fmt.Fprintln(s.Err, c.eta(time.Since(began)))
	m := output.NewShareMeter(s.Err, "of the budget is used")
	options.Progress = m.Set
	report, err := flags.Analyses().Analyse(ctx, c.Subject, rec, g, j, options)
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
	return errors.Join(printAnalysis(s.Out, g, rec, report), err)
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

// printAnalysis prints how a match ended, where it stood over its turns and which answers cost
// most. Those of the seat that came last are the first.
func printAnalysis(w io.Writer, g referee.Game, rec *replay.Record, r *analysis.Analysis) error {
	last := 0
	if rec.Footer != nil {
		last = lastSeat(rec.Footer.Result)
		printEnd(w, rec, r, last)
		lastFirst(r.Costs, last)
	}
	if r.ValuesOnly {
		fmt.Fprintf(w, "%s, judged by %s; %d of %s valued in %.1f s.\n", r.Game, r.Judge, len(r.Curve), plural.Count(r.Answers, "position"), r.Seconds)
		printMade(w, r)
	} else {
		fmt.Fprintf(w, "%s, judged by %s; %s of %s examined in %.1f s. Values and costs are in %s.\n", r.Game, r.Judge, rating.Share(r.Examined), plural.Count(r.Answers, "answer"), r.Seconds, r.Unit)
	}
	if r.Omniscient {
		fmt.Fprintln(w, "The judge saw what is hidden: the values are not what a seat could know.")
	}
	printCurve(w, r, last)
	if len(r.Costs) == 0 {
		_, err := fmt.Fprintln(w, "No mistakes found.")
		return err
	}
	return printCosts(w, g, r)
}

// curvePoints is how many values of a curve are printed at most.
const curvePoints = 10

// printCurve prints some values of the curve: the first, the last, and of each part between
// them the one that is known best. They are those of the seat that came last, if the curve tells.
func printCurve(w io.Writer, r *analysis.Analysis, last int) {
	if len(r.Curve) == 0 {
		return
	}
	seat, curve := last, r.CurveOf(last)
	if curve == nil {
		seat, curve = 0, r.Curve
	}
	what, format := expected(r)
	if r.Unit == analysis.WinningChance {
		what += fmt.Sprintf(" of seat %d", seat)
	}
	fmt.Fprintf(w, "Expected %s by turn:", what)
	for _, p := range bestKnown(curve, curvePoints) {
		fmt.Fprintf(w, "  %d: "+format, p.Turn, p.Value)
	}
	fmt.Fprintln(w)
}

// expected returns what the values of a curve are of, and the format of one.
func expected(r *analysis.Analysis) (what, format string) {
	if r.Unit == analysis.WinningChance {
		return "result", "%.2f"
	}
	return "score", "%.0f"
}

// bestKnown returns at most n points of a curve.
func bestKnown(curve []analysis.Point, n int) []analysis.Point {
	if len(curve) <= n {
		return curve
	}
	points := []analysis.Point{curve[0]}
	inner, parts := curve[1:len(curve)-1], n-2
	for i := range parts {
		part := inner[i*len(inner)/parts : (i+1)*len(inner)/parts]
		points = append(points, slices.MinFunc(part, func(a, b analysis.Point) int { return cmp.Compare(a.Error, b.Error) }))
	}
	return append(points, curve[len(curve)-1])
}

// printCosts prints the answers that cost most.
func printCosts(w io.Writer, g referee.Game, r *analysis.Analysis) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if r.ValuesOnly {
		fmt.Fprintln(w, "What could still be brought falls most in these turns:")
		fmt.Fprintf(table, "TURN\tSEAT\tLOST %s\n", strings.ToUpper(r.Unit))
		for _, c := range r.Costs {
			fmt.Fprintf(table, "%d\t%d\t%.0f\n", c.Turn, c.Seat, c.Cost)
		}
		return table.Flush()
	}
	fmt.Fprintln(table, "TURN\tSEAT\tCOST\tHOW SURE\tANSWER\tBETTER")
	for _, c := range r.Costs {
		fmt.Fprintf(table, "%d\t%d\t%s\t%s\t%s\n", c.Turn, c.Seat, plusMinus(c.Cost, c.Error), c.Sure, besides(g, c.Answer, c.Best))
	}
	return table.Flush()
}

// besides returns two cells of a table: an answer and another one, each where they differ.
func besides(g referee.Game, given, other string) string {
	given, other = deviation(given, other, whatif.Deviations(g, given, other))
	return printable.Line(cmp.Or(given, "none")) + "\t" + printable.Line(other)
}

// printMade prints what an answer brought that has no cost, and the most that any plan from
// the start would have brought.
func printMade(w io.Writer, r *analysis.Analysis) {
	if len(r.Results) == 0 || len(r.Curve) == 0 {
		return
	}
	made, most := r.Results[0], r.Curve[0].Value
	if most <= made {
		fmt.Fprintf(w, "The answer brought %.0f %s, and no plan was found that brings more.\n", made, r.Unit)
		return
	}
	fmt.Fprintf(w, "The answer brought %.0f %s; the best plan that was found brings %.0f, %.0f more.\n", made, r.Unit, most, most-made)
}
