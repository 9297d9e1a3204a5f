package main

import (
	"context"
	"fmt"
	"io"

	"arbiter/referee/replay"
	"arbiter/referee/replay/htmlexport"
	"arbiter/web"
)

type replayCmd struct {
	Show   showCmd   `cmd:"" default:"withargs" help:"Tell a replay turn by turn."`
	Export exportCmd `cmd:"" help:"Print the record, or every frame, as JSON lines or as a page."`
}

type exportCmd struct {
	Replay string `arg:"" help:"Replay file, or ID of a match of the database or server."`
	library
	Full bool   `xor:"form" help:"Every frame: inputs, views and events, to be shown without the rules."`
	HTML bool   `name:"html" xor:"form" help:"One HTML file that opens from disk: the viewer with every frame inside."`
	Out  string `help:"Write here instead of to stdout." placeholder:"FILE"`
}

// Run exports a replay.
func (c exportCmd) Run(ctx context.Context, s streams) error {
	rec, g, err := c.replay(ctx, s.token, c.Replay)
	if err != nil {
		return err
	}
	if rec.Truncated != "" {
		fmt.Fprintf(s.err, "arbiter: %s: %s\n", c.Replay, rec.Truncated)
	}
	return writeOut(c.Out, s.out, func(w io.Writer) error {
		switch {
		case c.Full:
			return replay.ExportFull(rec, g, w)
		case c.HTML:
			return htmlexport.Write(w, web.ReplayPage(), rec, g)
		}
		return replay.ExportRecord(rec, w)
	})
}
