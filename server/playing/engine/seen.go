package engine

import (
	"slices"
	"sync"

	"arbiter/server/league"
)

// An Event is a match that has its result, or a pairing that is left out or put off
// because the machine did not let its bots run.
type Event struct {
	// Match is what was played. Of a pairing that was not it has the start and,
	// where they are known, the seats.
	Match   league.Match
	Earlier bool // played in an earlier run or, if Match.Stored is set, by another tournament
	LeftOut bool
	PutOff  bool // not left out yet: it is played when nothing else is left to play
}

// Played reports whether the event is a match that has its result.
func (e Event) Played() bool { return !e.LeftOut && !e.PutOff }

// Seen is what is known of a tournament: its table, and the evidence for the
// experiment that it is played for. It is safe for concurrent use.
type Seen struct {
	bots       map[string]bool
	experiment league.Experiment // nil if a format chooses what is played

	mu       sync.Mutex
	table    league.Table
	evidence *league.Evidence
	earlier  int
	played   int
	enough   bool
}

// NewSeen returns a tournament of which nothing is known. The experiment, if it is
// played for one, belongs to it from now on.
func NewSeen(t league.Tournament, x league.Experiment) *Seen {
	s := &Seen{bots: map[string]bool{}, experiment: x, evidence: league.NewEvidence(t)}
	for _, bot := range t.Bots {
		s.bots[bot] = true
	}
	s.table.Enter(t.Bots...)
	return s
}

// Extend goes on with a longer definition and its experiment. What was seen is of earlier
// runs from now on.
func (s *Seen) Extend(t league.Tournament, x league.Experiment) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, bot := range t.Bots {
		s.bots[bot] = true
	}
	s.table.Enter(t.Bots...)
	s.evidence.Extend(t)
	s.experiment, s.enough = x, false
	s.earlier, s.played = s.earlier+s.played, 0
}

// Has reports whether all these bots are in the tournament.
func (s *Seen) Has(bots []string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !slices.ContainsFunc(bots, func(bot string) bool { return !s.bots[bot] })
}

// Add counts an event. A match of a bot that is not in the tournament, such as an older version
// of one, does not count. A match that another tournament has played counts only for the
// experiment.
func (s *Seen) Add(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case e.LeftOut:
		s.evidence.LeaveOut(e.Match.Start)
	case e.PutOff:
		s.evidence.PutOff(e.Match.Start)
	case slices.ContainsFunc(e.Match.Seats, func(bot string) bool { return !s.bots[bot] }):
		return
	default:
		s.count(e)
	}
	s.enough = s.enough || s.experiment != nil && s.experiment.Enough(s.evidence)
}

// count counts a match; s.mu is held.
func (s *Seen) count(e Event) {
	if e.Earlier {
		s.earlier++
	} else {
		s.played++
	}
	if e.Match.Stored == "" {
		s.table.Add(e.Match)
	}
	if s.experiment != nil {
		s.evidence.Add(e.Match)
	}
}

// Enough reports whether the experiment has seen enough.
func (s *Seen) Enough() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.enough
}

// Summary returns where the experiment stands; a format has none.
func (s *Seen) Summary() league.Summary {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.experiment == nil {
		return league.Summary{}
	}
	return s.experiment.Summary(s.evidence)
}

// Matches returns the number of matches that count, of earlier runs and of this one.
func (s *Seen) Matches() (earlier, played int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.earlier, s.played
}

// Standings returns the standings so far.
func (s *Seen) Standings(o league.Options) (league.Standings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.table.Standings(o)
}

// Look calls look with the table and the evidence, which it must not keep.
func (s *Seen) Look(look func(*league.Table, *league.Evidence)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	look(&s.table, s.evidence)
}
