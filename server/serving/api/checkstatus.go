package api

import (
	"context"
	"fmt"
	"sync"

	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
)

// checkStatuses are where checks stand, by tournament: what a list of checks shows
// of those that are over is not computed from their matches each time.
type checkStatuses struct {
	mu  sync.Mutex
	all map[string]checkStatus
}

// A checkStatus is where a check stands with the matches of a version.
type checkStatus struct {
	version string
	found   check.Status
}

// get returns the status of a version, and whether it is known.
func (c *checkStatuses) get(id, version string) (check.Status, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.all[id]
	return s.found, ok && s.version == version
}

func (c *checkStatuses) put(id, version string, found check.Status) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil {
		c.all = map[string]checkStatus{}
	}
	c.all[id] = checkStatus{version, found}
}

// checkStatus returns where a check stands: its test over the matches played so
// far.
func (s *Server) checkStatus(ctx context.Context, status league.TournamentStatus, t league.Tournament, test league.Question) (check.Status, error) {
	version := fmt.Sprint(status.Matches, status.Void, status.LeftOut, len(t.Starts), t.Games, t.CreatedAt, test)
	if found, ok := s.checkStatuses.get(t.ID, version); ok {
		return found, nil
	}
	g, err := games.Find(t.Game)
	if err != nil {
		return check.Status{}, err
	}
	c := check.New(g, t, test)
	seen, err := engine.Read(ctx, s.Store, engine.Entry{Definition: t, Game: g, Experiment: c, Reuse: test.Reuses(t)})
	if err != nil {
		return check.Status{}, err
	}
	var found check.Status
	seen.Look(func(_ *league.Table, evidence *league.Evidence) { found = c.Status(evidence) })
	found.LLRs = nonNil(found.LLRs)
	s.checkStatuses.put(t.ID, version, found)
	return found, nil
}
