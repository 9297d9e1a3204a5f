package human

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/dispatch"
	"arbiter/server/live"
)

// Defaults of a Lobby.
const (
	// DefaultMax is how many people may play at the same time: their bots think
	// beside those of the tournaments.
	DefaultMax = 16
	// DefaultAway is how long a person may be away. A page that is open is heard
	// of all the time.
	DefaultAway = 30 * time.Minute
)

// remembered is how many matches that have ended can still be asked after.
const remembered = 100

// Errors of Begin and of those who ask.
var (
	ErrFull    = errors.New("as many people play as the server bears; try again later")
	ErrClosed  = errors.New("the server ended")
	ErrUnknown = errors.New("nobody plays this match, or the server was started again meanwhile")
)

// A Source is told what becomes of a match, like a dispatch.Source: Begin, and
// then Played or Failed.
type Source interface {
	Begin(w dispatch.Work) error
	Played(ctx context.Context, matches []dispatch.Played) error
	Failed(w dispatch.Work, err error) error
}

// A Lobby holds the matches that people play in a browser. They are played
// beside the pool's, each by a goroutine of its own, with bots that are not
// pinned. Its exported fields are set before use.
type Lobby struct {
	Source  Source
	Live    *live.Broadcaster // streams the matches to watchers
	Version string            // of the program, for replays
	Host    replay.Host       // for replays
	Max     int               // matches at the same time; 0 is DefaultMax
	Away    time.Duration     // how long nobody may ask after a match; 0 is DefaultAway

	mu      sync.Mutex
	seats   map[string]*seat // by match
	ended   []string         // the matches of seats that have ended, the oldest first
	closed  bool
	ctx     context.Context
	cancel  context.CancelCauseFunc
	playing sync.WaitGroup
}

// Begin starts a match in which a person has a seat. One that is known already
// goes on as it is.
func (l *Lobby) Begin(w dispatch.Work, at int) error {
	game := w.Game.Info().Name
	advice, err := NewAdvice(game)
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
	case len(l.seats)-len(l.ended) >= or(l.Max, DefaultMax):
		return ErrFull
	}
	ctx, end := context.WithCancelCause(l.ctx)
	s := newSeat(game, at, advice, or(l.Away, DefaultAway), end)
	w.Contenders = slices.Clone(w.Contenders)
	w.Contenders[at].Person = func(m referee.Match) referee.Player {
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

func or[T comparable](value, instead T) T {
	var none T
	if value == none {
		return instead
	}
	return value
}

// play plays a match to its end.
func (l *Lobby) play(ctx context.Context, w dispatch.Work, s *seat) {
	pool := dispatch.Pool{Affinity: dispatch.Off, Version: l.Version, Host: l.Host, Watch: l.Live.Watch}
	report, err := pool.Play(ctx, w)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	switch {
	case err == nil:
		// What has been played is kept, also when the server ends just now.
		if err = l.Source.Played(context.WithoutCancel(ctx), []dispatch.Played{{Work: w, Report: report}}); err == nil {
			s.became(Over, "", report.Result)
			break
		}
		s.became(Lost, err.Error(), referee.Result{})
	case errors.Is(err, errGaveUp), errors.Is(err, errAway):
		l.Source.Failed(w, err)
		s.became(Left, err.Error(), referee.Result{})
	default:
		l.Source.Failed(w, err)
		s.became(Lost, err.Error(), referee.Result{})
	}
	l.forget(w.Job.ID)
}

// forget makes room: of the matches that have ended only some are remembered.
func (l *Lobby) forget(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = append(l.ended, id)
	if len(l.ended) > remembered {
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

// State tells how a match stands. The choices are those after the beginning of
// an answer.
func (l *Lobby) State(id, begun string) (State, error) {
	s, err := l.find(id)
	if err != nil {
		return State{}, err
	}
	state := s.state(begun)
	state.ID = id
	return state, nil
}

// Wait waits until a later turn than the given one is asked in a match, or it
// has ended, or ctx is done.
func (l *Lobby) Wait(ctx context.Context, id string, turn int) error {
	s, err := l.find(id)
	if err != nil {
		return err
	}
	s.wait(ctx, turn)
	return nil
}

// Answer hands in the answer to a turn. The error is a league.UsageError when another one
// may follow, and a league.ConflictError when it comes at the wrong time.
func (l *Lobby) Answer(id string, turn int, line string) error {
	s, err := l.find(id)
	if err != nil {
		return err
	}
	return s.answer(turn, line)
}

// Leave gives a match up. One that has ended stays as it is.
func (l *Lobby) Leave(id string) error {
	s, err := l.find(id)
	if err != nil {
		return err
	}
	s.end(errGaveUp)
	return nil
}

// Close ends all matches and waits for them. No more begin.
func (l *Lobby) Close() {
	l.mu.Lock()
	l.closed = true
	if l.cancel != nil {
		l.cancel(ErrClosed)
	}
	l.mu.Unlock()
	l.playing.Wait()
}
