// Package live turns running matches into streams of frames. A Broadcaster is
// the Watch of a dispatch.Pool: the worker only records the answers, and another
// goroutine makes the frames by replaying them on a second match, only while the
// match has a Subscriber. A Feed publishes the server's events. The package
// delivers lines of JSON; it does not know HTTP or any game.
package live

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/playing/cond"
	"arbiter/server/playing/dispatch"
)

// Errors of Subscribe and of subscribers.
var (
	ErrNotRunning = errors.New("the match is not running")
	ErrUnwatched  = errors.New("this server shows no running matches; wait for the replay of this one, or start the server with --live")
	ErrFull       = errors.New("watcher limit reached; try again later")
	ErrBehind     = errors.New("too far behind; the replay has everything")
)

// DefaultMaxSubscribers limits a Broadcaster or a Feed that sets no limit of
// its own: ten full classrooms, and some 20 MB of connections.
const DefaultMaxSubscribers = 1000

// A Broadcaster streams the matches of a pool to any number of subscribers. The
// zero value is ready to use; the exported fields are set before use.
type Broadcaster struct {
	MaxSubscribers int         // of all matches together; 0 is DefaultMaxSubscribers
	Unwatched      bool        // nobody may watch, except matches in which a human plays; nothing else is recorded
	Version        string      // of the program, for headers
	Host           replay.Host // for headers

	mu          sync.Mutex
	matches     map[string]*match // by ID, while they run
	opened      cond.Var          // of matches, when one is added
	subscribers int
	closed      bool
	producers   sync.WaitGroup
}

// A match is one that is being played. When nobody may watch it, only its name is
// known.
type match struct {
	recording *recording
	produce   producer
	stream    *stream // nil while nobody watches
}

// Watch is a dispatch.Pool's Watch: it registers the match and returns the
// recorder that follows it, or nil when nobody may watch the match. A human sees
// the board of its own match here. Ended must be called when the match is over.
func (b *Broadcaster) Watch(w dispatch.Work, _ referee.Match) referee.Recorder {
	if b.Unwatched && !w.HasHuman() {
		b.add(w.Job.ID, &match{})
		return nil
	}
	r := &recording{}
	header := b.header(w, time.Now())
	b.add(w.Job.ID, &match{recording: r, produce: func(ctx context.Context, add func([]byte)) error {
		return produceFrames(ctx, w, header, r, add)
	}})
	return r
}

// Open registers a match that runs elsewhere. produce adds its lines from the
// beginning and returns after the last one, or when ctx is done; it is called while
// the match has subscribers, and perhaps again. Ended must be called when the match
// is over.
func (b *Broadcaster) Open(id string, produce func(ctx context.Context, add func(line []byte)) error) {
	if b.Unwatched {
		b.add(id, &match{})
		return
	}
	b.add(id, &match{recording: &recording{}, produce: produce})
}

func (b *Broadcaster) add(id string, m *match) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.matches == nil {
		b.matches = map[string]*match{}
	}
	b.matches[id] = m
	b.opened.Broadcast()
}

// Await waits until Subscribe knows a match, or until ctx is done, and then returns
// its error.
func (b *Broadcaster) Await(ctx context.Context, id string) error {
	return b.opened.Wait(ctx, &b.mu, func() bool { return b.matches[id] != nil && !b.closed })
}

// header returns the record's header as far as it is known at the start.
func (b *Broadcaster) header(w dispatch.Work, started time.Time) replay.Header {
	h := replay.NewHeader(w.Game.Info(), w.Setup, w.Limits)
	if w.Branch != nil {
		h.Parent = w.Branch.Parent()
	}
	h.Arbiter, h.PlayedAt, h.Host = b.Version, started.UTC(), b.Host
	for _, c := range w.Contenders {
		h.Seats = append(h.Seats, dispatch.SeatOf(c.Bot))
	}
	return h
}

// Ended removes a match that is over, either because its report is saved or
// because the machine failed to play it. Its subscribers still receive the
// remaining lines.
func (b *Broadcaster) Ended(id string) {
	b.mu.Lock()
	m := b.matches[id]
	delete(b.matches, id)
	b.mu.Unlock()
	if m != nil && m.recording != nil {
		m.recording.abort() // no effect on a recording that has its result
	}
}

// Running returns the IDs of the running matches in ascending order.
func (b *Broadcaster) Running() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	ids := make([]string, 0, len(b.matches))
	for id := range b.matches {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Subscribers returns the number of subscribers of all matches.
func (b *Broadcaster) Subscribers() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.subscribers
}

// Subscribe returns a subscriber to a running match, which must be closed. The
// error is ErrNotRunning, ErrUnwatched or ErrFull.
func (b *Broadcaster) Subscribe(id string) (*Subscriber, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.matches[id]
	if m == nil || b.closed {
		return nil, ErrNotRunning
	}
	if m.produce == nil {
		return nil, ErrUnwatched
	}
	limit := b.MaxSubscribers
	if limit == 0 {
		limit = DefaultMaxSubscribers
	}
	if b.subscribers >= limit {
		return nil, ErrFull
	}
	if m.stream == nil {
		m.stream = startStream(m.produce, &b.producers)
	}
	m.stream.subscribers++
	b.subscribers++
	return &Subscriber{broadcaster: b, match: m, stream: m.stream}, nil
}

// Shutdown stops all streams and waits until they have ended. It ends their
// subscribers, and Subscribe refuses new ones.
func (b *Broadcaster) Shutdown() {
	b.mu.Lock()
	b.closed = true
	for _, m := range b.matches {
		if m.stream != nil {
			m.stream.stop()
		}
	}
	b.mu.Unlock()
	b.producers.Wait()
}
