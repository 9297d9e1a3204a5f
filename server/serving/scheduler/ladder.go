package scheduler

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/ladder"
	"arbiter/server/playing/resolve"
)

// ladderPause is how long an open ladder waits at most before it is looked at again:
// the states of its tournament and requests of other processes come unannounced.
const ladderPause = time.Second

// An openLadder is a ladder that never closes. One goroutine plays all of them: a round
// is a longer definition of the tournament of that name.
type openLadder struct {
	league.OpenLadder

	// Of playLadders alone.
	course ladder.Course
	read   bool // course has the rounds of the store
	bots   map[string]league.Bot
	heard  int64 // the number of the last request that was logged

	// Guarded by Scheduler.mu.
	standing LadderStanding
	last     *activeTournament // the last round if it is complete; nil when the store has to be asked
}

// A LadderStanding is where a ladder stands.
type LadderStanding struct {
	league.OpenLadder
	ladder.Table
	Rounds  int
	Matches int
	Entries []league.SeriesEntry // in the order in which they came
	// State is that of the tournament: league.Running, league.Idle while there are no
	// two bots to play, or why it is halted: paused, cancelled, or failed with Why.
	State league.TournamentState
	Why   string
}

// Ladder returns where an open ladder stands. Like all that ask for ladders, it waits
// for a server that has just begun to read them.
func (s *Scheduler) Ladder(ctx context.Context, name string) (l LadderStanding, err error) {
	found := false
	err = s.withLadders(ctx, func() {
		if o := s.ladders[name]; o != nil {
			l, found = o.standing, true
		}
	})
	if err == nil && !found {
		err = league.NotFoundError{Kind: league.ALadder, Name: name}
	}
	return l, err
}

// Ladders lists the open ladders by name.
func (s *Scheduler) Ladders(ctx context.Context) (all []LadderStanding, err error) {
	err = s.withLadders(ctx, func() {
		for _, o := range s.ladders {
			all = append(all, o.standing)
		}
	})
	slices.SortFunc(all, func(a, b LadderStanding) int { return cmp.Compare(a.Name, b.Name) })
	return all, err
}

// withLadders calls do with s.mu held, once the ladders of the store are known.
func (s *Scheduler) withLadders(ctx context.Context, do func()) error {
	return s.changed.Wait(ctx, &s.mu, func() bool {
		if s.laddersIn {
			do()
		}
		return s.laddersIn || s.stopped
	})
}

// OpenLadder adds a ladder, which plays as soon as two bots have entered. One of that
// name stays as it is; if it is of another game, that is a league.ConflictError.
func (s *Scheduler) OpenLadder(ctx context.Context, l league.OpenLadder) error {
	g, err := games.Find(l.Game)
	if err != nil {
		return league.FieldError{Field: "game", Err: err}
	}
	if l.TimeFactor == 0 {
		l.TimeFactor = 1
	}
	limits, err := Plan{File: league.File{TimeFactor: l.TimeFactor}}.limits(g.Info())
	if err != nil {
		return err
	}
	t, _ := ladder.Define(l.Name, g, limits)
	t.Bots = []string{"a", "b"} // those that it begins with are not known
	if err := t.Validate(); err != nil {
		return err
	}
	release, err := s.claim(ctx, l.Name)
	if err != nil {
		return err
	}
	defer release()
	if before, err := s.Ladder(ctx, l.Name); err == nil {
		if before.Game != l.Game {
			return league.Conflictf("ladder %s already exists, of %s; choose another name", l.Name, before.Game)
		}
		return nil
	}
	if _, err := s.Store.Tournament(ctx, l.Name); !errors.Is(err, league.ErrNotFound) {
		if err == nil {
			err = league.Conflictf("tournament %s already exists; choose another name for the ladder", l.Name)
		}
		return err
	}
	l.CreatedAt = now()
	if err := s.Store.SaveOpenLadder(ctx, l); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addLadder(l)
	return nil
}

// addLadder plays a ladder; s.mu is held.
func (s *Scheduler) addLadder(l league.OpenLadder) *openLadder {
	s.makeMaps()
	o := &openLadder{OpenLadder: l, standing: LadderStanding{OpenLadder: l, State: league.Idle, Table: ladder.Table{Lines: []ladder.Line{}}}}
	s.ladders[l.Name] = o
	s.ladderNews = true
	s.changed.Broadcast()
	return o
}

