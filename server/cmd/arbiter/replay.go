package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"arbiter/referee/replay"
)

type replayCmd struct {
	Export exportCmd `cmd:"" help:"Print the record, or every frame, as JSON lines."`
}

type exportCmd struct {
	Replay string `arg:"" help:"Replay file."`
	Full   bool   `help:"Every frame: inputs, views and events, to be shown without the rules."`
	Out    string `help:"Write here instead of to stdout." placeholder:"FILE"`
}

// Run exports a replay.
func (c exportCmd) Run(s streams) error {
	rec, g, err := openReplay(c.Replay)
	if err != nil {
		return err
	}
	if rec.Truncated != "" {
		fmt.Fprintf(s.err, "arbiter: %s: %s\n", c.Replay, rec.Truncated)
	}
	export := func(w io.Writer) error {
		buffered := bufio.NewWriter(w)
		if c.Full {
			err = replay.ExportFull(rec, g, buffered)
		} else {
			err = replay.ExportRecord(rec, buffered)
		}
		return errors.Join(err, buffered.Flush())
	}
	if c.Out == "" {
		return export(s.out)
	}
	f, err := os.Create(c.Out)
	if err != nil {
		return usagef("--out: %w", err)
	}
	return errors.Join(export(f), f.Close())
}
