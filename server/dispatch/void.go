package dispatch

import (
	"errors"

	"arbiter/referee"
	"arbiter/server/league"
)

// MaxVoids is how often a match may be void before its pairing is left out.
const MaxVoids = 3

// IsVoid reports whether a match has no result because the machine did not let
// its bots run: an error in the chain has a method Void that returns true. Unlike
// other errors of the machine it says nothing of the matches to come.
func IsVoid(err error) bool {
	var v interface{ Void() bool }
	return errors.As(err, &v) && v.Void()
}

// Voids are the matches that were void.
type Voids struct {
	Matches int // void matches; one that was played again and void again counts again
	LeftOut int // pairings that were left out after MaxVoids of them
}

// Voids returns how many matches have been void.
func (t *Tournament) Voids() Voids {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.voids
}

// A postponed match was void and is played again, but not at once: whatever kept
// the machine busy may take a while.
type postponed struct {
	work  Work
	until int // how many matches have been handed out then
}

// takePostponed removes the first postponed match; there must be one.
func (t *Tournament) takePostponed() Work {
	w := t.postponed[0].work
	t.postponed = t.postponed[1:]
	return w
}

// void takes a match that was void. After MaxVoids its pairing is left out.
func (t *Tournament) void(w Work) {
	t.mu.Lock()
	t.voids.Matches++
	t.voided[w.Job.ID]++
	leftOut := t.voided[w.Job.ID] == MaxVoids
	t.mu.Unlock()
	if leftOut {
		t.leaveOut(w)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	if leftOut {
		t.voids.LeftOut++
		t.reports++ // the schedule goes on as after a report
		t.refill()
	} else {
		t.postponed = append(t.postponed, postponed{w, t.handed + prefetched})
	}
	t.changed.Broadcast()
}

// leaveOut lets the schedule go on as if the match had been drawn: a round of
// which one match is missing would have no next one. Nothing is saved.
func (t *Tournament) leaveOut(w Work) {
	seats := len(w.Job.Pairing.Seats)
	scores := make([]int64, seats)
	t.results.add(w.Job.ID, league.Outcome{Scores: scores, Ranks: referee.RankScores(scores), Faults: make([]referee.Kind, seats)})
	if t.entry.Void == nil {
		return
	}
	t.observing.Lock()
	defer t.observing.Unlock()
	t.entry.Void(w.Job.Pairing)
}
