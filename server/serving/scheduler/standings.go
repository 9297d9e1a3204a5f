package scheduler

import (
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/engine"
)

// standingsInterval is how often the standings of a tournament are published.
const standingsInterval = 2 * time.Second

// maxPublished is the most bots of standings that are published while the
// tournament runs; larger tables are made on request only.
const maxPublished = 100

// observe publishes the standings now and then, and logs what is left out. It is
// called with one event of a tournament at a time.
func (s *Scheduler) observe(a *activeTournament, e engine.Event) {
	switch {
	case e.Earlier:
		return
	case e.PutOff:
		return
	case e.LeftOut:
		s.Log.Warn("pairing left out: the machine was too busy to play it", "tournament", a.definition.ID, "seats", e.Match.Seats, "start", e.Match.Start)
		return
	case len(a.definition.Bots) > maxPublished || a.Counting():
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
	if s.Publish == nil {
		return
	}
	standings, err := a.Standings(league.Options{Anchor: a.anchor, Scale: a.scale})
	if err != nil {
		s.Log.Warn("standings", "tournament", a.definition.ID, "error", err)
		return
	}
	s.publish(Event{Type: StandingsChanged, Tournament: a.definition.ID, Game: a.definition.Game, Standings: &standings})
}
