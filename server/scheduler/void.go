package scheduler

import (
	"slices"

	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// Voids are the matches of a tournament that were void since it was started last:
// the machine did not let their bots run. A server that starts again plays what
// was left out.
type Voids struct {
	Matches int            // void matches; one that was played again and void again counts again
	LeftOut []league.Start // where a pairing was left out after several of them
}

// Voids returns the void matches of a tournament.
func (s *Scheduler) Voids(tournament string) Voids {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.voids[tournament]
	if v == nil {
		return Voids{}
	}
	return Voids{v.Matches, slices.Clone(v.LeftOut)}
}

// countVoid counts a match that failed, if it was void; s.mu is held.
func (s *Scheduler) countVoid(tournament string, err error) {
	if dispatch.IsVoid(err) {
		s.voidsOf(tournament).Matches++
	}
}

// voidsOf returns the counts of a tournament; s.mu is held.
func (s *Scheduler) voidsOf(tournament string) *Voids {
	if s.voids[tournament] == nil {
		s.voids[tournament] = &Voids{}
	}
	return s.voids[tournament]
}

// leftOut notes that a pairing is left out. Like observe it is called for one
// pairing or report of a tournament at a time.
func (s *Scheduler) leftOut(a *activeTournament, p league.Pairing) {
	s.Log.Warn("pairing left out: the machine was too busy to play it", "tournament", a.definition.ID, "seats", p.Seats, "start", p.Start)
	s.mu.Lock()
	v := s.voidsOf(a.definition.ID)
	v.LeftOut = append(v.LeftOut, p.Start)
	s.mu.Unlock()
	if a.check != nil {
		a.check.Void(p.Start)
	}
	if a.decided() {
		a.source.Stop()
	}
}
