package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/check"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/resolve"
)

// A Store stores the tournaments that Local plays. Methods that look something
// up return league.ErrNotFound if it does not exist.
type Store interface {
	engine.Store
	// SaveTournament inserts or replaces the definition, its bots and its
	// explicit positions, in one transaction.
	SaveTournament(ctx context.Context, t league.Tournament, bots []league.Bot, positions league.Positions) error
	// SaveRounds replaces the definition of a tournament that is there, whose bots and
	// positions stay.
	SaveRounds(ctx context.Context, t league.Tournament) error
	Tournament(ctx context.Context, id string) (league.Tournament, error)
	// Bots returns the bots of a tournament, in the order of entry.
	Bots(ctx context.Context, tournament string) ([]league.Bot, error)
	TournamentStatus(ctx context.Context, id string) (league.TournamentStatus, error)
	SetTournamentState(ctx context.Context, id string, state league.TournamentState, why string, at time.Time) error
	SaveCheck(ctx context.Context, tournament string, test league.Question) error
	SaveFindings(ctx context.Context, f league.Findings) error
	Match(ctx context.Context, prefix string) (league.Report, error)
	Close() error
}

// Local is a Runner that plays in this process and stores the matches in a
// database.
type Local struct {
	Path     string // of the database, as typed
	Open     func(ctx context.Context) (Store, error)
	Resolver resolve.Resolver
	Pool     dispatch.Pool // Play sets Seats
	Pause    time.Duration // as in dispatch.TournamentEntry

	contenders map[string]dispatch.Contender // that Resolve returned, by ID
}

// Resolve implements Runner.
func (l *Local) Resolve(ctx context.Context, game string, typed []string) ([]league.Bot, error) {
	found, err := l.Resolver.All(ctx, typed, game)
	if err != nil {
		return nil, err
	}
	if l.contenders == nil {
		l.contenders = map[string]dispatch.Contender{}
	}
	var bots []league.Bot
	for _, c := range found {
		if before, ok := l.contenders[c.Bot.ID]; ok {
			if err := league.CheckSame(before.Bot, c.Bot); err != nil {
				return nil, err
			}
		}
		l.contenders[c.Bot.ID] = c
		bots = append(bots, c.Bot)
	}
	return bots, nil
}

// Known implements Runner. It never finds a bot: whether the files of a bot are
// still the same is known only after they have been resolved.
func (l *Local) Known(context.Context, string, league.Bot) (league.Bot, bool, error) {
	return league.Bot{}, false, nil
}

// Flag implements Runner.
func (l *Local) Flag() string { return "--db " + Quote(l.Path) }

// Entered implements Runner.
func (l *Local) Entered(ctx context.Context, name string) (t league.Tournament, err error) {
	store, err := l.Open(ctx)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return store.Tournament(ctx, name)
}

// Keep implements Runner.
func (l *Local) Keep(ctx context.Context, f league.Findings) error {
	store, err := l.Open(ctx)
	if err != nil {
		return err
	}
	return errors.Join(store.SaveFindings(ctx, f), store.Close())
}

