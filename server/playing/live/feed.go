package live

import (
	"context"
	"sync"
)

// backlog is how many lines a FeedSubscriber may be behind: some seconds of a
// busy server.
const backlog = 256

// A Feed publishes lines to all of its subscribers, who receive those published
// from then on. The zero value is ready to use.
type Feed struct {
	MaxSubscribers int // 0 is DefaultMaxSubscribers

	mu          sync.Mutex
	subscribers map[*FeedSubscriber]bool
}

// A FeedSubscriber receives the lines of a Feed. It must be closed.
type FeedSubscriber struct {
	feed  *Feed
	lines chan []byte // closed when the subscriber was too slow
}

// Publish sends a line to all subscribers. It never blocks: a subscriber that
// is too far behind is dropped.
func (f *Feed) Publish(line []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for s := range f.subscribers {
		select {
		case s.lines <- line:
		default:
			delete(f.subscribers, s)
			close(s.lines)
		}
	}
}

// Subscribe returns a new subscriber. The error is ErrFull.
func (f *Feed) Subscribe() (*FeedSubscriber, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	limit := f.MaxSubscribers
	if limit == 0 {
		limit = DefaultMaxSubscribers
	}
	if len(f.subscribers) >= limit {
		return nil, ErrFull
	}
	if f.subscribers == nil {
		f.subscribers = map[*FeedSubscriber]bool{}
	}
	s := &FeedSubscriber{feed: f, lines: make(chan []byte, backlog)}
	f.subscribers[s] = true
	return s, nil
}

// Subscribers returns the number of subscribers.
func (f *Feed) Subscribers() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.subscribers)
}

// Next returns the lines published since the last call and blocks while there
// are none. The error of a subscriber that was dropped is ErrBehind.
func (s *FeedSubscriber) Next(ctx context.Context) ([][]byte, error) {
	select {
	case line, ok := <-s.lines:
		if !ok {
			return nil, ErrBehind
		}
		return s.drain([][]byte{line}), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// drain adds the lines that can be received without blocking.
func (s *FeedSubscriber) drain(lines [][]byte) [][]byte {
	for {
		select {
		case line, ok := <-s.lines:
			if !ok {
				return lines // the next call of Next returns ErrBehind
			}
			lines = append(lines, line)
		default:
			return lines
		}
	}
}

// Close unsubscribes.
func (s *FeedSubscriber) Close() {
	s.feed.mu.Lock()
	defer s.feed.mu.Unlock()
	delete(s.feed.subscribers, s)
}
