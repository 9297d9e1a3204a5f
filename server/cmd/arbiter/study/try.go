package study

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/study/analysis"
)

// Try is the verb try.
type Try struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Library
	Turn    int           `required:"" help:"The turn of the answer, as in testset add." placeholder:"T"`
	Seat    *int          `help:"The seat that gives it. By default the one that was asked in this turn." placeholder:"N"`
	Answers []string      `name:"answer" required:"" sep:"none" help:"The answer to try; a second one is compared with it in place of the recorded one." placeholder:"ANSWER"`
	Budget  time.Duration `help:"How long to play." default:"10s"`
	Pairs   int           `help:"Most pairs of matches that are played." default:"400" placeholder:"N"`
	JSON    bool          `name:"json" help:"Print the comparison as one JSON object."`
}

// Run compares two answers to a position and prints which one is better.
func (c Try) Run(ctx context.Context, s output.Streams) error {
	switch {
	case c.Budget <= 0:
		return league.Usagef("--budget %v: want a duration above 0", c.Budget)
	case c.Pairs < 1:
		return league.Usagef("--pairs %d: want at least 1", c.Pairs)
	case len(c.Answers) > 2:
		return league.Usagef("--answer %s: want one answer, which is compared with the recorded one, or two", c.Answers[2])
	}
	rec, g, err := c.OpenReplay(ctx, s.Token, c.Replay)
	if err != nil {
		return err
	}
	seat, _, err := recordedAnswer(rec, c.Replay, c.Turn, c.Seat)
	if err != nil {
		return err
	}
	j, err := flags.Judging(rec, g)
	if err != nil {
		return fmt.Errorf("%s: %w", g.Info().Name, err)
	}
	var against []string
	if len(c.Answers) == 2 {
		against = strings.Split(c.Answers[1], "\n")
	}
	fmt.Fprintf(s.Err, "Up to %s are played from turn %d of seat %d, for %v at most.\n", plural.Count(c.Pairs, "pair"), c.Turn, seat, c.Budget)
	t, err := analysis.Try(ctx, rec, g, j, c.Turn, strings.Split(c.Answers[0], "\n"), against, analysis.Options{Seat: seat, Time: c.Budget, Samples: c.Pairs})
	if t == nil {
		return league.UsageError{Err: err}
	}
	if c.JSON {
		if err := json.NewEncoder(s.Out).Encode(t); err != nil {
			return err
		}
	} else if err := printTrial(s.Out, t); err != nil {
		return err
	}
	return err
}

// printTrial prints which of two answers is better, if that can be told.
func printTrial(w io.Writer, t *analysis.Trial) error {
	fmt.Fprintf(w, "A: %s\nB: %s\n", printable.Line(t.A), printable.Line(t.B))
	if t.Same {
		_, err := fmt.Fprintln(w, "Both come to the same.")
		return err
	}
	if t.Gain == nil {
		_, err := fmt.Fprintln(w, "Cannot tell: no pair was played in time; a larger --budget may tell.")
		return err
	}
	unit := "of a win"
	if t.Scale != 1 {
		unit = "points of score"
	}
	verdict := "Cannot tell"
	if t.Tells() {
		verdict = "A is better"
		if *t.Gain < 0 {
			verdict = "B is better"
		}
	}
	size := *t.Gain
	if t.Tells() {
		size = math.Abs(size)
	}
	_, err := fmt.Fprintf(w, "%s: %s %s (A %s, B %s; %s by %s, %.1f s).\n", verdict, plusMinus(size, *t.Error), unit,
		costSum(t.MeanA), costSum(t.MeanB), plural.Count(t.Pairs, "pair"), strings.Join(t.Kinds, ", "), t.Secs)
	return err
}
