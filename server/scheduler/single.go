package scheduler

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/sqlite"
)

// SinglesPrefix begins the names under which the matches are kept that belong
// to no tournament: one name for each game.
const SinglesPrefix = "single:"

// MaxSingles is how many single matches may wait: more than anybody sits out.
const MaxSingles = 1000

// ErrBusy is returned when MaxSingles are waiting.
var ErrBusy = errors.New("too many matches are waiting; try again later")

// A Wish is a match that somebody wants to see.
type Wish struct {
	Game   string
	Bots   []string // by seat: the ID of a known bot, or a bot as it is typed
	Start  league.Start
	Setup  json.RawMessage // an explicit start position; nil: dealt from the seed
	Limits *referee.Limits // nil: the statement's
	Repeat int             // repetition of the same start: other draws of the bots
	Key    string          // wishes with the same key are one match; "" is another each time
}

// Stages of a single match that has no result yet.
const (
	Waiting = "waiting"
	Playing = "playing"
	Lost    = "lost" // the machine could not play it
)

// A Single is a single match without a result yet.
type Single struct {
	Match
	Game  string `json:"game"`
	Stage string `json:"stage"`
	Why   string `json:"why,omitempty"` // why it was lost
}

// Play queues a match and returns its ID.
func (s *Scheduler) Play(ctx context.Context, w Wish) (string, error) {
	g, err := games.Find(w.Game)
	if err != nil {
		return "", Field{"game", err}
	}
	info := g.Info()
	if len(w.Bots) < info.MinSeats || len(w.Bots) > info.MaxSeats {
		return "", Field{"bots", fmt.Errorf("found %d; %s has %d to %d seats", len(w.Bots), w.Game, info.MinSeats, info.MaxSeats)}
	}
	contenders, err := s.find(ctx, w.Game, w.Bots)
	if err != nil {
		return "", err
	}
	work, known, err := s.work(ctx, g, w, contenders)
	if err != nil || known {
		return work.Job.ID, err
	}
	// Kept before it is queued: what has been promised is played, whatever
	// becomes of this server.
	if err := s.Store.SaveWaiting(ctx, sqlite.Waiting{Job: work.Job, Game: w.Game, Limits: work.Limits}); err != nil {
		return "", err
	}
	if err := s.queue(work); err != nil {
		return "", errors.Join(err, s.Store.DeleteWaiting(ctx, work.Job.ID))
	}
	return work.Job.ID, nil
}

// work makes the work of a wish, and reports whether its match is known by its
// key already.
func (s *Scheduler) work(ctx context.Context, g referee.Game, w Wish, contenders []dispatch.Contender) (work dispatch.Work, known bool, err error) {
	info := g.Info()
	work = dispatch.Work{
		Game: g, Limits: info.Limits(), Setup: referee.Setup{Seed: w.Start.Seed, Position: w.Setup}, Contenders: contenders,
	}
	if w.Limits != nil {
		work.Limits = *w.Limits
	}
	if _, err := g.New(work.Setup, len(contenders)); err != nil {
		return work, false, Field{"setup", err}
	}
	pairing := league.Pairing{Round: 1, Start: w.Start, Game: w.Repeat}
	setups := map[string][]byte{}
	if w.Setup != nil {
		digest := SetupDigest(w.Setup)
		setups[digest] = w.Setup
		pairing.Start.Setup = digest
		if pairing.Start.Name == "" {
			pairing.Start.Name = digest
		}
	}
	for _, c := range contenders {
		pairing.Seats = append(pairing.Seats, c.Bot.ID)
	}
	work.Job = league.Job{ID: singleID(w.Key), Tournament: SinglesPrefix + w.Game, Pairing: pairing}
	if known, err := s.asked(ctx, w.Key, work.Job.ID); known || err != nil {
		return work, known, err
	}
	home := league.Tournament{ID: work.Job.Tournament, Game: w.Game, Seats: info.MaxSeats, Limits: info.Limits(), CreatedAt: now()}
	if err := s.Store.SaveTournament(ctx, home, nil, setups); err != nil {
		return work, false, err
	}
	for _, c := range contenders {
		if err := s.Store.KeepBot(ctx, c.Bot); err != nil {
			return work, false, err
		}
	}
	return work, false, nil
}

