package live

import "context"

// A Subscriber reads the lines of one match at its own pace. It holds no copy of
// them, so a slow one costs no memory; its owner decides how long to wait for a
// client that does not keep up.
type Subscriber struct {
	broadcaster *Broadcaster
	match       *match
	stream      *stream
	read        int // lines
	closed      bool
}

// Next returns the lines that were added since the last call, and blocks until there
// are some. After the last line the error is io.EOF.
func (s *Subscriber) Next(ctx context.Context) ([][]byte, error) {
	lines, err := s.stream.lines.after(ctx, s.read)
	s.read += len(lines)
	return lines, err
}

// Close unsubscribes. A stream is stopped when its last subscriber closes.
// Closing twice has no effect.
func (s *Subscriber) Close() {
	s.broadcaster.mu.Lock()
	defer s.broadcaster.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	s.broadcaster.subscribers--
	s.stream.subscribers--
	if s.stream.subscribers == 0 {
		s.stream.stop()
		s.match.stream = nil // the next subscriber starts another
	}
}
