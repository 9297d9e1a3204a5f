package matches

import (
	"context"
	"fmt"
	"io"

	"arbiter/referee/replay"
	"arbiter/referee/replay/htmlexport"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/web"
)

type replayExportCmd struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Library
	Full bool   `xor:"form" help:"Export every frame with its inputs, view and events, as JSON lines. Showing them needs no knowledge of the rules."`
	HTML bool   `name:"html" xor:"form" help:"Export one HTML file with the viewer and every frame, which opens from disk."`
	Out  string `help:"Write to this file instead of stdout." placeholder:"FILE"`
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
	return output.Write(c.Out, s.Data(), func(w io.Writer) error {
		switch {
		case c.Full:
			return replay.ExportFull(rec, g, w)
		case c.HTML:
			return htmlexport.Write(w, web.ReplayPage(), rec, g)
		}
		return replay.ExportRecord(rec, w)
	})
}
