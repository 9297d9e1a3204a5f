package matches

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"

	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
)

type replayShowCmd struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Library
}

// Run prints a replay turn by turn: the answers, their times, stderr, and the
// result.
func (c replayShowCmd) Run(ctx context.Context, s output.Streams) error {
	rec, _, err := c.OpenReplay(ctx, s.Token, c.Replay)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(s.Out)
	h := rec.Header
	start := fmt.Sprintf("seed %d", h.Seed)
	if h.Setup != nil {
		start = givenPosition
	}
	fmt.Fprintf(w, "%s, %s, played %s by arbiter %s\n", printable.Line(h.Game), start, h.PlayedAt.Format("2006-01-02 15:04:05"), printable.Line(h.Arbiter))
	if h.BotSeed != "" {
		fmt.Fprintf(w, "  bot seed %s\n", printable.Line(h.BotSeed))
	}
	if p := h.Parent; p != nil {
		fmt.Fprintf(w, "  continues %s after turn %d\n", cmp.Or(printable.Line(p.Match), "another match"), p.Turn)
	}
	for seat, player := range h.Seats {
		fmt.Fprintf(w, "  seat %d  %s\n", seat, printable.Line(player.Bot))
	}
	stderr := make([][]replay.TurnStderr, len(h.Seats))
	for seat := range h.Seats {
		stderr[seat] = replay.Stderr(rec, seat)
		indent(w, stderr[seat][0].Text)
	}
	for _, turn := range rec.Turns {
		for _, a := range turn.Answers {
			if a.Fault != nil {
				fmt.Fprintln(w, printable.Line(a.Fault.Error()))
			} else {
				fmt.Fprintf(w, "turn %d: seat %d: %s  (%.1f ms, %.1f ms CPU)\n",
					turn.Number, a.Seat, output.ShortAnswer(a.Lines), a.Wall.Seconds()*1e3, a.CPU.Seconds()*1e3)
			}
			indent(w, stderr[a.Seat][turn.Number].Text)
		}
	}
	if rec.Truncated != "" {
		fmt.Fprintln(w, rec.Truncated)
	}
	if rec.Footer != nil {
		r := rec.Footer.Result
		fmt.Fprintf(w, "%s: scores %v", printable.Line(r.Reason), r.Scores)
		if len(h.Seats) > 1 {
			fmt.Fprintf(w, ", ranks %v", r.Ranks)
		}
		fmt.Fprintln(w)
		for _, f := range r.Faults {
			fmt.Fprintf(w, "  %s\n", printable.Line(f.Error()))
			indent(w, []byte(f.Stderr))
		}
	}
	return w.Flush()
}

// indent writes text with a bar in front of each line.
func indent(w io.Writer, text []byte) {
	for line := range bytes.Lines(text) {
		fmt.Fprintf(w, "    | %s\n", bytes.TrimRight(line, "\r\n"))
	}
}
