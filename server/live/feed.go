package live

import (
	"context"
	"sync"
)

// backlog is how many lines a reader of a Feed may be behind: some seconds of
// a busy server.
const backlog = 256

// A Feed hands lines to everybody who reads it from now on. The zero value is
// ready to use.
type Feed struct {
	MaxReaders int // 0 is DefaultMaxWatchers

	mu      sync.Mutex
	readers map[*Reader]bool
}

// A Reader of a Feed. It must be closed.
type Reader struct {
	feed  *Feed
	lines chan []byte // closed when the reader was too slow
}

// Publish hands out a line. It never waits: who is too far behind is dropped.
func (f *Feed) Publish(line []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for r := range f.readers {
		select {
		case r.lines <- line:
		default:
			delete(f.readers, r)
			close(r.lines)
		}
	}
}

// Read begins to read.
func (f *Feed) Read() (*Reader, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	most := f.MaxReaders
	if most == 0 {
		most = DefaultMaxWatchers
	}
	if len(f.readers) >= most {
		return nil, ErrFull
	}
	if f.readers == nil {
		f.readers = map[*Reader]bool{}
	}
	r := &Reader{feed: f, lines: make(chan []byte, backlog)}
	f.readers[r] = true
	return r, nil
}

// Readers returns how many read.
func (f *Feed) Readers() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.readers)
}

// Next waits for lines. The error of a reader that was too slow is ErrBehind.
func (r *Reader) Next(ctx context.Context) ([][]byte, error) {
	select {
	case line, ok := <-r.lines:
		if !ok {
			return nil, ErrBehind
		}
		return r.rest([][]byte{line}), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// rest adds the lines that are there already.
func (r *Reader) rest(lines [][]byte) [][]byte {
	for {
		select {
		case line, ok := <-r.lines:
			if !ok {
				return lines // Next tells it
			}
			lines = append(lines, line)
		default:
			return lines
		}
	}
}

// Close ends the reading.
func (r *Reader) Close() {
	r.feed.mu.Lock()
	defer r.feed.mu.Unlock()
	delete(r.feed.readers, r)
}
