package bots

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arbiter/bots/selfplay"
	"arbiter/referee/games"
	"arbiter/referee/plural"
	"arbiter/referee/process/sandbox"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

// Selfplay is the verb selfplay.
type Selfplay struct {
	Game        string           `arg:"" help:"The game; see arbiter games."`
	Policy      []string         `help:"A bot: builtin:GAME/NAME[?OPTION=VALUE&...], which plays in this process, or a folder with a bot.toml, an executable, a source file or a quoted command line. One for each seat, or one for all." placeholder:"BOT" sep:"none" required:""`
	Games       int              `help:"Number of games." default:"100"`
	Seed        string           `help:"Seed of game 0 (default: ${default}). Each next game uses the next number." default:"1" placeholder:"N"`
	Openings    int              `help:"Start from so many of the openings of the game, the official start first; game n from opening seed + n. 0 starts from seeds." default:"0" placeholder:"N"`
	Out         string           `out:"" help:"Write to this file, replacing its content: .jsonl and .jsonl.gz have lines of JSON, .npz has arrays for numpy, .rows is a folder of arrays that fit into memory (default: lines of JSON on stdout)." default:"-" placeholder:"FILE"`
	Per         selfplay.Per     `help:"Lines of JSON: one for each turn of each seat, or one for each game." enum:"turn,game" default:"turn"`
	Observe     selfplay.Observe `help:"What the line of a turn contains of the position: the input text, the planes of numbers, both or none." enum:"input,planes,both,none" default:"input"`
	Concurrency int              `help:"Games to play at a time; 0 for one per CPU. The output does not depend on it." default:"0"`
	TimeAnswer  time.Duration    `help:"Stop with an error if a policy takes longer than this for an answer." default:"1m"`
	flags.Box
}

// Run plays games between policies and writes them as a data set.
func (c Selfplay) Run(ctx context.Context, s output.Streams) error {
	box, err := policyBox(s.Err, c.Box, c.Policy, c)
	if err != nil {
		return league.UsageError{Err: err}
	}
	defer box.Close()
	options, err := c.options(ctx, s.Err, box)
	if err != nil {
		return league.UsageError{Err: err}
	}
	meter := output.NewMeter(s.Err, "games", c.Games)
	options.Played = meter.Set
	rows := 0
	switch {
	case c.Out == "-":
		rows, err = selfplay.Run(ctx, s.Data(), options)
	case options.Format == selfplay.Rows:
		rows, err = selfplay.Run(ctx, nil, options)
	default:
		var file *os.File
		if file, err = os.Create(c.Out); err != nil {
			return league.UsageError{Err: err}
		}
		rows, err = selfplay.Run(ctx, file, options)
		err = errors.Join(err, file.Close())
	}
	meter.Close()
	fmt.Fprintf(s.Err, "%s, %s, %.0f games/s\n", plural.Count(meter.Done, "game"), plural.Count(rows, "row"), meter.Rate())
	return err
}

// options returns the validated options.
func (c Selfplay) options(ctx context.Context, stderr io.Writer, box *sandbox.Sandbox) (selfplay.Options, error) {
	o := selfplay.Options{Games: c.Games, Per: c.Per, Observe: c.Observe, Workers: c.Concurrency, Limit: c.TimeAnswer}
	var err error
	if o.Game, err = games.Find(c.Game); err != nil {
		return o, err
	}
	if o.Seed, err = flags.ParseSeed(c.Seed); err != nil {
		return o, err
	}
	switch {
	case c.Games < 1:
		return o, fmt.Errorf("--games %d: want at least 1", c.Games)
	case o.Seed > math.MaxInt64-int64(c.Games-1):
		return o, fmt.Errorf("--seed %d --games %d: the last seeds are beyond 64 bits; want a smaller seed or fewer games", o.Seed, c.Games)
	case c.TimeAnswer <= 0:
		return o, fmt.Errorf("--time-answer %v: want a duration above 0", c.TimeAnswer)
	}
	if err := c.setFormat(&o); err != nil {
		return o, err
	}
	if o.Policies, err = policies(ctx, stderr, c.Box, box, c, c.Game, c.Policy); err != nil {
		return o, err
	}
	if o.Starts, err = selfplay.OpeningStarts(o.Game, c.Openings); err != nil {
		return o, fmt.Errorf("--%w", err)
	}
	seats := o.Game.Info().MaxSeats
	for len(c.Policy) == 1 && len(o.Policies) < seats {
		o.Policies = append(o.Policies, o.Policies[0])
	}
	if len(o.Policies) != seats {
		return o, fmt.Errorf("%s has %d seats; found %d policies, want one for each seat or one for all", c.Game, seats, len(c.Policy))
	}
	return o, nil
}

// setFormat sets the format that the name of the file asks for.
func (c Selfplay) setFormat(o *selfplay.Options) error {
	o.Format = selfplay.JSONLines
	if c.Out == "-" {
		return nil
	}
	var err error
	if o.Format, err = selfplay.FormatOf(strings.TrimRight(c.Out, "/")); err != nil {
		return fmt.Errorf("--out %w", err)
	}
	switch o.Format {
	case selfplay.NPZ:
		o.Spool = filepath.Dir(c.Out)
	case selfplay.Rows:
		o.Folder = c.Out
	default:
		return nil
	}
	switch {
	case c.Per != selfplay.PerTurn:
		return fmt.Errorf("--per %s: a %s has a row for each turn of each seat", c.Per, o.Format)
	case c.Observe != selfplay.Input && c.Observe != selfplay.Planes:
		return fmt.Errorf("--observe %s: a %s has planes and no texts", c.Observe, o.Format)
	}
	if err := o.CheckFormat(); err != nil {
		return fmt.Errorf("--out %s: %w", c.Out, err)
	}
	return nil
}
