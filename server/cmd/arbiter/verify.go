package main

import (
	"context"
	"fmt"

	"arbiter/referee/replay"
)

type verifyCmd struct {
	Replays []string `arg:"" name:"replay" help:"Replay files, or IDs of matches of the database or server."`
	library
}

// Run plays the replays again and compares.
func (c verifyCmd) Run(ctx context.Context, s streams) error {
	failed := false
	for _, path := range c.Replays {
		verdict, err := c.verify(ctx, s.token, path)
		if err != nil {
			failed = true
			fmt.Fprintf(s.err, "arbiter: %v\n", err)
			continue
		}
		failed = failed || verdict.Outcome == replay.Differs
		fmt.Fprintf(s.out, "%s: %s\n", path, verdict)
	}
	if failed {
		return errSilent
	}
	return nil
}

func (c verifyCmd) verify(ctx context.Context, token, path string) (replay.Verdict, error) {
	rec, g, err := c.replay(ctx, token, path)
	if err != nil {
		return replay.Verdict{}, err
	}
	verdict, err := replay.Verify(rec, g)
	if err != nil {
		return verdict, fmt.Errorf("%s: %w", path, err)
	}
	return verdict, nil
}
