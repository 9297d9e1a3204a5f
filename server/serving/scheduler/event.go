package scheduler

import (
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// Types of events.
const (
	MatchStarted      = "match started"
	MatchFinished     = "match finished" // with its report
	MatchFailed       = "match failed"   // a single match that the machine could not play
	MatchVoid         = "match void"     // one whose bots the machine did not let run: it is over, and as a rule played again
	TournamentChanged = "tournament changed"
	StandingsChanged  = "standings changed"
)

// Deleted is the state in the last event of a tournament.
const Deleted = "deleted"

// An Event is something that people may want to see at once.
type Event struct {
	Type       string            `json:"type"`
	At         time.Time         `json:"at"`
	Tournament string            `json:"tournament,omitempty"`
	Game       string            `json:"game,omitempty"`
	Match      *Match            `json:"match,omitempty"`
	Report     *league.Report    `json:"report,omitempty"`
	State      string            `json:"state,omitempty"` // of the tournament
	Why        string            `json:"why,omitempty"`
	Standings  *league.Standings `json:"standings,omitempty"`
}

// A Match says who plays, and from which start.
type Match struct {
	ID         string       `json:"id"`
	Tournament string       `json:"tournament"`
	Seats      []string     `json:"seats"` // bot IDs
	Start      league.Start `json:"start"`
}

// matchOf returns who plays a match of the pool, and where.
func matchOf(w dispatch.Work) *Match {
	return &Match{w.Job.ID, w.Job.Tournament, w.Job.Pairing.Seats, w.Job.Pairing.Start}
}

// publish calls Publish, if there is one.
func (s *Scheduler) publish(e Event) {
	if s.Publish != nil {
		e.At = time.Now().UTC()
		s.Publish(e)
	}
}
