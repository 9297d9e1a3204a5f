package matches

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/referee/replay/htmlexport"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/web"
)

// Replay is the verb replay.
type Replay struct {
	Show   replayShowCmd   `cmd:"" default:"withargs" help:"Print a replay turn by turn."`
	Export replayExportCmd `cmd:"" help:"Export a replay: its record, every frame, or an HTML file."`
}

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
	printFault := func(indentation string, f *referee.Fault) error {
		err := w.Flush() // a colour goes past the buffer
		return errors.Join(err, printable.Print(s.Out, printable.Red, indentation+printable.Line(f.Error())+"\n"))
	}
	for _, turn := range rec.Turns {
		for _, a := range turn.Answers {
			if a.Fault != nil {
				if err := printFault("", a.Fault); err != nil {
					return err
				}
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
			if err := printFault("  ", &f); err != nil {
				return err
			}
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

type replayExportCmd struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Library
	Full bool   `xor:"form" help:"Export every frame with its inputs, view and events, as JSON lines. Showing them needs no knowledge of the rules."`
	HTML bool   `name:"html" xor:"form" help:"Export one HTML file with the viewer and every frame, which opens from disk."`
	Out  string `out:"" help:"Write to this file instead of stdout, compressed if its name ends in .gz." placeholder:"FILE"`
}

// Run exports a replay.
func (c replayExportCmd) Run(ctx context.Context, s output.Streams) error {
	rec, g, err := c.OpenReplay(ctx, s.Token, c.Replay)
	if err != nil {
		return err
	}
	if rec.Truncated != "" {
		fmt.Fprintf(s.Err, "arbiter: %s: %s\n", c.Replay, rec.Truncated)
	}
	return output.Write(c.Out, s.Data(), func(w io.Writer) (err error) {
		if strings.HasSuffix(c.Out, ".gz") {
			z := gzip.NewWriter(w)
			defer func() { err = errors.Join(err, z.Close()) }()
			w = z
		}
		switch {
		case c.Full:
			return replay.ExportFull(rec, g, w)
		case c.HTML:
			return htmlexport.Write(w, web.ReplayPage(), rec, g)
		}
		return replay.ExportRecord(rec, w)
	})
}
