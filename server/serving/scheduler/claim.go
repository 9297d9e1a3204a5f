package scheduler

import (
	"context"
	"errors"

	"arbiter/server/league"
)

// errStopped is returned for what a server does not do any more when it ends.
var errStopped = errors.New("the server is shutting down; try again once it is up")

// claim waits until nobody else changes the state of a tournament, and keeps
// others from doing so until release is called. While the server shuts down it
// does not wait. The single matches of a game are kept under a name, too, but they are
// no tournament: nobody claims them.
func (s *Scheduler) claim(ctx context.Context, id string) (release func(), err error) {
	if league.IsSingles(id) {
		return nil, league.Conflictf("%s holds the single matches of a game; want a tournament", id)
	}
	claimed := false
	err = s.changed.Wait(ctx, &s.mu, func() bool {
		s.makeMaps()
		if claimed = !s.claimed[id]; claimed {
			s.claimed[id] = true
		}
		return claimed || s.stopped
	})
	if err == nil && !claimed {
		err = errStopped
	}
	if err != nil {
		return nil, err
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.claimed, id)
		s.changed.Broadcast()
	}, nil
}
