package scheduler

import (
	"context"
	"slices"
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// housekeepingInterval is how often what need not be kept is deleted.
const housekeepingInterval = time.Hour

// keepHouse deletes replays and copies of bots that need not be kept, at once
// and then at intervals, until ctx ends. Results stay.
func (s *Scheduler) keepHouse(ctx context.Context) {
	ticker := time.NewTicker(housekeepingInterval)
	defer ticker.Stop()
	for {
		if s.KeepLast > 0 {
			s.pruneReplays(ctx)
		}
		if err := s.clearFiles(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("delete copies of bots", "error", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

func (s *Scheduler) pruneReplays(ctx context.Context) {
	n, err := s.Store.Prune(ctx, league.Retention{Last: s.KeepLast, Faults: true, Upsets: true})
	if err != nil && ctx.Err() == nil {
		s.Log.Error("delete replays", "error", err)
	} else if n > 0 {
		s.Log.Info("replays deleted", "replays", n)
	}
}

// clearFiles deletes the copies of bots that are not playing and that no
// unfinished tournament needs.
func (s *Scheduler) clearFiles(ctx context.Context) error {
	if !s.copying.TryLock() {
		return nil // bots are being entered; the next time will do
	}
	defer s.copying.Unlock()
	needed, err := s.Store.EnteredDigests(ctx)
	if err != nil {
		return err
	}
	need := func(w dispatch.Work) {
		for _, c := range w.Contenders {
			needed[c.Bot.SHA256] = true
		}
	}
	s.mu.Lock()
	for _, w := range s.queue {
		need(w)
	}
	for _, p := range s.playing {
		need(p.work)
	}
	s.mu.Unlock()
	return s.Files.Clear(needed)
}

// fromCopies copies the files of bots and returns the bots that run there; s.copying
// is held for reading until they are queued. Nothing runs in the folder itself: without a
// box, a bot may write to it.
func (s *Scheduler) fromCopies(contenders []dispatch.Contender) ([]dispatch.Contender, error) {
	if err := s.copyFiles(contenders); err != nil {
		return nil, err
	}
	contenders = slices.Clone(contenders)
	for i, c := range contenders {
		if c.Spec.Dir == "" || c.Check != nil {
			continue // has no files of its own, or runs in its copy
		}
		kept, ok, err := s.Files.Get(c.Bot)
		if err != nil {
			return nil, err
		}
		if ok {
			kept.Spec.Origin = c.Spec.Dir
			contenders[i] = kept
		}
	}
	return contenders, nil
}

// copyFiles copies the files of bots that are entered; s.copying is held for
// reading until a tournament in the store needs them.
func (s *Scheduler) copyFiles(contenders []dispatch.Contender) error {
	for _, c := range contenders {
		if err := s.Files.Put(c); err != nil {
			return atField("bots", err)
		}
	}
	return nil
}
