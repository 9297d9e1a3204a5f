package main

import (
	"bufio"
	"context"
	"errors"

	"arbiter/referee/replay"
	"arbiter/server/league"
)

type inputCmd struct {
	Replay string `arg:"" help:"Replay file, or ID of a match of the database or server."`
	library
	Seat int `required:"" help:"Whose input."`
	Turn int `help:"Only this turn's; by default all of it." placeholder:"T"`
	To   int `help:"All of it up to this turn." placeholder:"T"`
}

// Run prints what a seat was sent.
func (c inputCmd) Run(ctx context.Context, s streams) error {
	rec, g, err := c.replayOfSeat(ctx, s.token, c.Replay, c.Seat)
	if err != nil {
		return err
	}
	if c.Turn != 0 && c.To != 0 {
		return league.Usagef("--turn prints one turn and --to all up to one; give one of them")
	}
	w := bufio.NewWriter(s.out)
	asked := false
	for input, err := range replay.Inputs(rec, g, c.Seat) {
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		if c.Turn != 0 && input.Turn != c.Turn || c.To != 0 && input.Turn > c.To {
			continue
		}
		asked = true
		if _, err := w.Write(input.Text); err != nil {
			return err
		}
	}
	if c.Turn != 0 && !asked {
		return league.Usagef("--turn %d: seat %d was not asked then; the match has %d turns", c.Turn, c.Seat, len(rec.Turns))
	}
	return w.Flush()
}
