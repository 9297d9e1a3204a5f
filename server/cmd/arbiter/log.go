package main

import (
	"bufio"
	"context"
	"fmt"

	"arbiter/referee/replay"
)

type logCmd struct {
	Replay string `arg:"" help:"Replay file, or ID of a match of the database or server."`
	library
	Seat int `required:"" help:"Whose stderr."`
}

// Run prints what a seat's bot wrote to stderr, under a heading for each turn
// in which it wrote.
func (c logCmd) Run(ctx context.Context, s streams) error {
	rec, _, err := c.replayOfSeat(ctx, s.token, c.Replay, c.Seat)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(s.out)
	for turn, said := range replay.Stderr(rec, c.Seat) {
		if len(said.Text) == 0 {
			continue
		}
		fmt.Fprintf(w, "--- turn %d\n%s", turn, said.Text)
		if said.Text[len(said.Text)-1] != '\n' {
			fmt.Fprintln(w)
		}
	}
	return w.Flush()
}
