package scheduler

import "arbiter/server/league"

// leftOut notes that a pairing is left out. Like observe it is called for one
// pairing or report of a tournament at a time.
func (s *Scheduler) leftOut(a *activeTournament, p league.Pairing) {
	s.Log.Warn("pairing left out: the machine was too busy to play it", "tournament", a.definition.ID, "seats", p.Seats, "start", p.Start)
	if a.check != nil {
		a.check.Void(p.Start)
	}
	if a.decided() {
		a.source.Stop()
	}
}