// resumeLadders counts the ladders of the store, and starts the tournaments of those that
// were running. It ends early, with an error, when ctx does.
func (s *Scheduler) resumeLadders(ctx context.Context, all []league.OpenLadder) error {
	for _, l := range all {
		s.mu.Lock()
		o := s.addLadder(l)
		s.mu.Unlock()
		if err := s.resumeLadder(ctx, o); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.laddersIn = true
	s.changed.Broadcast()
	return nil
}

// resumeLadder counts what a ladder had played when the last server ended. One that
// cannot be counted has failed; playLadders tries again.
func (s *Scheduler) resumeLadder(ctx context.Context, o *openLadder) error {
	t, err := s.Store.Tournament(ctx, o.Name)
	if errors.Is(err, league.ErrNotFound) {
		return nil // it waits for two bots
	}
	var status league.TournamentStatus
	if err == nil {
		status, err = s.Store.TournamentStatus(ctx, o.Name)
	}
	if err == nil {
		err = s.countLadder(ctx, o, t, nil, status.State == league.Done)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		o.read = false
		s.standLadder(o, league.Failed, err.Error())
	case status.State == league.Done || status.State == league.Idle:
		s.standLadder(o, league.Running, "") // between two rounds
	case status.State == league.Running:
		s.standLadder(o, league.Running, "")
		return s.resumeTournament(ctx, o.Name)
	default:
		s.standLadder(o, status.State, status.Why)
	}
	return nil
}

// EnterLadder asks that a bot enters a ladder with the next round, by its ID or as it is
// typed. news is false for the bot that plays for its name already. version, when set, is
// that of the asker's own bot, such as its commit. mayReplace, when set, is asked whether
// the bot before may be replaced.
func (s *Scheduler) EnterLadder(ctx context.Context, name, typed, version string, by Asker, mayReplace func(league.KnownBot) error) (bot league.Bot, news bool, err error) {
	l, err := s.Ladder(ctx, name)
	if err != nil {
		return bot, false, err
	}
	found, err := s.find(ctx, l.Game, []string{typed}, by)
	if err != nil {
		return bot, false, err
	}
	if err := resolve.TryStart(s.Pool.Isolation, found...); err != nil {
		return bot, false, atField("bot", err)
	}
	bot = found[0].Bot
	if version != "" && (by.AnyBot || bot.Owner == by.Name) {
		bot.Version = version
	}
	s.copying.RLock()
	defer s.copying.RUnlock()
	if err := s.copyFiles(found); err != nil {
		return bot, false, err
	}
	release, err := s.claim(ctx, name)
	if err != nil {
		return bot, false, err
	}
	defer release()
	last, err := s.lastAsked(ctx, name, bot.Name)
	if err != nil || last == bot.ID {
		return bot, false, err
	}
	if err := s.mayReplace(ctx, bot.Game, last, mayReplace); err != nil {
		return bot, false, err
	}
	return bot, true, s.askLadder(ctx, league.LadderRequest{Ladder: name, Name: bot.Name, Bot: &bot, AskedAt: now()})
}

// KeepBuildFailure keeps on a ladder that a bot could not enter, if err says that its
// build failed. What a ladder keeps is its owner's: others add what concerns the bot of
// theirs that plays there for the same name. may decides on an owner, "" for nobody.
func (s *Scheduler) KeepBuildFailure(ctx context.Context, name string, err error, may func(owner string) bool) {
	var build resolve.BuildError
	if errors.As(err, &build) && s.mayTell(ctx, name, build.Name(), may) {
		s.keepFailure(ctx, league.LadderFailure{Ladder: name, Name: build.Name(), Why: build.Error(), Output: build.Output(), At: now()})
	}
}

// mayTell reports whether somebody may add to what a ladder keeps of a name.
func (s *Scheduler) mayTell(ctx context.Context, name, bot string, may func(owner string) bool) bool {
	l, err := s.Ladder(ctx, name)
	if err != nil || may(l.Owner) {
		return err == nil
	}
	last, err := s.lastAsked(ctx, name, bot)
	if err != nil || last == "" {
		return false
	}
	known, err := s.Store.KnownBot(ctx, l.Game, last)
	return err == nil && known.Owner != "" && may(known.Owner)
}

// keepFailure keeps a failure, also when whoever asked has gone.
func (s *Scheduler) keepFailure(ctx context.Context, f league.LadderFailure) {
	if err := s.Store.SaveLadderFailure(context.WithoutCancel(ctx), f); err != nil {
		s.Log.Error("keep what could not enter a ladder", "ladder", f.Ladder, "bot", f.Name, "error", err)
	}
}

// LadderNames returns the names that bots play for on a ladder once all requests are
// obeyed, in order.
func (s *Scheduler) LadderNames(ctx context.Context, name string) ([]string, error) {
	requests, err := s.Store.LadderRequests(ctx, name) // first: one that is obeyed meanwhile is an entry then
	if err != nil {
		return nil, err
	}
	l, err := s.Ladder(ctx, name)
	return ladder.Names(l.Entries, requests), err
}

// LeaveLadder asks that a name leaves a ladder with the next round. A name that does not
// play there is no error.
func (s *Scheduler) LeaveLadder(ctx context.Context, name, bot string, mayReplace func(league.KnownBot) error) error {
	l, err := s.Ladder(ctx, name)
	if err != nil {
		return err
	}
	release, err := s.claim(ctx, name)
	if err != nil {
		return err
	}
	defer release()
	last, err := s.lastAsked(ctx, name, bot)
	if err != nil || last == "" {
		return err
	}
	if err := s.mayReplace(ctx, l.Game, last, mayReplace); err != nil {
		return err
	}
	return s.askLadder(ctx, league.LadderRequest{Ladder: name, Name: bot, AskedAt: now()})
}

func (s *Scheduler) mayReplace(ctx context.Context, game, bot string, may func(league.KnownBot) error) error {
	if bot == "" || may == nil {
		return nil
	}
	known, err := s.Store.KnownBot(ctx, game, bot)
	if errors.Is(err, league.ErrNotFound) {
		return nil // a builtin one that has not played yet
	}
	if err == nil {
		err = may(known)
	}
	return err
}

func (s *Scheduler) lastAsked(ctx context.Context, name, bot string) (string, error) {
	t, err := s.Store.Tournament(ctx, name)
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		return "", err
	}
	requests, err := s.Store.LadderRequests(ctx, name)
	return ladder.LastAsked(t.Series, requests, bot), err
}

