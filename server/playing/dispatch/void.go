package dispatch

import (
	"context"
	"errors"
	"slices"

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

// Voids sums up the matches that have been void, those of earlier runs included.
func (t *TournamentSource) Voids() league.Voids {
	t.mu.Lock()
	defer t.mu.Unlock()
	return league.Voids{Matches: t.voids.Matches, LeftOut: slices.Clone(t.voids.LeftOut)}
}

// resumeVoids takes over what was void in earlier runs. A pairing that was left
// out stays so, unless its match has been played since.
func (t *TournamentSource) resumeVoids(voids []league.Void) {
	for _, v := range voids {
		if _, played := t.results.Outcome(v.ID); played {
			v.LeftOut = false
		}
		t.voided[v.ID] = v.Times
		t.voids.Add(v)
		if v.LeftOut {
			t.results.add(v.ID, draw(v.Pairing))
		}
	}
}

// A postponed match was void and is played again, but not at once: whatever kept
// the machine busy may take a while.
type postponed struct {
	work  Work
	until int // how many matches have been handed out then
}

// takePostponed removes the first postponed match; there must be one.
func (t *TournamentSource) takePostponed() Work {
	w := t.postponed[0].work
	t.postponed = t.postponed[1:]
	return w
}

// void takes a match that was void. After MaxVoids its pairing is left out.
func (t *TournamentSource) void(w Work) error {
	t.mu.Lock()
	t.voided[w.Job.ID]++
	v := league.Void{Job: w.Job, Times: t.voided[w.Job.ID], LeftOut: t.voided[w.Job.ID] >= MaxVoids}
	t.mu.Unlock()
	err := t.saveVoid(v)
	if v.LeftOut {
		t.leaveOut(w)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	t.voids.Matches++
	if v.LeftOut {
		t.voids.LeftOut = append(t.voids.LeftOut, w.Job.Pairing.Start)
		t.reports++ // the schedule goes on as after a report
		t.refill()
	} else {
		t.postponed = append(t.postponed, postponed{w, t.handed + prefetched})
	}
	if err != nil {
		t.stopped = true
	}
	t.changed.Broadcast()
	return err
}

func (t *TournamentSource) saveVoid(v league.Void) error {
	if t.entry.SaveVoid == nil {
		return nil
	}
	return t.entry.SaveVoid(context.Background(), v)
}

// draw is what the schedule takes for the outcome of a match that is left out.
func draw(p league.Pairing) league.Outcome {
	seats := len(p.Seats)
	scores := make([]int64, seats)
	return league.Outcome{Scores: scores, Ranks: referee.RankScores(scores), Faults: make([]referee.Kind, seats)}
}

// leaveOut lets the schedule go on as if the match had been drawn: a round of
// which one match is missing would have no next one. No result is saved.
func (t *TournamentSource) leaveOut(w Work) {
	t.results.add(w.Job.ID, draw(w.Job.Pairing))
	if t.entry.Void == nil {
		return
	}
	t.observing.Lock()
	defer t.observing.Unlock()
	t.entry.Void(w.Job.Pairing)
}
