package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/replay"
	"arbiter/referee/rewind"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// Try is the verb try.
type Try struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Library
	Turn    int           `required:"" help:"The turn of the answer, as in puzzle add." placeholder:"T"`
	Seat    *int          `help:"The seat that gives it. By default the one that was asked in this turn." placeholder:"N"`
	Answers []string      `name:"answer" required:"" sep:"none" help:"The answer to try; a second one is compared with it in place of the recorded one." placeholder:"ANSWER"`
	Budget  time.Duration `help:"How long to play." default:"10s"`
	Pairs   int           `help:"Most pairs of matches that are played." default:"400" placeholder:"N"` // mostPairs
	Bots    []string      `name:"bot" short:"b" help:"Let bots play on in place of the judge's players: the bot that takes a seat; once for each seat. The other seats go on with their recorded bots, where those are builtin or somebody has entered them in this database." placeholder:"SEAT=BOT"`
	JSON    bool          `name:"json" help:"Print the comparison as one JSON object."`
	flags.Time
	flags.Box
}

// mostPairs is how many pairs of matches compare two answers at most, by default.
const mostPairs = 400

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
	q := analysis.Question{Turn: c.Turn, A: strings.Split(c.Answers[0], "\n")}
	if len(c.Answers) == 2 {
		q.B = strings.Split(c.Answers[1], "\n")
	}
	if len(c.Bots) > 0 {
		box, err := c.Sandbox(s.Err, c)
		if err != nil {
			return err
		}
		defer box.Close()
		bots, err := c.bots(ctx, s, rec, g, seat, box)
		if err != nil {
			return err
		}
		q.Play = bots.Play
	}
	fmt.Fprintf(s.Err, "Plays up to %s from turn %d of seat %d, for %v at most.\n", plural.Count(c.Pairs, "pair"), c.Turn, seat, c.Budget)
	m := output.NewShareMeter(s.Err, "of the time is used")
	t, err := analysis.Try(ctx, rec, g, j, q, analysis.Options{Seat: seat, Time: c.Budget, Samples: c.Pairs, Progress: m.Set})
	m.Close()
	if t == nil {
		return league.UsageError{Err: err}
	}
	if errors.As(err, new(*rewind.JoinError)) {
		return league.UsageError{Err: err}
	}
	if err != nil && ctx.Err() == nil {
		return err
	}
	ended := ""
	if ctx.Err() != nil {
		fmt.Fprintln(s.Err, interrupted(notKept))
		ended = fmt.Sprintf(" of %v, ended by Ctrl-C", c.Budget)
	}
	if c.JSON {
		return errors.Join(json.NewEncoder(s.Out).Encode(t), err)
	}
	return errors.Join(printTrial(s.Out, t, ended), err)
}

// bots returns the bots that play on: those that were typed, else the recorded ones.
func (c Try) bots(ctx context.Context, s output.Streams, rec *replay.Record, g referee.Game, seat int, box *sandbox.Sandbox) (whatif.Bots, error) {
	b := whatif.Bots{Seat: seat, Pool: dispatch.Pool{Affinity: dispatch.Off, Isolation: box}}
	branch, err := rewind.NewBranch(rec, g, c.Turn-1)
	if err != nil {
		return b, league.Usagef("%s: %w", c.Replay, err)
	}
	b.Branch = branch
	if b.Limits, err = c.Apply(rec.Header.Limits.Referee()); err != nil {
		return b, err
	}
	given, err := flags.GivenBots(c.Bots, len(rec.Header.Seats))
	if err != nil {
		return b, err
	}
	game, bots := g.Info().Name, c.Resolver(s.Err, box, c)
	var untyped []flags.UntypedBot
	for seat, old := range rec.Header.Seats {
		var bot dispatch.Contender
		var missing *flags.UntypedBot
		switch {
		case given[seat] != "":
			bot, err = bots.One(ctx, given[seat], game)
		case old.Bot == league.Human(game).Typed:
			err = league.Usagef("seat %d was a person; want -b %d=BOT", seat, seat)
		default:
			bot, missing, err = c.RecordedBot(ctx, bots, game, seat, old)
		}
		if err != nil {
			return b, err
		}
		if missing != nil {
			untyped = append(untyped, *missing)
		}
		b.Contenders = append(b.Contenders, resolve.Told(bot))
	}
	if len(untyped) > 0 {
		return b, flags.RefusedSeats(s, untyped)
	}
	return b, b.Refused()
}

// printTrial prints which of two answers is better, if that can be told, and by how much in
// the unit of the game. The text ended follows the time of a trial that did not take all
// that it was given.
func printTrial(w io.Writer, t *analysis.Trial, ended string) error {
	took := fmt.Sprintf("%.1f s%s", t.Secs, ended)
	fmt.Fprintf(w, "A: %s\nB: %s\n", printable.Line(t.A), printable.Line(t.B))
	if t.Same {
		_, err := fmt.Fprintln(w, "Both come to the same.")
		return err
	}
	if t.Proven != nil {
		what := "both come to the same"
		switch {
		case *t.Proven > 0:
			what = fmt.Sprintf("A gains %s %s", costSum(*t.Proven), t.Unit)
		case *t.Proven < 0:
			what = fmt.Sprintf("B gains %s %s", costSum(-*t.Proven), t.Unit)
		}
		fmt.Fprintf(w, "Proven in %s: by perfect play %s. Players make of it:\n", plural.Count(t.Proof, "position"), what)
	}
	if t.Gain == nil {
		_, err := fmt.Fprintf(w, "Cannot tell: no pair was played (%s); a larger --budget may tell.\n", took)
		return err
	}
	if t.Repeats > 0 && !t.Tells {
		_, err := fmt.Fprintf(w, "Cannot tell: nothing is hidden and the bots repeat themselves, so that %s came of %d (A %s, B %s %s, %s).\n",
			plural.Count(t.Pairs, "pair"), t.Pairs+t.Repeats, costSum(t.MeanA), costSum(t.MeanB), t.Unit, took)
		return err
	}
	verdict := "Cannot tell"
	if t.Tells {
		verdict = "A is better"
		if *t.Gain < 0 {
			verdict = "B is better"
		}
	}
	size := *t.Gain
	if t.Tells {
		size = math.Abs(size)
	}
	_, err := fmt.Fprintf(w, "%s: %s %s (A %s, B %s; %s by %s, %s).\n", verdict, plusMinus(size, *t.Error), t.Unit,
		costSum(t.MeanA), costSum(t.MeanB), plural.Count(t.Pairs, "pair"), strings.Join(t.Kinds, ", "), took)
	return err
}
