package scheduler

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
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
	standing league.LadderStanding
	until    int               // it pauses once it has so many matches; 0: never
	last     *activeTournament // the last round if it is complete; nil when the store has to be asked
}

// Ladder returns where an open ladder stands. It waits while the server is still reading its
// ladders, as all methods on ladders do.
func (s *Scheduler) Ladder(ctx context.Context, name string) (l league.LadderStanding, err error) {
	found := false
	err = s.withLadders(ctx, func() {
		if o := s.ladders[name]; o != nil {
			l, found = o.standing, true
		}
	})
	if err == nil && !found && s.Apart {
		return s.lookApart(ctx, name)
	}
	if err == nil && !found {
		err = league.NotFoundError{Kind: league.ALadder, Name: name}
	}
	return l, err
}

// lookApart returns where a ladder stands that other processes may play, with the requests
// that wait as a server would obey them.
func (s *Scheduler) lookApart(ctx context.Context, name string) (l league.LadderStanding, err error) {
	requests, err := s.Store.LadderRequests(ctx, name)
	if err != nil {
		return l, err
	}
	o := &openLadder{OpenLadder: league.OpenLadder{Name: name}}
	begun, err := s.readApart(ctx, o)
	if err != nil {
		return l, err
	}
	if !begun && len(requests) == 0 {
		return l, league.NotFoundError{Kind: league.ALadder, Name: name}
	}
	if !begun {
		o.Game = gameOf(requests)
		if g, err := s.Games.Find(o.Game); err == nil { // unless it is opened with others
			o.Seats = league.DefaultSeats(g.Info())
		}
	}
	o.course.Obey(requests, func(league.Bot) error { return nil }, func(string) {})
	s.standLadder(o, league.Idle, "")
	return o.standing, nil
}

// readApart reads what was played of a ladder, and reports whether it has begun.
func (s *Scheduler) readApart(ctx context.Context, o *openLadder) (begun bool, err error) {
	t, err := s.Store.Tournament(ctx, o.Name)
	switch {
	case errors.Is(err, league.ErrNotFound):
		s.standLadder(o, league.Idle, "")
		return false, nil
	case err != nil:
		return false, err
	case t.Series.IsZero():
		return false, league.Usagef("tournament %s is no ladder; want another name", t.ID)
	}
	before := league.OpenLadder{Game: t.Game, Seats: t.Seats}
	if o.Game != "" {
		if err := another(before, o.OpenLadder); err != nil {
			return false, err
		}
	}
	o.Game, o.Seats, o.CreatedAt = t.Game, t.Seats, t.CreatedAt
	if err := s.countLadder(ctx, o, t, nil); err != nil {
		return false, err
	}
	s.standLadder(o, league.Idle, "")
	return true, nil
}

// gameOf returns the game of the bots that are to enter a ladder.
func gameOf(requests []league.LadderRequest) string {
	for _, r := range requests {
		if r.Bot != nil {
			return r.Bot.Game
		}
	}
	return ""
}

// ladderLimits returns the limits of a ladder's matches.
func (s *Scheduler) ladderLimits(l league.OpenLadder, info referee.Info) (referee.TimeLimits, error) {
	if l.Limits != (referee.TimeLimits{}) {
		return l.Limits, nil
	}
	return s.limits(Plan{File: league.File{TimeFactor: l.TimeFactor}}, info)
}

// Ladders lists the open ladders by name.
func (s *Scheduler) Ladders(ctx context.Context) (all []league.LadderStanding, err error) {
	err = s.withLadders(ctx, func() {
		for _, o := range s.ladders {
			all = append(all, o.standing)
		}
	})
	slices.SortFunc(all, func(a, b league.LadderStanding) int { return cmp.Compare(a.Name, b.Name) })
	return all, err
}

// withLadders calls do with s.mu held, once the ladders of the store are known.
func (s *Scheduler) withLadders(ctx context.Context, do func()) error {
	return s.changed.Wait(ctx, &s.mu, func() bool {
		if s.laddersIn || s.Apart {
			do()
		}
		return s.laddersIn || s.Apart || s.stopped
	})
}

// OpenLadder adds a ladder, which plays as soon as two bots have entered. An open
// ladder of the same name stays as it is. If that ladder is of another game, OpenLadder
// returns a league.ConflictError.
func (s *Scheduler) OpenLadder(ctx context.Context, l league.OpenLadder) error {
	g, err := s.Games.Find(l.Game)
	if err != nil {
		return league.FieldError{Field: "game", Err: err}
	}
	if err := league.CheckSeats(l.Seats, g.Info()); err != nil {
		return err
	}
	if l.TimeFactor == 0 {
		l.TimeFactor = 1
	}
	limits, err := s.ladderLimits(l, g.Info())
	if err != nil {
		return err
	}
	t, _ := ladder.Define(l, g, limits)
	t.Bots = []string{"a", "b"} // those that it begins with are not known
	if err := t.Validate(); err != nil {
		return err
	}
	release, err := s.claim(ctx, l.Name)
	if err != nil {
		return err
	}
	defer release()
	if s.Apart {
		return s.openApart(ctx, l, g.Info())
	}
	if before, err := s.Ladder(ctx, l.Name); err == nil {
		return another(before.OpenLadder, l)
	}
	if _, err := s.Store.Tournament(ctx, l.Name); !errors.Is(err, league.ErrNotFound) {
		if err == nil {
			err = league.Conflictf("tournament %s already exists; choose another name for the ladder", l.Name)
		}
		return err
	}
	l.Seats, l.CreatedAt = league.SeatsOf(l.Seats, g.Info()), now()
	if err := s.Store.SaveOpenLadder(ctx, l); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addLadder(l)
	return nil
}

