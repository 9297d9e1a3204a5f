package scheduler

import (
	"context"
	"time"

	"arbiter/server/playing/dispatch"
)

// A playing is a match that is being played, until its report is saved.
type playing struct {
	tournament *activeTournament // nil for a single match
	work       dispatch.Work
	since      time.Time
	abort      context.CancelCauseFunc // of the match, unless a human plays
}

// A Running is a match that is being played.
type Running struct {
	Match
	Game  string    `json:"game"`
	Since time.Time `json:"since"`
}

// Playing lists the matches that are being played.
func (s *Scheduler) Playing() []Running {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Running, 0, len(s.playing))
	for _, p := range s.playing {
		all = append(all, Running{*matchOf(p.work), p.work.Game.Info().Name, p.since.UTC()})
	}
	return all
}

// Waiting returns how many single matches wait, and how many tournaments are
// active.
func (s *Scheduler) Waiting() (singles, tournaments int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.queue), len(s.active)
}
