package scheduler

import (
	"context"
	"time"

	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// tidyEvery is how often what need not be kept is deleted.
const tidyEvery = time.Hour

// tidy deletes replays and copies of bots that need not be kept, now and then,
// until ctx is done. Results stay.
func (s *Scheduler) tidy(ctx context.Context) {
	tick := time.NewTicker(tidyEvery)
	defer tick.Stop()
	for {
		if s.KeepLast > 0 {
			s.prune(ctx)
		}
		if err := s.clear(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("delete copies of bots", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (s *Scheduler) prune(ctx context.Context) {
	n, err := s.Store.Prune(ctx, league.Retention{Last: s.KeepLast, Faults: true, Upsets: true})
	if err != nil && ctx.Err() == nil {
		s.Log.Error("delete replays", "error", err)
	} else if n > 0 {
		s.Log.Info("replays deleted", "replays", n)
	}
}

// clear deletes the copies of bots that no tournament needs which is not over,
// and that do not play.
func (s *Scheduler) clear(ctx context.Context) error {
	if !s.shelving.TryLock() {
		return nil // somebody is entering bots; in an hour again
	}
	defer s.shelving.Unlock()
	needed, err := s.Store.EnteredDigests(ctx)
	if err != nil {
		return err
	}
	need := func(w dispatch.Work) {
		for _, c := range w.Contenders {
			needed[c.Bot.Digest] = true
		}
	}
	s.mu.Lock()
	for _, w := range s.singles {
		need(w)
	}
	for _, p := range s.playing {
		need(p.work)
	}
	s.mu.Unlock()
	return s.BotStore.Clear(needed)
}

// shelve copies the files of bots that are entered.
func (s *Scheduler) shelve(contenders []dispatch.Contender) error {
	for _, c := range contenders {
		if err := s.BotStore.Put(c); err != nil {
			return named("bots", err)
		}
	}
	return nil
}