// another returns an error if what is asked for is not the ladder that there is.
func another(before, asked league.OpenLadder) error {
	switch {
	case before.Game != asked.Game:
		return league.Conflictf("ladder %s already exists, of %s; choose another name", asked.Name, before.Game)
	case asked.Seats != 0 && asked.Seats != before.Seats:
		return league.Conflictf("ladder %s already exists, in matches of %s; choose another name", asked.Name, plural.Count(before.Seats, "seat"))
	}
	return nil
}

// openApart plays a ladder in this process alone; the claim is held.
func (s *Scheduler) openApart(ctx context.Context, l league.OpenLadder, info referee.Info) error {
	s.mu.Lock()
	_, open := s.ladders[l.Name]
	s.mu.Unlock()
	if open {
		return nil
	}
	o := &openLadder{OpenLadder: l}
	begun, err := s.readApart(ctx, o)
	if err != nil {
		return err
	}
	if !begun {
		requests, err := s.Store.LadderRequests(ctx, l.Name)
		if err != nil {
			return err
		}
		if game := gameOf(requests); game != "" {
			if err := another(league.OpenLadder{Game: game, Seats: l.Seats}, l); err != nil {
				return err
			}
		}
		o.Seats = league.SeatsOf(l.Seats, info)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.makeMaps()
	s.ladders[l.Name] = o
	s.ladderNews = true
	s.changed.Broadcast()
	return nil
}

// addLadder plays a ladder; s.mu is held.
func (s *Scheduler) addLadder(l league.OpenLadder) *openLadder {
	s.makeMaps()
	if g, err := s.Games.Find(l.Game); err == nil { // a database of 0.1 does not say it
		l.Seats = league.SeatsOf(l.Seats, g.Info())
	}
	o := &openLadder{OpenLadder: l, standing: league.LadderStanding{OpenLadder: l, State: league.Idle, LadderTable: league.LadderTable{Lines: []league.LadderLine{}}}}
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
		status, err = s.Status(ctx, o.Name)
	}
	if err == nil {
		err = s.countLadder(ctx, o, t, nil)
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

// EnterLadder lets a bot enter a ladder with the next round. The bot is named by its ID, or as
// somebody types it. A bot that plays for its name already is no news. The version may be a
// commit, or "". A mayReplace that is not nil can refuse to replace the bot before. With an
// error comes the bot that plays on, where that is known.
func (s *Scheduler) EnterLadder(ctx context.Context, name, typed, version string, by Asker, mayReplace func(league.KnownBot) error) (bot league.Bot, news bool, err error) {
	l, err := s.Ladder(ctx, name)
	if err != nil {
		return bot, false, err
	}
	found, err := s.find(ctx, l.Game, []string{typed}, by)
	if err != nil {
		return s.playsOn(ctx, name, typed, err), false, err
	}
	if by.MayEnter != nil {
		if err := by.MayEnter(found[0].Bot); err != nil {
			return found[0].Bot, false, err
		}
	}
	bot = found[0].Bot
	if version != "" && (by.AnyBot || bot.Owner == by.Name) {
		bot.Version = version
	}
	s.copying.RLock()
	defer s.copying.RUnlock()
	copies, err := s.fromCopies(found)
	if err != nil {
		return bot, false, err
	}
	if err := resolve.TryStart(s.Pool.Isolation, copies...); err != nil {
		last, _ := s.lastAsked(ctx, name, bot.Name)
		return league.Bot{ID: last}, false, atField("bot", err)
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

// playsOn returns the bot that goes on playing when err says that its new version cannot be
// found. It has the same name, or was typed alike. Without one, or where the store fails, it
// is the zero value.
func (s *Scheduler) playsOn(ctx context.Context, name, typed string, err error) (bot league.Bot) {
	if build := (league.BuildError{}); errors.As(err, &build) {
		bot.ID, _ = s.lastAsked(ctx, name, build.Bot)
		return bot
	}
	bots, err := s.Store.Bots(ctx, name)
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		return bot
	}
	requests, err := s.Store.LadderRequests(ctx, name)
	if err != nil {
		return bot
	}
	for _, r := range requests {
		if r.Bot != nil {
			bots = append(bots, *r.Bot)
		}
	}
	for _, b := range bots {
		if !resolve.SamePlace(b.Typed, typed) {
			continue
		}
		if last, err := s.lastAsked(ctx, name, b.Name); err == nil && last == b.ID {
			bot = b
		}
	}
	return bot
}

// KeepBuildFailure stores on a ladder that a bot could not enter, if err is a failed build. The
// function may tells whether the caller may do that for an owner, "" for nobody. It is asked
// about the ladder's owner, and after a refusal about the owner of the bot that plays there for
// the name.
func (s *Scheduler) KeepBuildFailure(ctx context.Context, name string, err error, may func(owner string) bool) {
	var build league.BuildError
	if errors.As(err, &build) && s.mayTell(ctx, name, build.Bot, may) {
		s.keepFailure(ctx, league.LadderFailure{Ladder: name, Name: build.Bot, Why: build.Error(), Output: build.Output, At: now()})
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
	status, err := s.Status(ctx, name)
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

// ResumeLadder goes on with a ladder that is paused or has failed, until it has so many
// more matches, rounded up to whole rounds; 0 is no limit.
func (s *Scheduler) ResumeLadder(ctx context.Context, name string, matches int) error {
	l, err := s.Ladder(ctx, name)
	if err != nil {
		return err
	}
	s.mu.Lock()
	if o := s.ladders[name]; o != nil && matches > 0 {
		o.until = o.standing.Matches + matches
	} else if o != nil {
		o.until = 0
	}
	s.mu.Unlock()
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
	starts := max(ladder.LeastStarts, s.Pool.Size())
	if left, limited := s.ladderLeft(o); limited {
		if left <= 0 {
			s.standLadder(o, league.Paused, "")
			return s.setState(o.Name, league.Paused, "")
		}
		starts = min(starts, (left+t.TrialMatches()-1)/t.TrialMatches())
	}
	chosen, err := o.course.Choose(starts)
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
	if err := s.AwaitSettled(ctx, o.Name); err != nil {
		return err
	}
	return s.orFail(ctx, o.Name, s.activateAfter(ctx, t, after))
}

// ladderLeft returns how many matches a ladder plays until it pauses, and whether it does.
func (s *Scheduler) ladderLeft(o *openLadder) (left int, limited bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return o.until - o.course.Matches(), o.until > 0
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
	status, err := s.Status(ctx, o.Name)
	if errors.Is(err, league.ErrNotFound) {
		if o.read && len(o.course.Series.Rounds) > 0 {
			return t, nil, nil, s.forgetLadder(ctx, o.Name)
		}
		t, positions, err = s.beginLadder(o)
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
	if err := s.countLadder(ctx, o, t, after); err != nil {
		return t, nil, nil, err
	}
	if halted {
		s.standLadder(o, status.State, status.Why)
		return league.Tournament{}, nil, nil, nil
	}
	return t, nil, after, nil
}

// beginLadder begins a ladder anew.
func (s *Scheduler) beginLadder(o *openLadder) (t league.Tournament, positions league.Positions, err error) {
	g, err := s.Games.Find(o.Game)
	if err != nil {
		return t, nil, err
	}
	o.read, o.bots = true, map[string]league.Bot{}
	limits, err := s.ladderLimits(o.OpenLadder, g.Info())
	if err != nil {
		return t, nil, err
	}
	t, positions = ladder.Define(o.OpenLadder, g, limits)
	t.Owner, o.course = o.Owner, ladder.Course{Seats: t.Seats}
	return t, positions, t.SetReferee(g)
}

// countLadder reads the bots and rounds of a ladder, unless that was done, and counts
// the rounds that are complete. What was seen of them is read unless it is known.
func (s *Scheduler) countLadder(ctx context.Context, o *openLadder, t league.Tournament, seen *engine.Seen) error {
	if !o.read {
		bots, err := s.Store.Bots(ctx, o.Name)
		if err != nil {
			return err
		}
		o.course, o.bots, o.read = ladder.Course{Series: t.Series, Seats: t.Seats}, map[string]league.Bot{}, true
		for _, bot := range bots {
			o.bots[bot.ID] = bot
		}
	}
	if o.course.Counted() == len(t.Series.Rounds) {
		return nil
	}
	g, err := s.Games.Find(t.Game)
	if err != nil {
		return err
	}
	if seen == nil {
		if seen, err = engine.Read(ctx, s.Store, engine.Entry{Definition: t, Game: g, Experiment: t.Series}); err != nil {
			return err
		}
	}
	seen.Look(func(_ *league.Table, evidence *league.Evidence) { o.course.Count(evidence, g) })
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
		state, why, table.Lines = league.Failed, err.Error(), []league.LadderLine{}
	}
	l := league.LadderStanding{OpenLadder: o.OpenLadder, LadderTable: table, Rounds: o.course.Counted(), Entries: slices.Clone(o.course.Series.Entries), State: state, Why: why}
	l.Matches = o.course.Matches()
	s.mu.Lock()
	defer s.mu.Unlock()
	o.standing = l
}
