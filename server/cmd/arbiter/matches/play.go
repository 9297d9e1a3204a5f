// Package matches has the verbs about single matches: play, and matches and replay, which
// read what was played.
package matches

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"arbiter/referee"
	"arbiter/referee/external"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"

	"github.com/alecthomas/kong"
)

// Play is the verb play.
type Play struct {
	Game string   `arg:"" optional:"" help:"The game: a name, see arbiter games, or a folder with a game.toml. Without --from it has to be given."`
	Bots []string `arg:"" optional:"" name:"bot" help:"One bot for each seat: a folder with a bot.toml, an executable, a source file, a quoted command line, builtin:GAME/NAME, or git:COMMIT[:PATH]."`

	Seed  string `help:"Seed of the start position, an integer. By default a random one, which is printed." placeholder:"N" group:"starts"`
	Setup string `help:"JSON file with an explicit start position; docs/rules describes its fields." placeholder:"FILE" group:"starts"`
	Test  string `seldom:"" help:"The same for heropath: a test of the contest." placeholder:"FILE" group:"starts"`

	Score string `seldom:"" with:"test" help:"heropath: score the answer in this JSON file, - for stdin, instead of playing a bot." placeholder:"FILE"`
	Best  string `seldom:"" with:"score" help:"With --score: table of best scores by test, for the relative score of the statement." placeholder:"TABLE"`

	Replay string        `out:"replay" help:"Write a replay of the match to this file. Its name should end in .jsonl.gz." placeholder:"FILE" group:"output"`
	JSON   bool          `help:"Print the result as one JSON object on stdout and nothing else." group:"output"`
	Watch  bool          `help:"Draw the board on stderr after every turn." group:"output"`
	Delay  time.Duration `seldom:"" help:"Pause after each board of --watch on a terminal." default:"100ms" group:"output"`

	Rerun bool `help:"Play again each time a file of a bot is saved, from the same start, and print what changed. Ctrl-C ends it." group:"output"`

	Human bool `help:"Play one seat yourself by typing answers; bots play the other seats." group:"person"`
	Seat  int  `seldom:"" with:"human" help:"Your seat, with --human." placeholder:"N" group:"person"`

	Affinity string `help:"${affinity}" enum:"auto,shared,off" default:"off" group:"machine"`

	flags.Time
	flags.Box
	branchFlags
}

// AfterApply is called by the parser: it returns the error of a command line that does
// not say what to play.
func (c Play) AfterApply(command *kong.Context) error {
	if c.From != "" {
		return nil
	}
	if err := c.branchFlags.unused(flags.Given(command)); err != nil {
		return err
	}
	if c.Game == "" {
		return flags.NoGameError{}
	}
	return nil
}

// Run plays one match.
func (c Play) Run(ctx context.Context, s output.Streams) error {
	if err := errors.Join(c.checkRerun(), output.CheckFile("replay", c.Replay)); err != nil {
		return err
	}
	if c.From != "" {
		return c.playFrom(ctx, s)
	}
	if c.Score != "" {
		return c.playAnswer(ctx, s)
	}
	box, err := c.Sandbox(s.Err, c)
	if err != nil {
		return err
	}
	defer box.Close()
	registry, err := c.Registry(c)
	if err != nil {
		return err
	}
	g, err := flags.FindGame(registry, c.Game, box, flags.OwnFiles(c))
	if err != nil {
		return err
	}
	if c.Human {
		return c.playHuman(ctx, s, g, box)
	}
	info := g.Info()
	if len(c.Bots) < info.MinSeats || len(c.Bots) > info.MaxSeats {
		return league.Usagef("%s is played by %s; found %d", info.Name, seatCount(info, "bot"), len(c.Bots))
	}
	if err := c.buildReferee(ctx, s, g, box); err != nil {
		return err
	}
	if c.Rerun {
		return c.playAgain(ctx, s, g, box)
	}
	work, match, err := c.prepare(ctx, s, g, len(c.Bots), box)
	if err != nil {
		return err
	}
	return c.playBots(ctx, s, work, match, box)
}

// buildReferee builds a referee that is a program of its own, if it has a build.
func (c Play) buildReferee(ctx context.Context, s output.Streams, g referee.Game, box *sandbox.Sandbox) error {
	own, ok := g.(*external.Game)
	if !ok {
		return nil
	}
	text, err := own.Build(ctx, c.Resolver(s.Err, box, c).Build)
	if errors.As(err, new(*process.SpecError)) {
		return league.Usagef("%sgame %s: %w", text, g.Info().Name, err)
	}
	return err
}

