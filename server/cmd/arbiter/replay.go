package main

import (
	"context"
	"fmt"
	"io"

	"arbiter/referee/replay"
)

type replayCmd struct {
	Show   showCmd   `cmd:"" default:"withargs" help:"Tell a replay turn by turn."`
	Export exportCmd `cmd:"" help:"Print the record, or every frame, as JSON lines."`
}

type exportCmd struct {
	Replay string `arg:"" help:"Replay file, or ID of a match in the database."`
	source
	Full bool   `help:"Every frame: inputs, views and events, to be shown without the rules."`
	Out  string `help:"Write here instead of to stdout." placeholder:"FILE"`
}

// Run exports a replay.
func (c exportCmd) Run(ctx context.Context, s streams) error {
	rec, g, err := c.openReplay(ctx, c.Replay)
	if err != nil {
		return err
	}
	if rec.Truncated != "" {
		fmt.Fprintf(s.err, "arbiter: %s: %s\n", c.Replay, rec.Truncated)
	}
	return writeOut(c.Out, s.out, func(w io.Writer) error {
		if c.Full {
			return replay.ExportFull(rec, g, w)
		}
		return replay.ExportRecord(rec, w)
	})
}
