package client

import (
	"context"
	"errors"
)

// Slots implements league.TournamentService: how many matches the workers of the server
// play at the same time; 0 when it has none, or does not tell.
func (c *Client) Slots(ctx context.Context) (int, error) {
	var found struct {
		Workers []struct {
			State string
			Slots int
		}
	}
	err := c.get(ctx, &found, nil, "api", "workers")
	var p *Problem
	if errors.As(err, &p) && p.Forbidden() {
		return 0, nil
	}
	slots := 0
	for _, w := range found.Workers {
		if w.State == "working" {
			slots += w.Slots
		}
	}
	return slots, err
}