// playBots plays a match between bots and prints its result. The match is at its start.
func (c Play) playBots(ctx context.Context, s output.Streams, work dispatch.Work, match referee.Match, box *sandbox.Sandbox) error {
	report, err := c.playOnce(ctx, s, work, match, box)
	if err != nil {
		return err
	}
	return c.write(s, work, report)
}

// playOnce plays a match between bots. The match is at its start.
func (c Play) playOnce(ctx context.Context, s output.Streams, work dispatch.Work, match referee.Match, box *sandbox.Sandbox) (league.Report, error) {
	defer match.Close()
	pool := dispatch.Pool{
		Affinity: dispatch.Affinity(c.Affinity), Isolation: box, Version: flags.Version, Host: flags.Host(box), Discard: c.Replay == "" && !c.Rerun,
	}
	if _, own := work.Game.(*external.Game); !own { // which asks one seat at a time, and would be started to say so
		pool.Seats = match.Asked().Len()
	}
	if c.Watch {
		pool.Watch = func(_ dispatch.Work, m referee.Match) referee.Recorder { return newBoardWatcher(s.Err, m, c.Delay) }
	}
	report, err := untilValid(s.Err, func() (league.Report, error) { return pool.Play(ctx, work) })
	if errors.As(err, new(*process.SpecError)) && !errors.As(err, new(*external.BrokenError)) {
		err = league.UsageError{Err: err}
	}
	return report, err
}

// untilValid plays a match again that the machine made void, as a tournament
// does, and says so.
func untilValid(w io.Writer, play func() (league.Report, error)) (league.Report, error) {
	for voids := 1; ; voids++ {
		report, err := play()
		if !dispatch.IsVoid(err) || voids == dispatch.MaxVoids {
			return report, err
		}
		fmt.Fprintf(w, "%v; the match is played again\n", err)
	}
}

// prepare returns the match of a game with this many seats: its limits, its
// start, and the bots that were named.
func (c Play) prepare(ctx context.Context, s output.Streams, g referee.Game, seats int, box *sandbox.Sandbox) (dispatch.Work, referee.Match, error) {
	work, match, err := c.start(g, seats)
	if err != nil {
		return work, nil, err
	}
	work.Contenders, err = c.Resolver(s.Err, box, c).All(ctx, c.Bots, g.Info().Name)
	return work, match, err
}

// start is prepare without the bots.
func (c Play) start(g referee.Game, seats int) (dispatch.Work, referee.Match, error) {
	limits, err := c.Limits(g.Info())
	if err != nil {
		return dispatch.Work{}, nil, err
	}
	setup, err := c.setup()
	if err != nil {
		return dispatch.Work{}, nil, err
	}
	match, err := g.New(setup, seats)
	if err != nil && setup.Position != nil {
		err = fmt.Errorf("%s: %w", cmp.Or(c.Test, c.Setup), err)
	}
	if err != nil {
		return dispatch.Work{}, nil, league.UsageError{Err: err}
	}
	return dispatch.Work{
		Job:  league.Job{Pairing: league.Pairing{Start: league.Start{Seed: setup.Seed}}},
		Game: g, Setup: setup, Limits: limits,
	}, match, nil
}

// setup returns the start of the match.
func (c Play) setup() (referee.Setup, error) {
	path := c.Setup
	switch {
	case c.Test != "" && c.Game != "heropath":
		return referee.Setup{}, league.Usagef("--test is for heropath; %s starts from --seed or --setup", c.Game)
	case c.Test != "" && c.Setup != "":
		return referee.Setup{}, league.Usagef("--test and --setup both give the start position; want only one of them")
	case c.Test != "":
		path = c.Test
	}
	if path != "" {
		if c.Seed != "" {
			return referee.Setup{}, league.Usagef("--seed %s and the start position %s: want only one of them", c.Seed, path)
		}
		position, err := os.ReadFile(path)
		if err != nil {
			return referee.Setup{}, league.Usagef("start position: %w", err)
		}
		return referee.Setup{Position: position}, nil
	}
	if c.Seed == "" {
		return referee.Setup{Seed: rand.Int64N(1_000_000_000)}, nil
	}
	seed, err := flags.ParseSeed(c.Seed)
	return referee.Setup{Seed: seed}, err
}

// write writes the replay and the result of the match.
func (c Play) write(s output.Streams, work dispatch.Work, report league.Report) error {
	if c.Replay != "" {
		if err := replay.WriteFile(c.Replay, report.Record); err != nil {
			return err
		}
	}
	result := newMatchResult(work, report, c.Replay)
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(result)
	}
	return result.print(s.Out)
}
