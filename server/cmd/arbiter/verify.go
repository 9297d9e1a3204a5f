package main

import (
	"fmt"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/replay"
)

type verifyCmd struct {
	Replays []string `arg:"" name:"replay" help:"Replay files."`
}

// Run plays the replays again and compares.
func (c verifyCmd) Run(s streams) error {
	failed := false
	for _, path := range c.Replays {
		verdict, err := verify(path)
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

func verify(path string) (replay.Verdict, error) {
	rec, g, err := openReplay(path)
	if err != nil {
		return replay.Verdict{}, err
	}
	verdict, err := replay.Verify(rec, g)
	if err != nil {
		return verdict, fmt.Errorf("%s: %w", path, err)
	}
	return verdict, nil
}

// openReplay reads a replay and finds its game.
func openReplay(path string) (*replay.Record, referee.Game, error) {
	rec, err := replay.Open(path)
	if err != nil {
		return nil, nil, err
	}
	g, err := games.Find(rec.Header.Game)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return rec, g, nil
}

// openSeat is openReplay for one seat of it.
func openSeat(path string, seat int) (*replay.Record, referee.Game, error) {
	rec, g, err := openReplay(path)
	if err != nil {
		return nil, nil, err
	}
	if seat < 0 || seat >= len(rec.Header.Seats) {
		return nil, nil, usagef("--seat %d: %s has seats 0 to %d", seat, path, len(rec.Header.Seats)-1)
	}
	return rec, g, nil
}
