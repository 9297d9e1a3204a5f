package scheduler

import (
	"context"
	"sync"
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
)

// An activeTournament is a tournament whose matches are handed out.
type activeTournament struct {
	*engine.Playing
	definition league.Tournament
	anchor     string // the bot whose Elo is 0; "" for the mean
	scale      league.Scale

	// Guarded by Scheduler.mu.
	playing int  // matches
	turn    int  // number of the last match that was handed out
	ending  bool // nothing is left to play

	mu        sync.Mutex
	published time.Time // when the standings were published last
}

// load opens a tournament as it is in the store; after is as in engine.Entry.
func (s *Scheduler) load(ctx context.Context, t league.Tournament, after *engine.Seen) (*activeTournament, error) {
	status, err := s.Status(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	a := &activeTournament{definition: t, anchor: status.Anchor}
	e := engine.Entry{
		Definition: t, After: after, Pause: s.FirstPause,
		Observe: func(e engine.Event) { s.observe(a, e) },
		Wake: func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.moved(a)
		},
	}
	if e.Game, err = s.Games.Find(t.Game); err != nil {
		return nil, err
	}
	if err := t.CheckReferee(e.Game); err != nil {
		return nil, err
	}
	a.scale = league.NewScale(e.Game, func(digest string) ([]byte, error) { return s.Store.PositionText(context.Background(), digest) }, nil)
	if e.Contenders, err = s.contenders(ctx, t); err != nil {
		return nil, err
	}
	s.mu.Lock()
	asked := s.options[t.ID]
	s.mu.Unlock()
	checks, err := s.Store.Checks(ctx)
	if err != nil {
		return nil, err
	}
	if test, ok := checks[t.ID]; ok && !asked.Timing {
		e.Experiment, e.Reuse = check.New(e.Game, t, test), test.Reuses(t)
	}
	e.LeftOut, e.Reuse = asked.LeftOut, e.Reuse || asked.Known
	if !t.Series.IsZero() {
		e.Experiment = t.Series
	}
	a.Playing, err = engine.Open(ctx, s.Store, e)
	return a, err
}
