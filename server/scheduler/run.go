package scheduler

import (
	"context"
	"errors"
	"sync"
	"time"

	"arbiter/referee/games"
	"arbiter/server/check"
	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// A run is a tournament that is running.
type run struct {
	definition league.Tournament
	anchor     string
	source     *dispatch.Tournament
	quit       context.CancelFunc // ends its feeder
	trial      *check.Trial       // nil unless it plays for a check

	// Guarded by Scheduler.mu.
	ready   *dispatch.Work // the next work, nil while the feeder looks for one
	playing int
	served  int // number of the last work that was handed out

	mu    sync.Mutex
	table league.Table
	told  time.Time // when the standings were told last
}

// before reports whether a gets the next worker rather than b: endless ladders
// play when nobody else does; the others take turns.
func (r *run) before(other *run) bool {
	if r.endless() != other.endless() {
		return other.endless()
	}
	return r.served < other.served
}

func (r *run) endless() bool { return r.definition.Format == league.Ladder && r.definition.Rounds == 0 }

// halt hands out nothing more.
func (r *run) halt() {
	r.quit()
	r.source.Stop()
}

// Start starts a tournament, or goes on with it. One that runs or is done stays
// as it is.
func (s *Scheduler) Start(ctx context.Context, id string) error {
	state, err := s.Store.TournamentStatus(ctx, id)
	if err != nil {
		return err
	}
	s.mu.Lock()
	_, running := s.runs[id]
	s.mu.Unlock()
	if running || state.State == league.Done {
		return nil
	}
	if state.State == league.Cancelled {
		return league.Conflictf("tournament %s is cancelled; make another one", id)
	}
	return s.begin(ctx, id)
}

// begin makes a tournament one of those that run.
func (s *Scheduler) begin(ctx context.Context, id string) error {
	if err := s.settled(ctx, id); err != nil {
		return err
	}
	r, err := s.load(ctx, id)
	if err != nil {
		return err
	}
	if err := s.setState(ctx, id, league.Running, ""); err != nil {
		return err
	}
	feeding, quit := context.WithCancel(context.WithoutCancel(ctx))
	r.quit = quit
	s.mu.Lock()
	defer s.mu.Unlock()
	s.init()
	if s.stopped || s.runs[id] != nil {
		quit()
		r.source.Stop()
		return nil
	}
	s.runs[id] = r
	s.feeders.Go(func() { s.feed(feeding, r) })
	return nil
}

// errStopped is returned for what a server does no more when it ends.
var errStopped = errors.New("the server ends; start it again")

// settled waits for matches that still run from before a pause, so that none
// is played twice.
func (s *Scheduler) settled(ctx context.Context, id string) error {
	for {
		s.mu.Lock()
		s.init()
		left := 0
		for _, p := range s.playing {
			if p.run != nil && p.run.definition.ID == id {
				left++
			}
		}
		changed, stopped := s.changed, s.stopped
		s.mu.Unlock()
		if left == 0 {
			return nil
		}
		if stopped {
			return errStopped
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// load makes a run of what the database has.
func (s *Scheduler) load(ctx context.Context, id string) (*run, error) {
	t, err := s.Store.Tournament(ctx, id)
	if err != nil {
		return nil, err
	}
	g, err := games.Find(t.Game)
	if err != nil {
		return nil, err
	}
	state, err := s.Store.TournamentStatus(ctx, id)
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
	r := &run{definition: t, anchor: state.Anchor}
	checks, err := s.Store.Checks(ctx)
	if err != nil {
		return nil, err
	}
	if test, ok := checks[id]; ok {
		r.trial = check.New(t, test)
	}
	r.table.Enter(t.Bots...)
	if err := s.Store.EachMatch(ctx, id, func(m league.Match) { r.add(m) }); err != nil {
		return nil, err
	}
	r.source = dispatch.NewTournament(dispatch.TournamentEntry{
		Definition: t, Game: g, Contenders: contenders,
		Position: func(digest string) ([]byte, error) { return s.Store.PositionText(context.WithoutCancel(ctx), digest) },
		Save:     s.Store.SaveReports,
		Observe:  func(report league.Report) { s.observe(r, report) },
	}, outcomes)
	if r.decided() {
		r.source.Stop()
	}
	return r, nil
}

// contenders finds the bots of a tournament.
func (s *Scheduler) contenders(ctx context.Context, t league.Tournament) (map[string]dispatch.Contender, error) {
	entered, err := s.Store.Bots(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	byID := map[string]dispatch.Contender{}
	for _, bot := range entered {
		if byID[bot.ID], err = s.unchanged(ctx, bot); err != nil {
			return nil, err
		}
	}
	return byID, nil
}

// unchanged finds a bot that was entered, to the byte: the copy of its files,
// or what it was typed as.
func (s *Scheduler) unchanged(ctx context.Context, bot league.Bot) (dispatch.Contender, error) {
	kept, ok, err := s.BotStore.Get(bot)
	if ok || err != nil {
		return kept, err
	}
	c, err := s.Resolver.One(ctx, bot.Typed, bot.Game)
	if err != nil {
		return c, err
	}
	if c.Bot.ID != bot.ID {
		return c, league.Conflictf("bot %s has changed since it was entered: %s is now %s; put it back, or enter that one", bot.ID, bot.Typed, c.Bot.ID)
	}
	return dispatch.Contender{Bot: bot, Spec: c.Spec}, nil
}

// add counts a match.
func (r *run) add(m league.Match) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, bot := range m.Seats {
		if !r.entered(bot) {
			return // it has left the tournament
		}
	}
	r.table.Add(m)
	if r.trial != nil {
		r.trial.Add(m)
	}
}

// decided reports whether the check it plays for has its verdict.
func (r *run) decided() bool { return r.trial != nil && r.trial.Decided() }

func (r *run) entered(bot string) bool {
	for _, id := range r.definition.Bots {
		if id == bot {
			return true
		}
	}
	return false
}

// tellEvery is how often the standings of a tournament are told.
const tellEvery = 2 * time.Second

// maxTold is the most bots of standings that are told: larger tables are
// asked for.
const maxTold = 100

// observe counts a report that has been kept.
func (s *Scheduler) observe(r *run, report league.Report) {
	r.add(report.Match())
	if r.decided() {
		r.source.Stop()
	}
	if s.Tell == nil || len(r.definition.Bots) > maxTold {
		return
	}
	r.mu.Lock()
	due := time.Since(r.told) >= tellEvery
	if due {
		r.told = time.Now()
	}
	r.mu.Unlock()
	if due {
		s.tellStandings(r)
	}
}

func (s *Scheduler) tellStandings(r *run) {
	r.mu.Lock()
	standings, err := r.table.Standings(league.Options{Anchor: r.anchor})
	r.mu.Unlock()
	if err != nil {
		s.Log.Warn("standings", "tournament", r.definition.ID, "error", err)
		return
	}
	s.tell(Event{Type: StandingsChanged, Tournament: r.definition.ID, Game: r.definition.Game, Standings: &standings})
}

// feed makes the next work of a tournament ready, again and again, until there
// is none.
func (s *Scheduler) feed(ctx context.Context, r *run) {
	for {
		work, ok, err := r.source.Next(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			s.fail(ctx, r.definition.ID, err)
			return
		case !ok:
			s.finish(ctx, r)
			return
		}
		if !s.hand(ctx, r, work) {
			return
		}
	}
}

// hand puts the work where a worker finds it and waits until one took it.
func (s *Scheduler) hand(ctx context.Context, r *run, work dispatch.Work) bool {
	s.mu.Lock()
	r.ready = &work
	s.notify()
	for r.ready != nil {
		changed := s.changed
		s.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
		s.mu.Lock()
	}
	s.mu.Unlock()
	return true
}

// finish ends a run that has no more work: everything has been played, or its
// check is decided.
func (s *Scheduler) finish(ctx context.Context, r *run) {
	if !r.source.Done() && !r.decided() {
		return // it was stopped, and who did it says why
	}
	ctx = context.WithoutCancel(ctx) // drop ends the feeder's
	s.drop(r.definition.ID)
	if err := s.settled(ctx, r.definition.ID); err != nil {
		return // the next server finds that nothing is left
	}
	s.tellStandings(r)
	if err := s.setState(ctx, r.definition.ID, league.Done, ""); err != nil {
		s.Log.Error("tournament", "tournament", r.definition.ID, "error", err)
	}
}

// drop takes a tournament off those that run, and reports whether it was one.
func (s *Scheduler) drop(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.runs[id]
	if r == nil {
		return false
	}
	delete(s.runs, id)
	r.ready = nil
	s.notify()
	r.quit()
	return true
}

// Pause hands out no more matches of a tournament. Those that run are finished.
func (s *Scheduler) Pause(ctx context.Context, id string) error {
	return s.end(ctx, id, league.Paused, "")
}

// Cancel ends a tournament and its schedule for good; what has been played
// stays, and so do its runs.
func (s *Scheduler) Cancel(ctx context.Context, id, why string) error {
	if err := s.end(ctx, id, league.Cancelled, why); err != nil {
		return err
	}
	return s.Store.DeleteCronSchedule(ctx, id)
}

func (s *Scheduler) end(ctx context.Context, id string, state league.TournamentState, why string) error {
	before, err := s.Store.TournamentStatus(ctx, id)
	switch {
	case err != nil:
		return err
	case before.State == state:
		return nil
	case before.State == league.Cancelled || before.State == league.Done && state == league.Paused:
		return league.Conflictf("tournament %s is %s", id, before.State)
	}
	s.halt(id)
	return s.setState(ctx, id, state, why)
}

// halt stops a tournament's handing out.
func (s *Scheduler) halt(id string) {
	s.mu.Lock()
	r := s.runs[id]
	s.mu.Unlock()
	if r == nil {
		return
	}
	s.drop(id)
	r.source.Stop()
}

// fail stops a tournament that cannot go on and says why.
func (s *Scheduler) fail(ctx context.Context, id string, why error) {
	s.Log.Error("tournament stops", "tournament", id, "error", why)
	s.halt(id)
	ctx = context.WithoutCancel(ctx)
	if err := s.setState(ctx, id, league.Failed, why.Error()); err != nil && !errors.Is(err, league.ErrNotFound) {
		s.Log.Error("tournament", "tournament", id, "error", err)
	}
}

func (s *Scheduler) setState(ctx context.Context, id string, state league.TournamentState, why string) error {
	if err := s.Store.SetTournamentState(context.WithoutCancel(ctx), id, state, why, now()); err != nil {
		return err
	}
	s.tell(Event{Type: TournamentChanged, Tournament: id, State: string(state), Why: why})
	return nil
}
