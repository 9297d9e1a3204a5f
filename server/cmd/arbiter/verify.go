package main

import (
	"context"
	"fmt"

	"arbiter/referee/replay"
)

type verifyCmd struct {
	Replays []string `arg:"" name:"replay" help:"Replay files, or IDs of matches in the database or on the server."`
	libraryFlags
}

// Run re-simulates replays and compares the digests of their turns.
func (c verifyCmd) Run(ctx context.Context, s streams) error {
	failed := false
	for _, name := range c.Replays {
		if err := ctx.Err(); err != nil {
			return err
		}
		verdict, err := c.verify(ctx, s.token, name)
		if err != nil {
			failed = true
			fmt.Fprintf(s.err, "arbiter: %v\n", err)
			continue
		}
		failed = failed || verdict.Outcome == replay.Differs
		fmt.Fprintf(s.out, "%s: %s\n", name, verdict)
	}
	if failed {
		return errReported
	}
	return nil
}

func (c verifyCmd) verify(ctx context.Context, token, name string) (replay.Verdict, error) {
	rec, g, err := c.replay(ctx, token, name)
	if err != nil {
		return replay.Verdict{}, err
	}
	verdict, err := replay.Verify(rec, g)
	if err != nil {
		return verdict, fmt.Errorf("%s: %w", name, err)
	}
	return verdict, nil
}
