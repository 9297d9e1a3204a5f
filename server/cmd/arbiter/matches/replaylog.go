package matches

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"

	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
)

type replayLogCmd struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Library
	Seat int  `required:"" help:"The seat of the bot." placeholder:"N"`
	JSON bool `help:"Print one JSON object for each turn in which it wrote anything."`
	Raw  bool `help:"Print the bytes as the bot wrote them, except to a terminal, which obeys control characters. Otherwise these are quoted, and bidirectional and invisible ones."`
}

// Run prints what a seat's bot wrote to stderr, with a heading for each turn in
// which it wrote anything.
func (c replayLogCmd) Run(ctx context.Context, s output.Streams) error {
	rec, err := c.OpenRecord(ctx, s.Token, c.Replay)
	if err != nil {
		return err
	}
	if err := flags.CheckSeat(c.Seat, len(rec.Header.Seats), c.Replay); err != nil {
		return err
	}
	if c.JSON {
		return c.writeJSON(s, rec)
	}
	w := bufio.NewWriter(s.Out)
	if c.Raw {
		w.Reset(s.Data())
	}
	for turn, stderr := range replay.Stderr(rec, c.Seat) {
		if len(stderr.Text) == 0 {
			continue
		}
		fmt.Fprintf(w, "--- turn %d\n%s", turn, stderr.Text)
		if stderr.Text[len(stderr.Text)-1] != '\n' {
			fmt.Fprintln(w)
		}
	}
	return w.Flush()
}

// writeJSON prints the same as lines of JSON.
func (c replayLogCmd) writeJSON(s output.Streams, rec *replay.Record) error {
	type line struct {
		Turn   int    `json:"turn"`
		Stderr string `json:"stderr"`
	}
	encoder := json.NewEncoder(s.Out)
	for turn, stderr := range replay.Stderr(rec, c.Seat) {
		if len(stderr.Text) == 0 {
			continue
		}
		if err := encoder.Encode(line{turn, string(stderr.Text)}); err != nil {
			return err
		}
	}
	return nil
}