func (s *Scheduler) askLadder(ctx context.Context, r league.LadderRequest) error {
	if err := s.Store.SaveLadderRequest(ctx, r); err != nil {
		return err
	}
	s.ladderDue()
	return nil
}

// PauseLadder hands out no more matches of a ladder, in a round or between two, until
// its tournament is started. Those that are being played are finished.
func (s *Scheduler) PauseLadder(ctx context.Context, name string) error {
	if _, err := s.Ladder(ctx, name); err != nil {
		return err
	}
	release, err := s.claim(ctx, name)
	if err != nil {
		return err
	}
	defer release()
	status, err := s.Store.TournamentStatus(ctx, name)
	switch {
	case errors.Is(err, league.ErrNotFound):
		return league.Conflictf("ladder %s has not begun: it waits for two bots", name)
	case err != nil:
		return err
	case status.State == league.Done:
		err = s.setState(name, league.Paused, "")
	default:
		err = s.halt(ctx, name, league.Paused, "")
	}
	if err == nil {
		s.stateLadder(name, league.Paused)
	}
	return err
}

// ResumeLadder goes on with a ladder that is paused or has failed.
func (s *Scheduler) ResumeLadder(ctx context.Context, name string) error {
	l, err := s.Ladder(ctx, name)
	if err != nil || l.State == league.Running || l.State == league.Idle {
		return err
	}
	if err := s.Start(ctx, name); err != nil {
		return err
	}
	s.stateLadder(name, league.Running)
	return nil
}

// stateLadder notes the state of a ladder at once, for who asks next.
func (s *Scheduler) stateLadder(name string, state league.TournamentState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.ladders[name]; o != nil {
		o.standing.State, o.standing.Why = state, ""
	}
}

// ladderDue has the ladders looked at.
func (s *Scheduler) ladderDue() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ladderNews = true
	s.changed.Broadcast()
}

