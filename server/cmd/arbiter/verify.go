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
		verification, err := c.verify(ctx, s.token, name)
		if err != nil {
			failed = true
			fmt.Fprintf(s.err, "arbiter: %v\n", err)
			continue
		}
		failed = failed || verification.Status == replay.Differs
		fmt.Fprintf(s.out, "%s: %s\n", name, verification)
	}
	if failed {
		return errReported
	}
	return nil
}

func (c verifyCmd) verify(ctx context.Context, token, name string) (replay.Verification, error) {
	rec, g, err := c.replay(ctx, token, name)
	if err != nil {
		return replay.Verification{}, err
	}
	verification, err := replay.Verify(rec, g)
	if err != nil {
		return verification, fmt.Errorf("%s: %w", name, err)
	}
	return verification, nil
}