// Enter implements Runner. It saves the definition and prepares the source of
// the remaining matches.
func (l *Local) Enter(ctx context.Context, e Entry) (Tournament, error) {
	store, err := l.Open(ctx)
	if err != nil {
		return nil, err
	}
	t := &localTournament{Entry: e, local: l, store: store}
	if err := t.prepare(ctx); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// A localTournament is a tournament that this process plays.
type localTournament struct {
	Entry
	followed
	playing *engine.Playing
	local   *Local
	store   Store
	release func() error // deletes the copies of the bots
}

// Definition implements Tournament.
func (t *localTournament) Definition() league.Tournament { return t.Tournament }

// Close implements Tournament. It ends the playing, deletes the copies of the bots
// and closes the database.
func (t *localTournament) Close() error {
	var err error
	if t.playing != nil {
		t.playing.Close()
	}
	if t.release != nil {
		err = t.release()
	}
	return errors.Join(err, t.store.Close())
}

func (t *localTournament) prepare(ctx context.Context) (err error) {
	if t.After == nil {
		if err := errors.Join(t.keepNames(ctx), t.checkExisting(ctx)); err != nil {
			return err
		}
	}
	var contenders []dispatch.Contender
	for _, id := range t.players() {
		contenders = append(contenders, t.local.contenders[id])
	}
	if contenders, t.release, err = botstore.Snapshot(contenders); err != nil {
		return err
	}
	if t.After == nil {
		err := resolve.Slowly(t.local.Resolver.Progress, "Starting each bot once", func() error {
			return resolve.TryStart(t.local.Pool.Isolation, contenders...)
		})
		if err != nil {
			return err
		}
	}
	byID := map[string]dispatch.Contender{}
	for _, c := range contenders {
		byID[c.Bot.ID] = c
	}
	if err := t.save(ctx, byID); err != nil {
		return err
	}
	return t.open(ctx, byID)
}

// save keeps the definition.
func (t *localTournament) save(ctx context.Context, byID map[string]dispatch.Contender) error {
	positions := t.Positions
	if t.After != nil {
		if t.After.Has(t.Bots) {
			return t.store.SaveRounds(ctx, t.Tournament)
		}
		positions = nil // they are stored
	}
	bots, err := t.entered(ctx, byID)
	if err != nil {
		return err
	}
	if err := t.store.SaveTournament(ctx, t.Tournament, bots, positions); err != nil {
		return err
	}
	if t.Test != nil {
		return t.store.SaveCheck(ctx, t.ID, *t.Test)
	}
	return nil
}

// players returns the bots that play what is left. Of a series that is its last
// round: the others are complete before it is chosen. If it is complete as well, its bots
// need not be there any more.
func (t *localTournament) players() []string {
	n := len(t.Series.Rounds)
	if n == 0 {
		return t.Bots
	}
	return slices.DeleteFunc(t.Series.Bots(n), func(id string) bool {
		_, ok := t.local.contenders[id]
		return !ok
	})
}

// entered returns the bots of the tournament. Those that do not play any more are as
// they were entered.
func (t *localTournament) entered(ctx context.Context, playing map[string]dispatch.Contender) (bots []league.Bot, err error) {
	known := map[string]league.Bot{}
	if len(playing) < len(t.Bots) {
		before, err := t.store.Bots(ctx, t.ID)
		if err != nil && !errors.Is(err, league.ErrNotFound) {
			return nil, err
		}
		for _, bot := range before {
			known[bot.ID] = bot
		}
	}
	for _, id := range t.Bots {
		bot, ok := known[id]
		if !ok {
			bot = t.local.contenders[id].Bot
		}
		if c, plays := playing[id]; plays {
			bot = c.Bot
		}
		bots = append(bots, bot)
	}
	return bots, nil
}

// open opens what is left to play.
func (t *localTournament) open(ctx context.Context, contenders map[string]dispatch.Contender) (err error) {
	e := engine.Entry{
		Definition: t.Tournament, Game: t.Rules, Contenders: contenders, After: t.After, Observe: t.Observe, Pause: t.local.Pause,
		LeftOut: t.LeftOut, Reuse: t.Known || t.Test != nil && t.Test.Reuses(t.Tournament),
	}
	if t.Test != nil {
		t.check = check.New(t.Rules, t.Tournament, *t.Test)
		e.Experiment = t.check
	}
	if !t.Series.IsZero() {
		e.Experiment = t.Series
	}
	t.playing, err = engine.Open(ctx, t.store, e)
	if err == nil {
		t.seen = t.playing.Seen
	}
	return err
}

// keepNames gives the bots of a tournament that is resumed the names under which
// they were entered: the same command line may have another name now.
func (t *localTournament) keepNames(ctx context.Context) error {
	before, err := t.store.Tournament(ctx, t.ID)
	if errors.Is(err, league.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	bots, err := t.store.Bots(ctx, t.ID)
	if err != nil {
		return err
	}
	t.Bots = slices.Clone(t.Bots)
	for i, id := range t.Bots {
		c := t.local.contenders[id]
		for _, entered := range bots {
			if !entered.Same(c.Bot) || slices.Contains(t.Bots, entered.ID) || slices.Contains(before.Bots, id) {
				continue
			}
			c.Bot.ID, c.Bot.Name = entered.ID, entered.Name
			t.Bots[i], t.local.contenders[entered.ID] = entered.ID, c
			break
		}
	}
	return nil
}

// checkExisting returns a league.ConflictError if a tournament of the name has matches of
// another definition, which this one does not continue: one table would mix them. The
// new definition keeps the creation time of an existing one and the rules of its schedule.
func (t *localTournament) checkExisting(ctx context.Context) error {
	before, err := t.store.Tournament(ctx, t.ID)
	switch {
	case errors.Is(err, league.ErrNotFound):
		return nil
	case err != nil:
		return err
	case before.Game != t.Game:
		return league.UsageError{Err: league.Conflictf("the database already has a tournament %s of %s; give this one of %s another --name", before.ID, before.Game, t.Game)}
	}
	t.CreatedAt, t.Schedule, t.References = before.CreatedAt, before.Schedule, before.References
	if t.Test != nil && before.Limits == t.Limits || !t.Series.IsZero() || t.Continues(before, t.Test != nil) {
		return nil
	}
	played, err := t.store.PlayedIDs(ctx, t.ID)
	if err != nil || len(played) == 0 {
		return err
	}
	return league.UsageError{Err: league.Conflictf("the database has %s of a tournament %s that differs: this one has %s; one table would mix them; %s",
		plural.Count(len(played), "match"), t.ID, t.Difference(before), t.ways(ctx, before))}
}

// ways returns what somebody can type whose tournament has the name of another one.
func (t *localTournament) ways(ctx context.Context, before league.Tournament) string {
	ways := "to keep both, give this one another name: --name " + Quote(t.ID+"-2")
	if flags := t.extension(ctx, before); flags != "" {
		ways += "; to extend that one: " + flags
	}
	return ways + "; to delete that one: arbiter db delete-tournament " + Quote(t.ID) + " " + t.local.Flag()
}

// extension returns the flags that add this tournament to the one before. It returns "" if
// that one cannot be extended, or has another version of one of the bots.
func (t *localTournament) extension(ctx context.Context, before league.Tournament) string {
	longer := t.Tournament
	longer.Bots, longer.Starts = union(before.Bots, t.Bots), union(before.Starts, t.Starts)
	longer.Games, longer.Rounds = max(before.Games, t.Games), max(before.Rounds, t.Rounds)
	bots, err := t.store.Bots(ctx, before.ID)
	if err != nil || !longer.Continues(before, false) {
		return ""
	}
	for _, id := range longer.Bots[len(before.Bots):] {
		bots = append(bots, t.local.contenders[id].Bot)
	}
	var flags []string
	names := map[string]bool{}
	for _, bot := range bots {
		if names[bot.Name] {
			return ""
		}
		names[bot.Name] = true
		flags = append(flags, "-b "+Quote(bot.Typed))
	}
	if !slices.Equal(longer.Starts, t.Starts) {
		if slices.ContainsFunc(longer.Starts, func(s league.Start) bool { return s.Position != "" }) {
			return ""
		}
		flags = append(flags, "--seeds "+league.FormatSeeds(longer.Starts))
	}
	return strings.Join(flags, " ")
}

// union returns a list with those of another one that it has not at its end.
func union[T comparable](list, more []T) []T {
	all := slices.Clone(list)
	for _, element := range more {
		if !slices.Contains(all, element) {
			all = append(all, element)
		}
	}
	return all
}

// Earlier implements Tournament.
func (t *localTournament) Earlier() (own, reused int) { return t.playing.Earlier() }

// Counted implements Tournament.
func (t *localTournament) Counted() error {
	return resolve.Slowly(t.local.Resolver.Progress, "Counting the matches of earlier runs", t.playing.Counted)
}

// Voids implements Tournament.
func (t *localTournament) Voids() league.Voids { return t.playing.Voids() }

// Placings implements Tournament.
func (t *localTournament) Placings(ctx context.Context) ([]league.Placing, error) {
	outcomes, err := t.store.Outcomes(ctx, t.ID)
	return league.Placings(t.Tournament, league.Outcomes(outcomes)), err
}

// Play implements Tournament. When ctx is done, it starts no more matches and
// finishes the running ones.
func (t *localTournament) Play(ctx context.Context) (Ending, error) {
	finished := context.WithoutCancel(ctx)
	if t.playing.Enough() {
		return Ending{Done: true}, t.setState(finished, league.Done)
	}
	defer t.playing.Stop()
	stop := context.AfterFunc(ctx, t.playing.Stop)
	defer stop()
	first := t.Starts[0]
	match, err := t.Rules.New(referee.Setup{Seed: first.Seed, Position: t.Positions[first.Position]}, t.Seats)
	if err != nil {
		return Ending{}, league.UsageError{Err: err}
	}
	if err := t.setState(finished, league.Idle); err != nil {
		return Ending{}, err
	}
	pool := t.local.Pool
	pool.Seats = match.Asked().Len()
	if err := pool.Run(finished, t.playing); err != nil {
		return Ending{}, err
	}
	if t.playing.Enough() || t.playing.Done() {
		return Ending{Done: true}, t.setState(finished, league.Done)
	}
	return Ending{Hint: fmt.Sprintf("Stopped; all finished matches are in %s. Run the same command to resume.", t.local.Path)}, nil
}

// setState records whether matches are left to play, for a server on the same
// database. It does not change a state that only a server sets.
func (t *localTournament) setState(ctx context.Context, state league.TournamentState) error {
	before, err := t.store.TournamentStatus(ctx, t.ID)
	if err != nil || before.State == state || before.State != league.Idle && before.State != league.Done {
		return err
	}
	return t.store.SetTournamentState(ctx, t.ID, state, "", league.Now())
}

// FaultOf implements Tournament.
func (t *localTournament) FaultOf(ctx context.Context, match string, seat int) (*referee.Fault, error) {
	m, err := t.store.Match(ctx, match)
	return m.Result.FaultOf(seat), err
}
