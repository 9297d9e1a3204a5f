package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/server/contend"
	"arbiter/server/dispatch"
	"arbiter/server/league"
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

// A running is a tournament that is being played.
type running struct {
	definition league.Tournament
	game       referee.Game
	contenders []dispatch.Contender
	setups     map[string][]byte // texts of explicit start positions, by digest
	db         *sqlite.DB
	outcomes   map[string]league.Outcome // of what was played before
	source     *dispatch.Tournament
	release    func() error // deletes the copies of the bots
}

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

// prepare keeps the definition and makes the source of what is left to play.
// observe is told each report.
func (r *running) prepare(ctx context.Context, observe func(league.Report)) error {
	if err := r.definition.Validate(); err != nil {
		return usagef("tournament %s: %w", r.definition.ID, err)
	}
	var err error
	if r.contenders, r.release, err = contend.Keep(r.contenders); err != nil {
		return err
	}
	if err := contend.TryStart(r.contenders...); err != nil {
		return callersMistake(err)
	}
	if err := r.sameGame(ctx); err != nil {
		return err
	}
	bots := make([]league.Bot, len(r.contenders))
	byID := map[string]dispatch.Contender{}
	for i, c := range r.contenders {
		bots[i], byID[c.Bot.ID] = c.Bot, c
	}
	if err := r.db.SaveTournament(ctx, r.definition, bots, r.setups); err != nil {
		return err
	}
	read := r.db.Outcomes
	if r.definition.Format.Fixed() {
		read = r.db.Played
	}
	if r.outcomes, err = read(ctx, r.definition.ID); err != nil {
		return err
	}
	r.source = dispatch.NewTournament(dispatch.TournamentEntry{
		Definition: r.definition, Game: r.game, Contenders: byID,
		Position: func(digest string) ([]byte, error) { return r.setups[digest], nil },
		Save:     r.db.SaveReport, Observe: observe,
	}, r.outcomes)
	return nil
}

// sameGame refuses to go on with a tournament of that name of another game,
// and keeps the time when it was first begun.
func (r *running) sameGame(ctx context.Context) error {
	before, err := r.db.Tournament(ctx, r.definition.ID)
	switch {
	case errors.Is(err, league.ErrNotFound):
		return nil
	case err != nil:
		return err
	case before.Game != r.definition.Game:
		return usagef("the database has a tournament %s of %s already; give this one of %s another --name", before.ID, before.Game, r.definition.Game)
	}
	r.definition.CreatedAt = before.CreatedAt
	return nil
}

// play plays what is left. When ctx is done it hands out no more matches and
// finishes those that are running; a second signal breaks them off.
func (r *running) play(ctx context.Context, f poolFlags) error {
	defer r.source.Stop()
	stop := context.AfterFunc(ctx, r.source.Stop)
	defer stop()
	match, err := r.game.New(referee.Setup{Seed: r.definition.Starts[0].Seed, Position: r.setups[r.definition.Starts[0].Setup]}, r.definition.Seats)
	if err != nil {
		return usageError{err}
	}
	pool := dispatch.Pool{
		Workers: f.Concurrency, Affinity: dispatch.Affinity(f.Affinity), Seats: match.Asked().Len(),
		Version: version, Host: host(),
	}
	return pool.Run(context.WithoutCancel(ctx), r.source)
}

// testStarts returns a start for each test of a folder, or for one file, and
// the texts by digest.
func testStarts(path string) ([]league.Start, map[string][]byte, error) {
	files := []string{path}
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, usagef("tests: %w", err)
	}
	if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(path, "*.json")); err != nil || len(files) == 0 {
			return nil, nil, usagef("tests: no .json file in %s", path)
		}
		slices.Sort(files)
	}
	var starts []league.Start
	setups := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, usagef("tests: %w", err)
		}
		sum := sha256.Sum256(text)
		digest := hex.EncodeToString(sum[:10])
		setups[digest] = text
		starts = append(starts, league.Start{Setup: digest, Name: strings.TrimSuffix(filepath.Base(file), ".json")})
	}
	return starts, setups, nil
}

// checkStarts deals every explicit position once, so that a wrong one is told
// before the first match.
func checkStarts(g referee.Game, starts []league.Start, setups map[string][]byte) error {
	for _, s := range starts {
		if s.Setup == "" {
			continue
		}
		if _, err := g.New(referee.Setup{Position: setups[s.Setup]}, g.Info().MinSeats); err != nil {
			return usagef("test %s: %w", s.Name, err)
		}
	}
	return nil
}

// now is when a tournament begins; the store keeps milliseconds.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// ids returns the bots' IDs in order.
func ids(contenders []dispatch.Contender) []string {
	var all []string
	for _, c := range contenders {
		all = append(all, c.Bot.ID)
	}
	return all
}
