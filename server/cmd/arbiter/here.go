package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"arbiter/referee"
	"arbiter/server/botstore"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/resolve"
	"arbiter/server/sqlite"
)

// poolFlags say how matches are run.
type poolFlags struct {
	Concurrency int    `help:"Matches at the same time; 0 for as many as the CPUs allow." default:"0" placeholder:"N"`
	Affinity    string `help:"${affinity}" enum:"auto,shared,off" default:"auto"`
	Durability  string `help:"What a power cut may cost. normal: the last matches, which are then played again. full: nothing." enum:"normal,full" default:"normal"`
}

func (f poolFlags) durability() sqlite.Durability {
	if f.Durability == "full" {
		return sqlite.Full
	}
	return sqlite.Normal
}

// here is the venue of this process: it plays itself and keeps the matches in
// a database.
type here struct {
	database
	pool       poolFlags
	said       io.Writer
	contenders map[string]dispatch.Contender // that were found, by ID
}

func newHere(d database, p poolFlags, w io.Writer) *here {
	return &here{d, p, w, map[string]dispatch.Contender{}}
}

func (h *here) find(ctx context.Context, game string, typed []string) ([]league.Bot, error) {
	found, err := resolver(h.said).All(ctx, typed, game)
	if err != nil {
		return nil, err
	}
	var bots []league.Bot
	for _, c := range found {
		h.contenders[c.Bot.ID] = c
		bots = append(bots, c.Bot)
	}
	return bots, nil
}

// known finds none: whether the files of a bot are still the same is seen when
// they are looked at.
func (h *here) known(context.Context, string, string) (league.Bot, bool, error) {
	return league.Bot{}, false, nil
}

func (h *here) flag() string { return "--db " + quote(h.DB) }

// enter keeps the definition and makes the source of what is left to play.
func (h *here) enter(ctx context.Context, e entry) (contest, error) {
	db, err := sqlite.Open(ctx, h.DB, h.pool.durability())
	if err != nil {
		return nil, err
	}
	r := &running{entry: e, at: h, db: db}
	for _, id := range e.Bots {
		r.contenders = append(r.contenders, h.contenders[id])
	}
	if err := r.prepare(ctx); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

// A running is a tournament that this process plays.
type running struct {
	entry
	at         *here
	contenders []dispatch.Contender
	db         *sqlite.DB
	outcomes   map[string]league.Outcome // of what was played before
	source     *dispatch.Tournament
	add        func(league.Match) (enough bool) // set before the first match
	release    func() error                     // deletes the copies of the bots
}

func (r *running) tournament() league.Tournament { return r.Tournament }

// close ends what prepare began, and closes the database.
func (r *running) close() error {
	if r.source != nil {
		r.source.Stop()
	}
	var err error
	if r.release != nil {
		err = r.release()
	}
	return errors.Join(err, r.db.Close())
}

func (r *running) prepare(ctx context.Context) (err error) {
	if r.contenders, r.release, err = botstore.Snapshot(r.contenders); err != nil {
		return err
	}
	if err := resolve.TryStart(r.contenders...); err != nil {
		return err
	}
	if err := r.sameGame(ctx); err != nil {
		return err
	}
	bots := make([]league.Bot, len(r.contenders))
	byID := map[string]dispatch.Contender{}
	for i, c := range r.contenders {
		bots[i], byID[c.Bot.ID] = c.Bot, c
	}
	if err := r.db.SaveTournament(ctx, r.Tournament, bots, r.setups); err != nil {
		return err
	}
	if r.test != nil {
		if err := r.db.SaveCheck(ctx, r.ID, *r.test); err != nil {
			return err
		}
	}
	read := r.db.Outcomes
	if r.Format.Fixed() {
		read = r.db.PlayedIDs
	}
	if r.outcomes, err = read(ctx, r.ID); err != nil {
		return err
	}
	r.source = dispatch.NewTournament(dispatch.TournamentEntry{
		Definition: r.Tournament, Game: r.game, Contenders: byID,
		Position: func(digest string) ([]byte, error) { return r.setups[digest], nil },
		Save:     r.db.SaveReports,
		Observe: func(report league.Report) {
			if r.add(report.Match()) {
				r.source.Stop()
			}
		},
	}, r.outcomes)
	return nil
}

// sameGame refuses to go on with a tournament of that name of another game,
// and keeps the time when it was first begun.
func (r *running) sameGame(ctx context.Context) error {
	before, err := r.db.Tournament(ctx, r.ID)
	switch {
	case errors.Is(err, league.ErrNotFound):
		return nil
	case err != nil:
		return err
	case before.Game != r.Game:
		return league.Usagef("the database has a tournament %s of %s already; give this one of %s another --name", before.ID, before.Game, r.Game)
	}
	r.CreatedAt = before.CreatedAt
	return nil
}

func (r *running) earlier(ctx context.Context, add func(league.Match)) (n int, wait func() error, err error) {
	until, err := r.db.Mark(ctx)
	if err != nil {
		return 0, nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- r.db.EachMatchUntil(ctx, r.ID, until, add) }()
	return len(r.outcomes), func() error { return <-ended }, nil
}

// play plays what is left. When ctx is done it hands out no more matches and
// finishes those that are running; a second signal breaks them off.
func (r *running) play(ctx context.Context, add func(league.Match) (enough bool)) (ending, error) {
	had := false
	r.add = func(m league.Match) bool {
		had = add(m) || had
		return had
	}
	defer r.source.Stop()
	stop := context.AfterFunc(ctx, r.source.Stop)
	defer stop()
	match, err := r.game.New(referee.Setup{Seed: r.Starts[0].Seed, Position: r.setups[r.Starts[0].Position]}, r.Seats)
	if err != nil {
		return ending{}, league.UsageError{Err: err}
	}
	finished := context.WithoutCancel(ctx)
	if err := r.mark(finished, league.Idle); err != nil {
		return ending{}, err
	}
	pool := dispatch.Pool{
		Workers: r.at.pool.Concurrency, Affinity: dispatch.Affinity(r.at.pool.Affinity), Seats: match.Asked().Len(),
		Version: version, Host: host(),
	}
	if err := pool.Run(finished, r.source); err != nil {
		return ending{}, err
	}
	if had || r.source.Done() {
		return ending{done: true}, r.mark(finished, league.Done)
	}
	return ending{hint: fmt.Sprintf("Stopped. The same command goes on; what was played is kept in %s.", r.at.DB)}, nil
}

// mark tells a server on the same database whether there is something left to
// play. What a server has said itself stays.
func (r *running) mark(ctx context.Context, state league.TournamentState) error {
	before, err := r.db.TournamentStatus(ctx, r.ID)
	if err != nil || before.State == state || before.State != league.Idle && before.State != league.Done {
		return err
	}
	return r.db.SetTournamentState(ctx, r.ID, state, "", now())
}

func (r *running) faultOf(ctx context.Context, match string, seat int) (*referee.Fault, error) {
	m, err := r.db.Match(ctx, match)
	return m.Result.FaultOf(seat), err
}
