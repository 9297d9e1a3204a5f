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
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// A MatchRequest asks for a single match.
type MatchRequest struct {
	Game   string
	Bots   []string // by seat: the ID of a known bot, or a bot as it is typed
	Start  league.Start
	Setup  json.RawMessage     // an explicit start position; nil: dealt from the seed
	Limits *referee.TimeLimits // nil: the statement's
	Repeat int                 // repetition of the same start: the bots get another seed
	Key    string              // requests with the same key are one match; "" is another each time
	By     Asker               // owns the match
	From   *Departure          // the stored match that a human continues; nil for a match from its start
}

// A Departure is where a branch leaves a stored match.
type Departure struct {
	Match string // ID
	Turn  int    // the last one that is played as recorded; 0 is the start position
}

// Play queues a match and returns its ID.
func (s *Scheduler) Play(ctx context.Context, r MatchRequest) (string, error) {
	g, err := s.Games.Find(r.Game)
	if err != nil {
		return "", league.FieldError{Field: "game", Err: err}
	}
	info := g.Info()
	if len(r.Bots) < info.MinSeats || len(r.Bots) > info.MaxSeats {
		return "", league.FieldError{Field: "bots", Err: fmt.Errorf("found %d; %s has %d to %d seats", len(r.Bots), r.Game, info.MinSeats, info.MaxSeats)}
	}
	contenders, err := s.find(ctx, r.Game, r.Bots, r.By)
	if err == nil {
		err = s.keepBuilt(r.By, contenders)
	}
	if err != nil {
		return "", err
	}
	s.copying.RLock()
	defer s.copying.RUnlock()
	if contenders, err = s.fromCopies(contenders); err != nil {
		return "", err
	}
	work, known, err := s.work(ctx, g, r, contenders)
	if err != nil || known {
		return work.Job.ID, err
	}
	// Saved before it is queued: what has been promised is played, whatever
	// becomes of this server.
	if err := s.Store.SaveQueuedMatch(ctx, league.QueuedMatch{Job: work.Job, Game: r.Game, Limits: work.Limits, Owner: work.Owner}); err != nil {
		return "", err
	}
	if err := s.enqueue(work, r.By.Waiting); err != nil {
		return "", errors.Join(err, s.Store.DeleteQueuedMatch(ctx, work.Job.ID))
	}
	return work.Job.ID, nil
}

// work makes the work of a request, and reports whether its match is known by
// its key already.
func (s *Scheduler) work(ctx context.Context, g referee.Game, r MatchRequest, contenders []dispatch.Contender) (work dispatch.Work, known bool, err error) {
	info := g.Info()
	work = dispatch.Work{
		Game: g, Limits: info.Limits(), Setup: referee.Setup{Seed: r.Start.Seed, Position: r.Setup}, Contenders: contenders,
		Owner: r.By.Name,
	}
	if r.Limits != nil {
		work.Limits = *r.Limits
	}
	work.Limits = s.capped(work.Limits)
	if _, err := g.New(work.Setup, len(contenders)); err != nil {
		return work, false, league.FieldError{Field: "setup", Err: err}
	}
	pairing := league.Pairing{Round: 1, Start: r.Start, Repetition: r.Repeat}
	positions := league.Positions{}
	if r.Setup != nil {
		start := positions.Add(r.Start.Name, r.Setup)
		pairing.Start.Position = start.Position
		if pairing.Start.Name == "" {
			pairing.Start.Name = start.Position
		}
	}
	for _, c := range contenders {
		pairing.Seats = append(pairing.Seats, c.Bot.ID)
	}
	work.Job = league.Job{ID: singleID(r.Key), Tournament: league.SinglesPrefix + r.Game, Pairing: pairing}
	if known, err := s.requested(ctx, r.Key, work.Job.ID); known || err != nil {
		return work, known, err
	}
	holder := league.Tournament{ID: work.Job.Tournament, Game: r.Game, Seats: info.MaxSeats, Limits: info.Limits(), CreatedAt: now()}
	if err := s.Store.SaveTournament(ctx, holder, nil, positions); err != nil {
		return work, false, err
	}
	for _, c := range contenders {
		if err := s.Store.KeepBot(ctx, c.Bot); err != nil {
			return work, false, err
		}
	}
	return work, false, nil
}

// requested reports whether a request with this key has been taken before.
func (s *Scheduler) requested(ctx context.Context, key, id string) (bool, error) {
	if key == "" {
		return false, nil
	}
	if _, ok := s.SingleMatch(id); ok {
		return true, nil
	}
	_, err := s.Store.Match(ctx, id)
	if errors.Is(err, league.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Rematch returns the request for a match like one that was played: the same
// bots with the same seeds on the same start.
func (s *Scheduler) Rematch(ctx context.Context, id string) (MatchRequest, error) {
	m, err := s.Store.Match(ctx, id)
	if err != nil {
		return MatchRequest{}, err
	}
	p := m.Pairing
	r := MatchRequest{Game: m.Game, Bots: p.Seats, Start: p.Start, Repeat: p.Repetition}
	if p.Start.Position != "" {
		if r.Setup, err = s.Store.PositionText(ctx, p.Start.Position); err != nil {
			return MatchRequest{}, err
		}
	}
	r.Limits, err = s.limitsOf(ctx, m)
	return r, err
}

// limitsOf returns the limits that a match was played with. Where its replay
// was not kept, those of its tournament are the best guess.
func (s *Scheduler) limitsOf(ctx context.Context, m league.Report) (*referee.TimeLimits, error) {
	rec, err := s.Store.Replay(ctx, m.ID)
	if err == nil {
		limits := rec.Header.Limits.Referee()
		return &limits, nil
	}
	if !errors.Is(err, league.ErrPruned) {
		return nil, err
	}
	t, err := s.Store.Tournament(ctx, m.Tournament)
	return &t.Limits, err
}

// singleID returns the ID of a single match: derived from the key, or random.
func singleID(key string) string {
	sum := sha256.Sum256([]byte("single\x00" + key))
	if key == "" {
		rand.Read(sum[:])
	}
	return hex.EncodeToString(sum[:10])
}
