package scheduler

import (
	"context"
	"slices"
	"sync"
	"time"

	"arbiter/referee/games"
	"arbiter/server/check"
	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// An activeTournament is a tournament whose matches are handed out.
type activeTournament struct {
	definition league.Tournament
	anchor     string // the bot whose Elo is 0; "" for the mean
	source     *dispatch.Tournament
	check      *check.Check // nil unless it plays for a check; used by one report at a time

	// Guarded by Scheduler.mu.
	playing int  // matches
	turn    int  // number of the last match that was handed out
	ending  bool // nothing is left to play

	mu        sync.Mutex
	table     league.Table
	published time.Time // when the standings were published last
}

// endless reports whether it has matches as long as somebody plays them.
func (a *activeTournament) endless() bool {
	return a.definition.Format == league.Ladder && a.definition.Rounds == 0
}

// load reads a tournament from the store.
func (s *Scheduler) load(ctx context.Context, id string) (*activeTournament, error) {
	t, err := s.Store.Tournament(ctx, id)
	if err != nil {
		return nil, err
	}
	g, err := games.Find(t.Game)
	if err != nil {
		return nil, err
	}
	status, err := s.Store.TournamentStatus(ctx, id)
	if err != nil {
		return nil, err
	}
	contenders, err := s.contenders(ctx, t)
	if err != nil {
		return nil, err
	}
	outcomes, err := s.Store.Outcomes(ctx, id)
	if err != nil {
		return nil, err
	}
	a := &activeTournament{definition: t, anchor: status.Anchor}
	checks, err := s.Store.Checks(ctx)
	if err != nil {
		return nil, err
	}
	if test, ok := checks[id]; ok {
		a.check = check.New(t, test)
		if test.Reuses(t) {
			reused, err := s.Store.SoloResults(ctx, t, g.Info().Rules)
			if err != nil {
				return nil, err
			}
			for _, m := range reused {
				outcomes[m.Pairing().ID(t.ID)] = m.Outcome
				a.check.Add(m)
			}
		}
	}
	voids, err := s.Store.Voids(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, v := range voids {
		if v.LeftOut && a.check != nil {
			a.check.Void(v.Pairing.Start)
		}
	}
	a.table.Enter(t.Bots...)
	if err := s.Store.EachMatch(ctx, id, func(m league.Match) { a.add(m) }); err != nil {
		return nil, err
	}
	a.source = dispatch.NewTournament(dispatch.TournamentEntry{
		Definition: t, Game: g, Contenders: contenders,
		Position: func(digest string) ([]byte, error) { return s.Store.PositionText(context.WithoutCancel(ctx), digest) },
		Observe:  func(report league.Report) { s.observe(a, report) },
		Void:     func(p league.Pairing) { s.leftOut(a, p) },
		Voids:    voids, SaveVoid: s.Store.SaveVoid,
		Wake: func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.moved(a)
		},
	}, outcomes)
	if a.decided() {
		a.source.Stop()
	}
	return a, nil
}

// add counts a match, unless one of its bots has left the tournament.
func (a *activeTournament) add(m league.Match) {
	for _, bot := range m.Seats {
		if !slices.Contains(a.definition.Bots, bot) {
			return
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.table.Add(m)
	if a.check != nil {
		a.check.Add(m)
	}
}

// decided reports whether the check that it plays for has its verdict.
func (a *activeTournament) decided() bool { return a.check != nil && a.check.Decided() }
