package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"arbiter/bots/selfplay"
	"arbiter/referee/games"
	"arbiter/server/league"
)

type selfplayCmd struct {
	Game    string           `arg:"" help:"The game; see arbiter games."`
	Policy  []string         `help:"builtin:GAME/NAME[?OPTION=VALUE&...], once for each seat or once for all." placeholder:"BOT" sep:"none" required:""`
	Games   int              `help:"How many games." default:"100"`
	Seed    string           `help:"What game 0 is dealt from; the next games count on from it." default:"1" placeholder:"N"`
	Out     string           `help:"Write the lines to this file, over what is in it; - is stdout." default:"-" placeholder:"FILE"`
	Per     selfplay.Per     `help:"A line is a seat's turn or a whole game." enum:"turn,game" default:"turn"`
	Observe selfplay.Observe `help:"What a turn's line tells of the position: the input text, the planes of numbers, both or none." enum:"input,planes,both,none" default:"input"`
	Workers int              `help:"Games at a time; 0 for one a processor. What is written does not depend on it." default:"0"`
	Limit   time.Duration    `help:"A policy that takes longer for an answer hangs: stop there." default:"1m"`
}

// Run plays games of builtin bots in process and writes them as lines of JSON.
func (c selfplayCmd) Run(ctx context.Context, s streams) error {
	options, err := c.options()
	if err != nil {
		return league.UsageError{Err: err}
	}
	meter := newMeter(s.err, c.Games)
	options.Played = meter.played
	lines := 0
	if c.Out == "-" {
		lines, err = selfplay.Run(ctx, s.out, options)
	} else {
		var file *os.File
		if file, err = os.Create(c.Out); err != nil {
			return err
		}
		lines, err = selfplay.Run(ctx, file, options)
		err = errors.Join(err, file.Close())
	}
	meter.end(lines)
	return err
}

// options returns what is to be played, checked.
func (c selfplayCmd) options() (selfplay.Options, error) {
	o := selfplay.Options{Games: c.Games, Per: c.Per, Observe: c.Observe, Workers: c.Workers, Limit: c.Limit}
	var err error
	if o.Game, err = games.Find(c.Game); err != nil {
		return o, err
	}
	if o.Seed, err = parseSeed(c.Seed); err != nil {
		return o, err
	}
	if c.Games < 1 || c.Workers < 0 || c.Limit <= 0 {
		return o, fmt.Errorf("--games is at least 1, --workers at least 0, --limit above 0")
	}
	for _, typed := range c.Policy {
		p, err := selfplay.FindPolicy(c.Game, typed)
		if err != nil {
			return o, err
		}
		o.Policies = append(o.Policies, p)
	}
	seats := o.Game.Info().MaxSeats
	for len(c.Policy) == 1 && len(o.Policies) < seats {
		o.Policies = append(o.Policies, o.Policies[0])
	}
	if len(o.Policies) != seats {
		return o, fmt.Errorf("%s has %d seats; found %d policies: want one for each seat, or one for all", c.Game, seats, len(c.Policy))
	}
	return o, nil
}
