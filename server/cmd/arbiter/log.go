package main

import (
	"bufio"
	"fmt"

	"arbiter/referee/replay"
)

type logCmd struct {
	Replay string `arg:"" help:"Replay file."`
	Seat   int    `required:"" help:"Whose stderr."`
}

// Run prints what a seat's bot wrote to stderr, under a heading for each turn
// in which it wrote.
func (c logCmd) Run(s streams) error {
	rec, _, err := openSeat(c.Replay, c.Seat)
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
