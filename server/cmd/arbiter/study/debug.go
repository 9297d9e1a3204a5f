package study

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/referee/rewind"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
	"arbiter/server/study/debug"
)

// Debug is the verb debug.
type Debug struct {
	Replay   string   `arg:"" help:"${replay}"`
	Debugger []string `arg:"" optional:"" passthrough:"" help:"After --: pdb, gdb, dlv or node with arguments, or another command that runs the bot, such as valgrind; env only feeds it. By default the debugger for the bot's language."`
	flags.Library
	Seat int    `required:"" help:"The seat of the bot." placeholder:"N"`
	Turn *int   `help:"Stop before the input of this turn. By default the turn of the seat's fault, or else its last." placeholder:"T"`
	Slow bool   `help:"Instead of debugging, profile the turn whose answer took longest, the first answer left out: with cProfile for Python, pprof for Go."`
	Bot  string `help:"The bot. A builtin one is known from the record; any other must be typed, since it runs as your user." placeholder:"BOT"`
}

const debugHelp = "The bot is built and runs without a box, as your user: inside of one nothing can be traced, and there is no terminal. " +
	"Debug bots of strangers in a virtual machine, or read arbiter replay input and arbiter replay log, which run nothing."

// Help returns the detailed help.
func (Debug) Help() string { return debugHelp }

// Run starts a seat's bot with its recorded seed, feeds it the recorded input up
// to a turn, and hands over to a debugger.
func (c Debug) Run(ctx context.Context, s output.Streams) error {
	session, err := c.session(ctx, s)
	if err != nil {
		return err
	}
	if c.Slow {
		if c.Turn == nil {
			turn, wall := rewind.Slowest(session.Exchanges)
			session.Turn = turn
			fmt.Fprintf(s.Err, "Turn %d was the slowest: %v.\n", turn, wall)
		}
		difference, err := session.Profile(ctx)
		return differs(difference, err)
	}
	words := c.Debugger
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	tool, err := debug.Choose(words, session.Spec.Command, session.Spec.Dir)
	if err != nil {
		return league.UsageError{Err: err}
	}
	// Ctrl-C is for the debugger, which has the terminal, however often it is pressed.
	signal.Reset(syscall.SIGINT)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT)
	defer signal.Stop(signals)
	difference, err := session.Run(context.WithoutCancel(ctx), tool)
	if errors.Is(err, debug.ErrNoTerminal) {
		return league.UsageError{Err: err}
	}
	return differs(difference, err)
}

// differs returns the error of a verb that found a difference and has told it.
func differs(d *rewind.Difference, err error) error {
	if err == nil && d != nil {
		return output.ErrReported
	}
	return err
}

// session returns the run of the seat's bot in the recorded match.
func (c Debug) session(ctx context.Context, s output.Streams) (debug.Session, error) {
	rec, g, err := c.OpenSeat(ctx, s.Token, c.Replay, c.Seat)
	if err != nil {
		return debug.Session{}, err
	}
	exchanges, err := rewind.Exchanges(rec, g, c.Seat)
	if err != nil {
		return debug.Session{}, err
	}
	if len(exchanges) == 0 {
		return debug.Session{}, league.Usagef("seat %d of %s was never asked", c.Seat, c.Replay)
	}
	turn, err := c.turn(rec, exchanges)
	if err != nil {
		return debug.Session{}, err
	}
	recorded := rec.Header.Seats[c.Seat]
	bot, err := c.bot(ctx, s, g.Info().Name, recorded)
	if err != nil {
		return debug.Session{}, err
	}
	if was, is := flags.Compared(recorded, bot.Bot); was != is {
		fmt.Fprintf(s.Err, "The bot has changed since the match: it was %s, and is %s now.\n", was, is)
	}
	seed, known := dispatch.RecordedBotSeed(rec.Header)
	if !known {
		fmt.Fprintf(s.Err, "The record of version 0.1 has no seeds of bots; the bot gets %s, which is right unless the match was a repetition.\n", seed)
	}
	fmt.Fprintf(s.Err, "Seat %d of %s: %s with %s=%s.\n", c.Seat, c.Replay, bot.Bot.Typed, dispatch.SeedVariable, seed)
	return debug.Session{
		Spec: bot.Spec, Env: append(rec.Header.Limits.Referee().Environ(), dispatch.SeedVariable+"="+seed), Seat: c.Seat, Exchanges: exchanges, Turn: turn,
		Out: s.Err, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	}, nil
}

// bot returns the bot to run: the one that was typed, or a builtin one of the
// record. Nothing else runs without a box, not even what this database knows.
func (c Debug) bot(ctx context.Context, s output.Streams, game string, recorded replay.Seat) (dispatch.Contender, error) {
	if c.Bot != "" {
		return flags.Resolver(s.Err, c).One(ctx, c.Bot, game)
	}
	if recorded.Bot == league.Human(game).Typed {
		return dispatch.Contender{}, league.Usagef("seat %d was a person; want the seat of a bot", c.Seat)
	}
	bot, err := flags.Resolver(s.Err).OneBuiltin(recorded.Bot, game)
	if !errors.As(err, new(resolve.NotBuiltinError)) {
		if err != nil {
			err = fmt.Errorf("%w; --bot says which bot to run", err)
		}
		return bot, err
	}
	u, known, err := c.Untyped(ctx, game, c.Seat, recorded)
	if err != nil {
		return dispatch.Contender{}, err
	}
	if known.ID != "" {
		u.Why = fmt.Sprintf("seat %d's bot, entered here as %q, would run without a box", c.Seat, known.Typed)
	}
	return dispatch.Contender{}, flags.Refused(s, []flags.UntypedBot{u}, 1, []string{"--bot", printable.Quote(u.Typed)})
}

// turn returns the turn to stop before.
func (c Debug) turn(rec *replay.Record, exchanges []rewind.Exchange) (int, error) {
	last := exchanges[len(exchanges)-1].Turn
	if c.Turn == nil {
		if rec.Footer != nil {
			if f := rec.Footer.Result.FaultOf(c.Seat); f != nil {
				return f.Turn, nil
			}
		}
		return last, nil
	}
	if err := flags.CheckTurn("turn", *c.Turn, len(rec.Turns)); err != nil {
		return 0, err
	}
	if !slices.ContainsFunc(exchanges, func(e rewind.Exchange) bool { return e.Turn == *c.Turn }) {
		return 0, league.Usagef("--turn %d: seat %d was not asked in this turn; its last one is %d", *c.Turn, c.Seat, last)
	}
	return *c.Turn, nil
}
