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
	"arbiter/referee/codingame"
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
	Log    replayLogCmd    `cmd:"" help:"Print a bot's stderr by turn."`
	Input  replayInputCmd  `cmd:"" help:"Print exactly what a bot was sent, to feed it to the bot under a debugger."`
	Verify replayVerifyCmd `cmd:"" help:"Re-simulate replays and report the first turn that differs."`
}

type replayShowCmd struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Library
}

// Run prints a replay turn by turn: the answers, their times, stderr, and the
// result.
func (c replayShowCmd) Run(ctx context.Context, s output.Streams) error {
	rec, err := c.OpenRecord(ctx, s.Token, c.Replay)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(s.Out)
	h := rec.Header
	start := fmt.Sprintf("seed %d", h.Seed)
	if h.Setup != nil {
		start = givenPosition
	}
	done := "played"
	if h.Imported != nil {
		done = "imported"
	}
	fmt.Fprintf(w, "%s, %s, %s %s by arbiter %s\n", printable.Line(h.Game), start, done, h.PlayedAt.Format("2006-01-02 15:04:05"), printable.Line(h.Arbiter))
	if h.BotSeed != "" {
		fmt.Fprintf(w, "  bot seed %s\n", printable.Line(h.BotSeed))
	}
	if i := h.Imported; i != nil {
		fmt.Fprintf(w, "  %s\n", importedFrom(i))
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
				fmt.Fprintf(w, "turn %d: seat %d: %s", turn.Number, a.Seat, output.ShortAnswer(a.Lines))
				if h.Imported == nil {
					fmt.Fprintf(w, "  (%.1f ms, %.1f ms CPU)", a.Wall.Seconds()*1e3, a.CPU.Seconds()*1e3)
				}
				fmt.Fprintln(w)
			}
			indent(w, stderr[a.Seat][turn.Number].Text)
		}
	}
	if rec.Truncated != "" {
		fmt.Fprintln(w, rec.Truncated)
	}
	if rec.Footer != nil {
		r := rec.Footer.Result
		fmt.Fprintf(w, "%s: scores %s", printable.Line(r.Reason), r.Texts(r.Scores))
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

// importedFrom says where an imported match was played.
func importedFrom(i *replay.Imported) string {
	where := "played elsewhere, by the engine of CodinGame"
	if i.From == codingame.FromSite {
		where = fmt.Sprintf("played on CodinGame as match %d", i.Match)
	}
	return where + "; the times of its answers are not known"
}

// indent writes text with a bar in front of each line.
func indent(w io.Writer, text []byte) {
	for line := range bytes.Lines(text) {
		fmt.Fprintf(w, "    | %s\n", bytes.TrimRight(line, "\r\n"))
	}
}

type replayExportCmd struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Rerun
	Full      bool   `xor:"form" help:"Export every frame with its inputs, view and events, as JSON lines. Showing them needs no knowledge of the rules."`
	HTML      bool   `name:"html" xor:"form" help:"Export one HTML file with the viewer and every frame, which opens from disk."`
	CodinGame bool   `name:"codingame" xor:"form" help:"Export the match in the form in which CodinGame's engine writes a local run, for tools of that site. Times are left out."`
	Out       string `out:"" help:"Write to this file instead of stdout, compressed if its name ends in .gz." placeholder:"FILE"`
}

// Run exports a replay.
func (c replayExportCmd) Run(ctx context.Context, s output.Streams) error {
	game, box, err := c.OpenGame(s.Err)
	if err != nil {
		return err
	}
	defer box.Close()
	rec, g, err := c.OpenReplay(ctx, s.Token, c.Replay, game)
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
		case c.CodinGame:
			return codingame.Write(w, rec)
		}
		return replay.ExportRecord(rec, w)
	})
}
