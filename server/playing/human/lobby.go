package human

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
)

// Defaults of a Lobby.
const (
	// DefaultMax is how many humans may play at the same time: their bots compete
	// with those of the tournaments for the CPUs.
	DefaultMax = 16
	// DefaultAway is how long a human may be away. An open page polls, so that its
	// human is never away: an abandoned match must not stay among the live ones.
	DefaultAway = 5 * time.Minute
)

// maxEnded is how many matches that have ended are still remembered.
const maxEnded = 100

// Errors of a Lobby's methods.
var (
	ErrFull    = errors.New("human-player limit reached; try again later")
	ErrClosed  = errors.New("the server ended")
	ErrUnknown = errors.New("no human plays this match, or the server has been restarted since")
)

// A Source accounts for the lobby's matches as a dispatch.Source does: a Lobby
// calls Begin before a match and then either Played or Failed. An error of Begin
// refuses the match.
type Source interface {
	Begin(w dispatch.Work) error
	Played(ctx context.Context, matches []dispatch.Played) error
	Failed(w dispatch.Work, err error) error
}

// A Lobby holds the matches that humans play in a browser. Each is played in a
// goroutine of its own, outside the server's pool, with bots that are not pinned
// to CPUs. Its exported fields are set before use.
type Lobby struct {
	Source    Source
	Live      *live.Broadcaster // streams the matches to watchers
	Version   string            // of the program, for replays
	Host      replay.Host       // for replays
	Max       int               // matches at the same time; 0 is DefaultMax
	Isolation *sandbox.Sandbox  // of the bots; nil for none
	Away      time.Duration     // how long a match continues without a request of its human; 0 is DefaultAway

	mu      sync.Mutex
	seats   map[string]*seat // by match
	ended   []string         // matches that have ended, the oldest first
	closed  bool
	ctx     context.Context
	cancel  context.CancelCauseFunc
	playing sync.WaitGroup
}

// share is the part of the matches that one owner may play at the same time, so that no
// token takes the places of all: one in so many. Nobody's, of a server without tokens,
// are not counted.
const share = 4

// Begin starts a match in which the seat number at is a human's. Beginning a
// known match has no effect. The error is ErrClosed, ErrFull, a league.QuotaError, that
// of NewGuide or that of Source.Begin.
func (l *Lobby) Begin(w dispatch.Work, at int) error {
	guide, err := NewGuide(w.Game)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seats == nil {
		l.seats = map[string]*seat{}
		l.ctx, l.cancel = context.WithCancelCause(context.Background())
	}
	switch {
	case l.closed:
		return ErrClosed
	case l.seats[w.Job.ID] != nil:
		return nil
	}
	if err := l.room(w.Owner); err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(l.ctx)
	s := newSeat(w.Game.Info().Name, at, guide, cmp.Or(l.Away, DefaultAway), end)
	s.owner = w.Owner
	w.Contenders = slices.Clone(w.Contenders)
	w.Contenders[at].Human = func(m referee.Match) referee.Player {
		s.match = m
		return s
	}
	if err := l.Source.Begin(w); err != nil {
		end(nil)
		return err
	}
	l.seats[w.Job.ID] = s
	l.playing.Go(func() {
		defer end(nil)
		l.play(ctx, w, s)
	})
	return nil
}

// room returns why an owner cannot play one match more; l.mu is held.
func (l *Lobby) room(owner string) error {
	most := cmp.Or(l.Max, DefaultMax)
	own := 0
	for id, s := range l.seats {
		if s.owner == owner && !slices.Contains(l.ended, id) {
			own++
		}
	}
	each := (most + share - 1) / share
	switch {
	case owner != "" && own >= each:
		return league.QuotaError{
			Quota: fmt.Sprintf("the token %s plays %d matches by hand, of %d", owner, own, each),
			Fix:   "finish one, or give one up: DELETE /api/hands/ID",
		}
	case len(l.seats)-len(l.ended) >= most:
		return ErrFull
	}
	return nil
}

// play plays a match to its end.
func (l *Lobby) play(ctx context.Context, w dispatch.Work, s *seat) {
	pool := dispatch.Pool{Affinity: dispatch.Off, Isolation: l.Isolation, Version: l.Version, Host: l.Host, Watch: l.Live.Watch}
	report, err := pool.Play(ctx, w)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	switch {
	case err == nil:
		// A finished match is saved even when the server is shutting down.
		if err = l.Source.Played(context.WithoutCancel(ctx), []dispatch.Played{{Work: w, Report: report}}); err == nil {
			s.finish(Over, "", report.Result)
			break
		}
		s.finish(Lost, err.Error(), referee.Result{})
	case errors.Is(err, errGaveUp), errors.Is(err, errAway):
		l.Source.Failed(w, err)
		s.finish(Left, err.Error(), referee.Result{})
	default:
		l.Source.Failed(w, err)
		s.finish(Lost, err.Error(), referee.Result{})
	}
	l.forget(w.Job.ID)
}

// forget marks a match as ended and forgets the oldest one beyond maxEnded.
func (l *Lobby) forget(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = append(l.ended, id)
	if len(l.ended) > maxEnded {
		delete(l.seats, l.ended[0])
		l.ended = l.ended[1:]
	}
}

// find returns the seat of a match.
func (l *Lobby) find(id string) (*seat, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.seats[id]; s != nil {
		return s, nil
	}
	return nil, ErrUnknown
}

// State returns the state of a match. Its choices are those that can follow the
// prefix of an answer. The error is ErrUnknown.
func (l *Lobby) State(id, prefix string) (State, error) {
	s, err := l.find(id)
	if err != nil {
		return State{}, err
	}
	state := s.state(prefix)
	state.ID = id
	return state, nil
}

// Owner returns the owner of a match. The error is ErrUnknown. The call does not count as a
// sign of life of the human.
func (l *Lobby) Owner(id string) (string, error) {
	s, err := l.find(id)
	if err != nil {
		return "", err
	}
	return s.owner, nil
}

// Wait blocks until a later turn than the given one is asked in a match, the
// match has ended, or ctx is done. The error is ErrUnknown.
func (l *Lobby) Wait(ctx context.Context, id string, turn int) error {
	s, err := l.find(id)
	if err != nil {
		return err
	}
	s.wait(ctx, turn)
	return nil
}

// Answer answers a turn. The error is a league.UsageError when the line would be
// a fault, and another one may follow; a league.ConflictError when the turn is
// not asked now; or ErrUnknown.
func (l *Lobby) Answer(id string, turn int, line string) error {
	s, err := l.find(id)
	if err != nil {
		return err
	}
	return s.answer(turn, line)
}

// Leave gives up a match. It has no effect on one that has ended. The error is
// ErrUnknown.
func (l *Lobby) Leave(id string) error {
	s, err := l.find(id)
	if err != nil {
		return err
	}
	s.end(errGaveUp)
	return nil
}

// Close ends all matches and waits for them. Begin refuses new ones.
func (l *Lobby) Close() {
	l.mu.Lock()
	l.closed = true
	if l.cancel != nil {
		l.cancel(ErrClosed)
	}
	l.mu.Unlock()
	l.playing.Wait()
}
