package dispatch

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// MaxVoids is how often a match may be void before it is put off or, if it is not put off, left
// out.
const MaxVoids = 3

// MaxLateVoids is how often a match that was put off may be void before it is left out. The
// pauses before these attempts add up to a minute.
const MaxLateVoids = 6

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
	return league.Voids{Matches: t.voids.Matches, LeftOut: slices.Clone(t.voids.LeftOut), PutOff: len(t.late)}
}

// resumeVoids takes over what was void in earlier runs. A pairing that was left
// out stays so, unless its match has been played since.
func (t *TournamentSource) resumeVoids(voids []league.Void) {
	for _, v := range voids {
		if _, played := t.results.Outcome(v.ID); played {
			v.LeftOut = false
		}
		t.voided[v.ID], t.wasPutOff[v.ID] = v.Times, v.PutOff
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

// A late match was put off. It is played again when nothing else is left to play, and
// not before it is due.
type late struct {
	work Work
	due  time.Time
}

// latePause is how long a match that was void so often waits.
func (t *TournamentSource) latePause(voids int) time.Duration {
	return cmp.Or(t.entry.Pause, time.Second) << max(0, voids-MaxVoids)
}

// putLate puts a match off; t.mu is held.
func (t *TournamentSource) putLate(w Work) {
	l := late{w, time.Now().Add(t.latePause(t.voided[w.Job.ID]))}
	i, _ := slices.BinarySearchFunc(t.late, l.due, func(l late, due time.Time) int { return cmp.Or(l.due.Compare(due), -1) })
	t.late = slices.Insert(t.late, i, l)
}

// resumeLate reports whether a match was put off in an earlier run, and then puts it
// off again.
func (t *TournamentSource) resumeLate(w Work) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.wasPutOff[w.Job.ID] || !t.entry.Waits {
		return false
	}
	t.putLate(w)
	return true
}

// takeLate removes the first match that was put off, if it is due and the schedule has
// ended. Otherwise it sees to it that somebody asks again; t.mu is held.
func (t *TournamentSource) takeLate(now time.Time) (w Work, ok bool) {
	if len(t.late) == 0 || !t.prefetch.atEnd(t.entry.fixed(), t.reports) {
		return Work{}, false
	}
	if wait := t.late[0].due.Sub(now); wait > 0 {
		if t.alarm == nil {
			t.alarm = time.AfterFunc(wait, t.ring)
		} else {
			t.alarm.Reset(wait)
		}
		return Work{}, false
	}
	w, t.late = t.late[0].work, t.late[1:]
	return w, true
}

// ring lets those who wait for work ask again.
func (t *TournamentSource) ring() {
	t.mu.Lock()
	t.changed.Broadcast()
	stopped := t.stopped
	t.mu.Unlock()
	if !stopped {
		t.wake()
	}
}

// void takes a match that was void. After MaxVoids it is put off, if it may be, and
// after MaxLateVoids more its pairing is left out.
func (t *TournamentSource) void(w Work) error {
	t.mu.Lock()
	t.voided[w.Job.ID]++
	v := league.Void{Job: w.Job, Times: t.voided[w.Job.ID]}
	t.mu.Unlock()
	switch {
	case v.Times < MaxVoids:
	case t.entry.Waits && v.Times < MaxVoids+MaxLateVoids:
		v.PutOff = true
	default:
		v.LeftOut = true
	}
	err := t.saveVoid(v)
	if v.PutOff || v.LeftOut {
		t.tellVoid(v)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	t.voids.Matches++
	switch {
	case v.LeftOut:
		t.voids.LeftOut = append(t.voids.LeftOut, w.Job.Pairing.Start)
		t.reports++ // the schedule goes on as after a report
		t.refill()
	case v.PutOff:
		t.putLate(w)
	default:
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

// tellVoid tells of a match that is put off or left out. After one that is left out the
// schedule goes on as if it had been drawn: a round of which one match is missing would
// have no next one. No result is saved.
func (t *TournamentSource) tellVoid(v league.Void) {
	if v.LeftOut {
		t.results.add(v.ID, draw(v.Pairing))
	}
	if t.entry.Void == nil {
		return
	}
	t.observing.Lock()
	defer t.observing.Unlock()
	t.entry.Void(v)
}