// playLadders gives each ladder its next round once the one before is complete, until
// ctx ends.
func (s *Scheduler) playLadders(ctx context.Context) {
	for ctx.Err() == nil {
		s.mu.Lock()
		s.ladderNews = false
		var all []*openLadder
		for id, o := range s.ladders {
			if s.active[id] == nil {
				all = append(all, o)
			}
		}
		s.mu.Unlock()
		for _, o := range all {
			if err := s.nextRound(ctx, o); err != nil && ctx.Err() == nil && !errors.Is(err, errStopped) {
				o.read = false // what could not be stored is not part of it
				s.standLadder(o, league.Failed, err.Error())
			}
		}
		waiting, end := context.WithTimeout(ctx, ladderPause)
		s.changed.Wait(waiting, &s.mu, func() bool { return s.ladderNews || s.stopped })
		end()
		if s.isStopped() {
			return
		}
	}
}

// isLadder reports whether a ladder has not been deleted.
func (s *Scheduler) isLadder(o *openLadder) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ladders[o.Name] == o
}

func (s *Scheduler) isStopped() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopped
}

// nextRound counts what a ladder has played, makes entries of requests and starts its
// next round, if its tournament is neither running nor halted.
func (s *Scheduler) nextRound(ctx context.Context, o *openLadder) error {
	release, err := s.claim(ctx, o.Name)
	if err != nil {
		return err
	}
	defer release()
	if s.isActive(o.Name) || !s.isLadder(o) {
		return nil
	}
	t, positions, after, err := s.readLadder(ctx, o)
	if err != nil || t.ID == "" {
		return err
	}
	requests, err := s.Store.LadderRequests(ctx, o.Name)
	if err != nil {
		return err
	}
	s.obey(ctx, o, requests)
	chosen, err := o.course.Choose(max(ladder.LeastPairs, s.Pool.Size()))
	if err != nil {
		return err
	}
	if !chosen {
		s.standLadder(o, league.Idle, "")
		return nil
	}
	s.standLadder(o, league.Running, "")
	known := len(t.Bots)
	t.Series, t.Bots = o.course.Series, o.course.Bots()
	if err := t.Validate(); err != nil {
		return err
	}
	if err := s.saveRound(ctx, o, t, known, positions); err != nil {
		return err
	}
	if err := s.Store.DeleteLadderRequests(ctx, o.Name, o.course.Obeyed()); err != nil {
		return err
	}
	if err := s.settled(ctx, o.Name); err != nil {
		return err
	}
	return s.orFail(ctx, o.Name, s.activateAfter(ctx, t, after))
}

// obey makes entries of requests. A ladder that waits for two bots does so each time it is
// looked at, and says so the first time alone.
func (s *Scheduler) obey(ctx context.Context, o *openLadder, requests []league.LadderRequest) {
	obey := func(some []league.LadderRequest, failed func(league.Bot, error), say func(string)) {
		o.course.Obey(some, func(bot league.Bot) error {
			o.bots[bot.ID] = bot
			err := s.mayEnter(ctx, bot)
			if err != nil {
				failed(bot, err)
			}
			return err
		}, say)
	}
	n := 0
	for n < len(requests) && requests[n].Number <= o.heard {
		n++
	}
	obey(requests[:n], func(league.Bot, error) {}, func(string) {})
	obey(requests[n:], func(bot league.Bot, err error) {
		s.keepFailure(ctx, league.LadderFailure{Ladder: o.Name, Name: bot.Name, Why: err.Error(), At: now()})
	}, func(news string) { s.Log.Info("ladder", "ladder", o.Name, "news", news) })
	if n < len(requests) {
		o.heard = requests[len(requests)-1].Number
	}
}

// saveRound keeps a tournament with a round more; so many of its bots were known.
func (s *Scheduler) saveRound(ctx context.Context, o *openLadder, t league.Tournament, known int, positions league.Positions) error {
	if known == len(t.Bots) {
		return s.Store.SaveRounds(ctx, t)
	}
	bots := make([]league.Bot, len(t.Bots))
	for i, id := range t.Bots {
		bots[i] = o.bots[id]
	}
	return s.Store.SaveTournament(ctx, t, bots, positions)
}

// keepRound keeps a round that is complete for the next one, which then need not read
// what was played before.
func (s *Scheduler) keepRound(a *activeTournament) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.ladders[a.definition.ID]; o != nil {
		o.last = a
	}
}

// takeRound returns what keepRound has kept of a ladder, once.
func (s *Scheduler) takeRound(name string) (last *activeTournament) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.ladders[name]; o != nil {
		last, o.last = o.last, nil
	}
	return last
}

