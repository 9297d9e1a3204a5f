package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"

	"arbiter/referee/replay"
)

type showCmd struct {
	Replay string `arg:"" help:"Replay file, or ID of a match of the database or server."`
	library
}

// Run tells a replay turn by turn: the answers, their times, what was said on
// stderr, and the result.
func (c showCmd) Run(ctx context.Context, s streams) error {
	rec, _, err := c.replay(ctx, s.token, c.Replay)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(s.out)
	h := rec.Header
	start := fmt.Sprintf("seed %d", h.Seed)
	if h.Setup != nil {
		start = "from the given position"
	}
	fmt.Fprintf(w, "%s, %s, played %s by arbiter %s\n", h.Game, start, h.PlayedAt.Format("2006-01-02 15:04:05"), h.Arbiter)
	for seat, player := range h.Seats {
		fmt.Fprintf(w, "  seat %d  %s\n", seat, player.Bot)
	}
	said := make([][]replay.Said, len(h.Seats))
	for seat := range h.Seats {
		said[seat] = replay.Stderr(rec, seat)
		indent(w, said[seat][0].Text)
	}
	for _, turn := range rec.Turns {
		for _, a := range turn.Answers {
			if a.Fault != nil {
				fmt.Fprintln(w, a.Fault.Error())
			} else {
				fmt.Fprintf(w, "turn %d: seat %d: %s  (%.1f ms, %.1f ms CPU)\n",
					turn.Number, a.Seat, answerLine(a.Lines), a.Wall.Seconds()*1e3, a.CPU.Seconds()*1e3)
			}
			indent(w, said[a.Seat][turn.Number].Text)
		}
	}
	if rec.Truncated != "" {
		fmt.Fprintln(w, rec.Truncated)
	}
	if rec.Footer != nil {
		r := rec.Footer.Result
		fmt.Fprintf(w, "%s: scores %v, ranks %v\n", r.Reason, r.Scores, r.Ranks)
		for _, f := range r.Faults {
			fmt.Fprintf(w, "  %s\n", f.Error())
		}
	}
	return w.Flush()
}

// indent writes text with each line set off.
func indent(w io.Writer, text []byte) {
	for line := range bytes.Lines(text) {
		fmt.Fprintf(w, "    | %s\n", bytes.TrimRight(line, "\r\n"))
	}
}
