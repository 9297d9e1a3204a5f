package doctor

import (
	"context"
	"fmt"

	"arbiter/referee"
	"arbiter/referee/plural"
)

// fullMatchSeeds is how many seeds full matches are played from: 1, 2 ... A solo
// game has one seat for each.
const (
	fullMatchSeeds = 2
	fullSoloSeeds  = 4
)

// fullMatches returns the transcripts of whole matches, one for each seed and
// seat. They are played once for all checks.
func (x *examination) fullMatches(ctx context.Context) ([]transcript, error) {
	if x.played != nil {
		return x.played, nil
	}
	var all []transcript
	seeds := int64(fullMatchSeeds)
	if x.Game.Info().Solo() {
		seeds = fullSoloSeeds
	}
	for seed := range seeds {
		for seat := range x.Game.Info().MinSeats {
			t, err := x.play(ctx, scenario{
				name: fmt.Sprintf("seed %d, seat %d", seed+1, seat), setup: referee.Setup{Seed: seed + 1}, seat: seat,
			})
			if err != nil {
				return nil, err
			}
			all = append(all, t)
		}
	}
	x.played = all
	return all, nil
}

// legal reports every fault of the full matches.
func (x *examination) legal(ctx context.Context) (string, []Finding, error) {
	matches, err := x.fullMatches(ctx)
	if err != nil {
		return "", nil, err
	}
	answers := 0
	var findings []Finding
	for _, t := range matches {
		answers += len(t.exchanges)
		found, err := x.faultFindings(ctx, t)
		if err != nil {
			return "", nil, err
		}
		findings = append(findings, found...)
	}
	return fmt.Sprintf("%s in %s", plural.Count(answers, "answer"), plural.Count(len(matches), "match")), findings, nil
}
