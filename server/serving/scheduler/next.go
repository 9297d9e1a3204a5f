package scheduler

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// Next implements dispatch.Source.
func (s *Scheduler) Next(ctx context.Context) (dispatch.Work, bool, error) { return s.next(ctx, false) }

// NextSlow is Next for slow workers: it hands out matches of the tournaments that
// allow them, and waits for one as Next does.
func (s *Scheduler) NextSlow(ctx context.Context) (dispatch.Work, bool, error) {
	return s.next(ctx, true)
}

func (s *Scheduler) next(ctx context.Context, slow bool) (work dispatch.Work, ok bool, err error) {
	err = s.changed.Wait(ctx, &s.mu, func() bool {
		work, ok = s.pick(slow)
		return ok || s.stopped
	})
	if ok {
		s.countStart(ctx, work.Job.ID)
		s.publish(Event{Type: MatchStarted, Match: matchOf(work), Tournament: work.Job.Tournament, Game: work.Game.Info().Name})
	}
	return work, ok, err
}

// pick chooses the next work, if there is some for this kind of worker; s.mu is
// held.
func (s *Scheduler) pick(slow bool) (dispatch.Work, bool) {
	if s.stopped {
		return dispatch.Work{}, false
	}
	s.makeMaps()
	if len(s.queue) > 0 && !slow {
		work := s.queue[0]
		s.queue = s.queue[1:]
		s.changed.Broadcast() // for AwaitSingle
		return s.started(work, nil), true
	}
	for _, a := range slices.SortedFunc(maps.Values(s.active), inTurn) {
		if slow && !a.definition.SlowWorkers {
			continue
		}
		work, ok, err := a.Poll()
		if err != nil {
			s.fail(a, err)
			continue
		}
		if ok {
			s.turns++
			a.turn = s.turns
			return s.started(work, a), true
		}
	}
	return dispatch.Work{}, false
}

// inTurn orders tournaments by who gets the next worker: the one that has
// waited longest for its turn. Endless ones play when nobody else does, and open
// ladders when none of these does either.
func inTurn(a, b *activeTournament) int {
	return cmp.Or(cmp.Compare(a.behind(), b.behind()), cmp.Compare(a.turn, b.turn), cmp.Compare(a.definition.ID, b.definition.ID))
}

// behind says after which other tournaments one gets a worker.
func (a *activeTournament) behind() int {
	switch {
	case a.definition.Series.Open():
		return 2
	case a.definition.Endless():
		return 1
	}
	return 0
}

// started notes that a match is being played, of a tournament or a single one,
// and makes it one that can be aborted; s.mu is held.
func (s *Scheduler) started(work dispatch.Work, a *activeTournament) dispatch.Work {
	p := &playing{tournament: a, since: time.Now()}
	work.Abort, p.abort = context.WithCancelCause(context.Background())
	p.work = work
	s.playing[work.Job.ID] = p
	if a != nil {
		a.playing++
	}
	return work
}

// Played implements dispatch.Source. All reports share a transaction: workers
// play tournaments in turn, so that most batches have matches of several.
func (s *Scheduler) Played(ctx context.Context, matches []dispatch.Played) error {
	together := s.save(ctx, matches)
	for a, own := range s.byTournament(matches) {
		err := together
		if err != nil && len(own) < len(matches) {
			err = s.save(ctx, own) // again: perhaps only others cannot be saved
		}
		switch {
		case err == nil && a == nil:
			for _, m := range own {
				s.dequeue(ctx, m.Work.Job.ID)
			}
		case err == nil:
			a.Saved(own)
		case a != nil: // the matches are lost and their tournament stops; the server carries on
			s.mu.Lock()
			s.fail(a, err)
			s.mu.Unlock()
		}
		for _, m := range own {
			s.finished(m, err)
		}
	}
	return nil
}

func (s *Scheduler) save(ctx context.Context, matches []dispatch.Played) error {
	reports := make([]league.Report, len(matches))
	for i, m := range matches {
		reports[i] = m.Report
	}
	return s.Store.SaveReports(ctx, reports)
}

// byTournament sorts matches that are being played; single ones are under nil.
func (s *Scheduler) byTournament(matches []dispatch.Played) map[*activeTournament][]dispatch.Played {
	s.mu.Lock()
	defer s.mu.Unlock()
	sorted := map[*activeTournament][]dispatch.Played{}
	for _, m := range matches {
		a := s.playing[m.Work.Job.ID].tournament
		sorted[a] = append(sorted[a], m)
	}
	return sorted
}

// finished publishes a match that was played and saved, and takes it off those
// that are being played.
func (s *Scheduler) finished(m dispatch.Played, err error) {
	w := m.Work
	s.unwatch(w.Job.ID)
	if err == nil {
		// Published first: a tournament is done after its last match is finished.
		s.publish(Event{Type: MatchFinished, Match: matchOf(w), Tournament: w.Job.Tournament, Game: m.Report.Game, Report: &m.Report})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended(w.Job.ID, err)
}

// Failed implements dispatch.Source. The machine's errors stop a tournament,
// never the server.
func (s *Scheduler) Failed(w dispatch.Work, err error) error {
	s.Log.Warn("match failed", "match", w.Job.ID, "tournament", w.Job.Tournament, "error", err)
	s.unwatch(w.Job.ID)
	s.mu.Lock()
	a := s.playing[w.Job.ID].tournament
	if a != nil {
		// Before the source may hand it out again: another worker's match of the
		// same ID would be taken off instead.
		delete(s.playing, w.Job.ID)
	}
	s.mu.Unlock()
	if a == nil {
		s.failedSingle(w, err)
		return nil
	}
	if dispatch.IsVoid(err) {
		s.publishVoid(w, err)
	}
	final := a.Failed(w, err)
	s.mu.Lock()
	defer s.mu.Unlock()
	a.playing-- // only now: a source that stops by its error is not one that has played everything
	if final != nil {
		s.fail(a, final)
	}
	s.moved(a)
	return nil
}

// publishVoid tells that a void match is no longer being played.
func (s *Scheduler) publishVoid(w dispatch.Work, err error) {
	s.publish(Event{Type: MatchVoid, Match: matchOf(w), Tournament: w.Job.Tournament, Game: w.Game.Info().Name, Why: err.Error()})
}

// ended takes a match off those that are being played; s.mu is held.
func (s *Scheduler) ended(id string, err error) {
	a := s.playing[id].tournament
	delete(s.playing, id)
	if a == nil {
		s.endedSingle(id, err)
		s.changed.Broadcast()
		return
	}
	a.playing--
	s.moved(a)
}
