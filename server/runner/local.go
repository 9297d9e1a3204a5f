package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"arbiter/referee"
	"arbiter/server/botstore"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/rating"
	"arbiter/server/resolve"
)

// A Store keeps the tournaments that Local plays. What it does not have is
// league.ErrNotFound.
type Store interface {
	// SaveTournament keeps or replaces the definition, its bots and the texts
	// of its explicit positions, in one transaction.
	SaveTournament(ctx context.Context, t league.Tournament, bots []league.Bot, positions league.Positions) error
	Tournament(ctx context.Context, id string) (league.Tournament, error)
	TournamentStatus(ctx context.Context, id string) (league.TournamentStatus, error)
	SetTournamentState(ctx context.Context, id string, state league.TournamentState, why string, at time.Time) error
	SaveCheck(ctx context.Context, tournament string, test rating.SPRT) error
	// SaveReports keeps matches. One that is already there stays as it is.
	SaveReports(ctx context.Context, reports []league.Report) error
	// Outcomes returns the outcomes of a tournament's matches by match ID;
	// PlayedIDs the same with empty outcomes, which is faster.
	Outcomes(ctx context.Context, tournament string) (map[string]league.Outcome, error)
	PlayedIDs(ctx context.Context, tournament string) (map[string]league.Outcome, error)
	// Mark returns the present moment, and EachMatchUntil calls do with every
	// match that the tournament had then.
	Mark(ctx context.Context) (league.Mark, error)
	EachMatchUntil(ctx context.Context, tournament string, until league.Mark, do func(league.Match)) error
	Match(ctx context.Context, prefix string) (league.Report, error)
	Close() error
}

// Local is the Runner of this process: it plays itself and keeps the matches
// in a database.
type Local struct {
	Path     string // of the database, as it was typed
	Open     func(ctx context.Context) (Store, error)
	Resolver resolve.Resolver
	Pool     dispatch.Pool // Seats is filled in

	contenders map[string]dispatch.Contender // that were resolved, by ID
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
		l.contenders[c.Bot.ID] = c
		bots = append(bots, c.Bot)
	}
	return bots, nil
}

// ByDigest implements Runner. It finds none: whether the files of a bot are
// still the same is known only after reading them.
func (l *Local) ByDigest(context.Context, string, string) (league.Bot, bool, error) {
	return league.Bot{}, false, nil
}

// Flag implements Runner.
func (l *Local) Flag() string { return "--db " + Quote(l.Path) }

// Enter implements Runner. It keeps the definition and makes the source of
// what is left to play.
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
	local    *Local
	store    Store
	outcomes map[string]league.Outcome // of what was played before
	source   *dispatch.Tournament
	add      func(league.Match) (enough bool) // set before the first match
	release  func() error                     // deletes the copies of the bots
}

// Definition implements Tournament.
func (t *localTournament) Definition() league.Tournament { return t.Tournament }

// Close ends what prepare began, and closes the database.
func (t *localTournament) Close() error {
	if t.source != nil {
		t.source.Stop()
	}
	var err error
	if t.release != nil {
		err = t.release()
	}
	return errors.Join(err, t.store.Close())
}

func (t *localTournament) prepare(ctx context.Context) (err error) {
	var contenders []dispatch.Contender
	for _, id := range t.Bots {
		contenders = append(contenders, t.local.contenders[id])
	}
	if contenders, t.release, err = botstore.Snapshot(contenders); err != nil {
		return err
	}
	if err := resolve.TryStart(contenders...); err != nil {
		return err
	}
	if err := t.sameGame(ctx); err != nil {
		return err
	}
	bots := make([]league.Bot, len(contenders))
	byID := map[string]dispatch.Contender{}
	for i, c := range contenders {
		bots[i], byID[c.Bot.ID] = c.Bot, c
	}
	if err := t.store.SaveTournament(ctx, t.Tournament, bots, t.Positions); err != nil {
		return err
	}
	if t.Test != nil {
		if err := t.store.SaveCheck(ctx, t.ID, *t.Test); err != nil {
			return err
		}
	}
	read := t.store.Outcomes
	if t.Format.Fixed() {
		read = t.store.PlayedIDs
	}
	if t.outcomes, err = read(ctx, t.ID); err != nil {
		return err
	}
	t.source = dispatch.NewTournament(dispatch.TournamentEntry{
		Definition: t.Tournament, Game: t.Rules, Contenders: byID,
		Position: func(digest string) ([]byte, error) { return t.Positions[digest], nil },
		Save:     t.store.SaveReports,
		Observe: func(report league.Report) {
			if t.add(report.Match()) {
				t.source.Stop()
			}
		},
	}, t.outcomes)
	return nil
}

// sameGame refuses to resume a tournament of that name of another game, and
// keeps the time when it was first begun.
func (t *localTournament) sameGame(ctx context.Context) error {
	before, err := t.store.Tournament(ctx, t.ID)
	switch {
	case errors.Is(err, league.ErrNotFound):
		return nil
	case err != nil:
		return err
	case before.Game != t.Game:
		return league.Usagef("the database has a tournament %s of %s already; give this one of %s another --name", before.ID, before.Game, t.Game)
	}
	t.CreatedAt = before.CreatedAt
	return nil
}

// Earlier implements Tournament.
func (t *localTournament) Earlier(ctx context.Context, add func(league.Match)) (n int, wait func() error, err error) {
	until, err := t.store.Mark(ctx)
	if err != nil {
		return 0, nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- t.store.EachMatchUntil(ctx, t.ID, until, add) }()
	return len(t.outcomes), func() error { return <-ended }, nil
}

// Play implements Tournament. When ctx is done it hands out no more matches
// and finishes those that are running; a second signal breaks them off.
func (t *localTournament) Play(ctx context.Context, add func(league.Match) (enough bool)) (Ending, error) {
	had := false
	t.add = func(m league.Match) bool {
		had = add(m) || had
		return had
	}
	defer t.source.Stop()
	stop := context.AfterFunc(ctx, t.source.Stop)
	defer stop()
	first := t.Starts[0]
	match, err := t.Rules.New(referee.Setup{Seed: first.Seed, Position: t.Positions[first.Position]}, t.Seats)
	if err != nil {
		return Ending{}, league.UsageError{Err: err}
	}
	finished := context.WithoutCancel(ctx)
	if err := t.mark(finished, league.Idle); err != nil {
		return Ending{}, err
	}
	pool := t.local.Pool
	pool.Seats = match.Asked().Len()
	if err := pool.Run(finished, t.source); err != nil {
		return Ending{}, err
	}
	if had || t.source.Done() {
		return Ending{Done: true}, t.mark(finished, league.Done)
	}
	return Ending{Hint: fmt.Sprintf("Stopped. The same command resumes; what was played is kept in %s.", t.local.Path)}, nil
}

// mark tells a server on the same database whether something is left to play.
// A state that a server has set stays.
func (t *localTournament) mark(ctx context.Context, state league.TournamentState) error {
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