// readLadder returns the tournament of a ladder and, if that is known, what was seen of
// it, or a new one with its positions, after counting its results; without an ID if it is
// halted or was deleted.
func (s *Scheduler) readLadder(ctx context.Context, o *openLadder) (t league.Tournament, positions league.Positions, after *engine.Seen, err error) {
	last := s.takeRound(o.Name)
	status, err := s.Store.TournamentStatus(ctx, o.Name)
	if errors.Is(err, league.ErrNotFound) {
		if o.read && len(o.course.Series.Rounds) > 0 {
			return t, nil, nil, s.forgetLadder(ctx, o.Name)
		}
		t, positions, err = o.define()
		return t, positions, nil, err
	}
	if err != nil {
		return t, nil, nil, err
	}
	if status.State == league.Idle { // a server was killed before it started the round
		return t, nil, nil, s.activateOrFail(ctx, o.Name)
	}
	if last != nil && o.read {
		t, after = last.definition, last.Seen
	} else if t, err = s.Store.Tournament(ctx, o.Name); err != nil {
		return t, nil, nil, err
	}
	halted := status.State != league.Done
	if err := s.countLadder(ctx, o, t, after, !halted); err != nil {
		return t, nil, nil, err
	}
	if halted {
		s.standLadder(o, status.State, status.Why)
		return league.Tournament{}, nil, nil, nil
	}
	return t, nil, after, nil
}

// define begins the ladder anew.
func (o *openLadder) define() (t league.Tournament, positions league.Positions, err error) {
	g, err := games.Find(o.Game)
	if err != nil {
		return t, nil, err
	}
	o.course, o.read, o.bots = ladder.Course{}, true, map[string]league.Bot{}
	limits, err := Plan{File: league.File{TimeFactor: o.TimeFactor}}.limits(g.Info())
	if err != nil {
		return t, nil, err
	}
	t, positions = ladder.Define(o.Name, g, limits)
	t.Owner = o.Owner
	return t, positions, nil
}

// countLadder reads the bots and rounds of a ladder, unless that was done, and counts
// the rounds that are complete: all, or all but the last one. What was seen of them is
// read unless it is known.
func (s *Scheduler) countLadder(ctx context.Context, o *openLadder, t league.Tournament, seen *engine.Seen, all bool) error {
	if !o.read {
		bots, err := s.Store.Bots(ctx, o.Name)
		if err != nil {
			return err
		}
		o.course, o.bots, o.read = ladder.Course{Series: t.Series}, map[string]league.Bot{}, true
		for _, bot := range bots {
			o.bots[bot.ID] = bot
		}
	}
	if o.course.Counted() == len(t.Series.Rounds) {
		return nil
	}
	g, err := games.Find(t.Game)
	if err != nil {
		return err
	}
	if seen == nil {
		if seen, err = engine.Read(ctx, s.Store, engine.Entry{Definition: t, Game: g, Experiment: t.Series}); err != nil {
			return err
		}
	}
	seen.Look(func(_ *league.Table, evidence *league.Evidence) { o.course.Count(evidence, all, g) })
	return nil
}

// DeleteLadder deletes a ladder with its matches, which must not be running. A name
// that does not exist is no error.
func (s *Scheduler) DeleteLadder(ctx context.Context, name string) error {
	_, err := s.Ladder(ctx, name)
	if errors.Is(err, league.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	release, err := s.claim(ctx, name)
	if err != nil {
		return err
	}
	defer release()
	if err := s.deleteTournament(ctx, name); err != nil {
		return err
	}
	return s.forgetLadder(context.WithoutCancel(ctx), name)
}

// forgetLadder forgets a ladder whose tournament was deleted.
func (s *Scheduler) forgetLadder(ctx context.Context, name string) error {
	if err := s.Store.DeleteOpenLadder(ctx, name); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ladders, name)
	return nil
}

// standLadder notes where a ladder stands.
func (s *Scheduler) standLadder(o *openLadder, state league.TournamentState, why string) {
	table, err := o.course.Table()
	if err != nil {
		state, why, table.Lines = league.Failed, err.Error(), []ladder.Line{}
	}
	l := LadderStanding{OpenLadder: o.OpenLadder, Table: table, Rounds: o.course.Counted(), Entries: slices.Clone(o.course.Series.Entries), State: state, Why: why}
	for _, round := range o.course.Series.Rounds[:l.Rounds] {
		l.Matches += league.Series{Rounds: [][]league.Cell{round}}.Matches()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o.standing = l
}