// goOnSingles queues the single matches that waited when the last server
// ended, or were being played. One that cannot be played any more, because a
// bot has gone or changed, is lost.
func (s *Scheduler) goOnSingles(ctx context.Context) error {
	waiting, err := s.Store.WaitingMatches(ctx)
	if err != nil {
		return err
	}
	found := map[[2]string]dispatch.Contender{} // by game and bot
	for _, w := range waiting {
		work, err := s.workOf(ctx, w, found)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			err = s.queue(work)
		}
		if err != nil {
			s.Log.Warn("match is lost", "match", w.Job.ID, "error", err)
			s.lose(w, err)
			if err := s.Store.DeleteWaiting(ctx, w.Job.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// workOf makes work of a match that waits.
func (s *Scheduler) workOf(ctx context.Context, w sqlite.Waiting, found map[[2]string]dispatch.Contender) (dispatch.Work, error) {
	p := w.Job.Pairing
	work := dispatch.Work{Job: w.Job, Limits: w.Limits, Setup: referee.Setup{Seed: p.Start.Seed}}
	var err error
	if work.Game, err = games.Find(w.Game); err != nil {
		return work, err
	}
	if p.Start.Setup != "" {
		if work.Setup.Position, err = s.Store.SetupText(ctx, p.Start.Setup); err != nil {
			return work, err
		}
	}
	for _, id := range p.Seats {
		c, ok := found[[2]string{w.Game, id}]
		if !ok {
			known, err := s.Store.KnownBot(ctx, w.Game, id)
			if err != nil {
				return work, err
			}
			if c, err = s.unchanged(ctx, known.Bot); err != nil {
				return work, err
			}
			found[[2]string{w.Game, id}] = c
		}
		work.Contenders = append(work.Contenders, c)
	}
	return work, nil
}

// lose makes a match known as one that the machine could not play.
func (s *Scheduler) lose(w sqlite.Waiting, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	match := Match{w.Job.ID, w.Job.Tournament, w.Job.Pairing.Seats, w.Job.Pairing.Start}
	s.known[w.Job.ID] = &Single{Match: match, Game: w.Game, Stage: Lost, Why: why.Error()}
}

// asked reports whether a wish with this key has been taken before.
func (s *Scheduler) asked(ctx context.Context, key, id string) (bool, error) {
	if key == "" {
		return false, nil
	}
	if _, ok := s.Single(id); ok {
		return true, nil
	}
	_, err := s.Store.Match(ctx, id)
	if errors.Is(err, league.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (s *Scheduler) queue(w dispatch.Work) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.init()
	if _, ok := s.known[w.Job.ID]; ok {
		return nil // the same wish came twice at once
	}
	if len(s.singles) >= MaxSingles {
		return ErrBusy
	}
	s.forgetLost()
	s.known[w.Job.ID] = &Single{Match: *matchOf(w), Game: w.Game.Info().Name, Stage: Waiting}
	s.singles = append(s.singles, w)
	s.notify()
	return nil
}

// forgetLost keeps the matches that the machine lost from piling up: without a
// result they are known only until many have come after them.
func (s *Scheduler) forgetLost() {
	if len(s.known) < 2*MaxSingles {
		return
	}
	for id, single := range s.known {
		if single.Stage == Lost {
			delete(s.known, id)
		}
	}
}

// Single returns a single match that has no result yet.
func (s *Scheduler) Single(id string) (Single, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	single, ok := s.known[id]
	if !ok {
		return Single{}, false
	}
	copied := *single
	if s.playing[id] != nil {
		copied.Stage = Playing
	}
	return copied, true
}

// playedSingle keeps a match that belongs to no tournament.
func (s *Scheduler) playedSingle(ctx context.Context, r league.Report) error {
	if err := s.Store.SaveReports(ctx, []league.Report{r}); err != nil {
		return err
	}
	s.playedWaiting(ctx, r.ID)
	return nil
}

// playedWaiting keeps that a match does not wait any more. If that fails the
// next server finds its result, or tries it again.
func (s *Scheduler) playedWaiting(ctx context.Context, id string) {
	if err := s.Store.DeleteWaiting(context.WithoutCancel(ctx), id); err != nil {
		s.Log.Error("match that waited", "match", id, "error", err)
	}
}

// singleEnded forgets a match that has its result; s.mu is held.
func (s *Scheduler) singleEnded(id string, err error) {
	if err == nil {
		delete(s.known, id)
		return
	}
	s.known[id].Stage, s.known[id].Why = Lost, err.Error()
}

// Again is the wish for a match that was played: the same bots on the same
// start, and the same numbers to draw from.
func (s *Scheduler) Again(ctx context.Context, id string) (Wish, error) {
	m, err := s.Store.Match(ctx, id)
	if err != nil {
		return Wish{}, err
	}
	w := Wish{Game: m.Game, Start: m.Start, Repeat: m.Repetition}
	for _, seat := range m.Seats {
		w.Bots = append(w.Bots, seat.Bot)
	}
	if m.Start.Setup != "" {
		if w.Setup, err = s.Store.SetupText(ctx, m.Start.Setup); err != nil {
			return Wish{}, err
		}
	}
	w.Limits, err = s.limitsOf(ctx, m)
	return w, err
}

// limitsOf returns the limits that a match was played with. Where its replay
// has not been kept, those of its tournament are the best guess.
func (s *Scheduler) limitsOf(ctx context.Context, m sqlite.Match) (*referee.Limits, error) {
	rec, err := s.Store.Replay(ctx, m.ID)
	if err == nil {
		limits := rec.Header.Limits.Referee()
		return &limits, nil
	}
	if !errors.Is(err, sqlite.ErrPruned) {
		return nil, err
	}
	t, err := s.Store.Tournament(ctx, m.Tournament)
	return &t.Limits, err
}

// singleID returns the ID of a single match: derived from the key, or drawn.
func singleID(key string) string {
	sum := sha256.Sum256([]byte("single\x00" + key))
	if key == "" {
		rand.Read(sum[:])
	}
	return hex.EncodeToString(sum[:10])
}

// SetupDigest returns the name under which an explicit position is kept.
func SetupDigest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:10])
}
