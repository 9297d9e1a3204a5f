package scheduler

import (
	"time"

	"arbiter/server/league"
)

// standingsInterval is how often the standings of a tournament are published.
const standingsInterval = 2 * time.Second

// maxPublished is the most bots of standings that are published while the
// tournament runs; larger tables are made on request only.
const maxPublished = 100

// observe counts a report that has been saved. It is called with one report of a
// tournament at a time.
func (s *Scheduler) observe(a *activeTournament, report league.Report) {
	a.add(report.Match())
	if a.decided() {
		a.source.Stop()
	}
	if s.Publish == nil || len(a.definition.Bots) > maxPublished {
		return
	}
	a.mu.Lock()
	due := time.Since(a.published) >= standingsInterval
	if due {
		a.published = time.Now()
	}
	a.mu.Unlock()
	if due {
		s.publishStandings(a)
	}
}

func (s *Scheduler) publishStandings(a *activeTournament) {
	a.mu.Lock()
	standings, err := a.table.Standings(league.Options{Anchor: a.anchor})
	a.mu.Unlock()
	if err != nil {
		s.Log.Warn("standings", "tournament", a.definition.ID, "error", err)
		return
	}
	s.publish(Event{Type: StandingsChanged, Tournament: a.definition.ID, Game: a.definition.Game, Standings: &standings})
}
