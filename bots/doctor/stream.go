package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"slices"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

// A stream reads what the bot writes to a pipe.
type stream struct {
	file *os.File
	grew chan struct{} // receives without blocking when text has grown

	mu   sync.Mutex
	text []byte // not taken yet
}

// maxBuffered is how much of a stream is buffered, in bytes; more is dropped.
const maxBuffered = process.MaxDocument + 1<<20

// newStream returns a stream and the bot's end of the pipe.
func newStream() (*stream, *os.File, error) {
	ours, theirs, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	return &stream{file: ours, grew: make(chan struct{}, 1)}, theirs, nil
}

// read reads until the pipe is closed.
func (s *stream) read() {
	chunk := make([]byte, 64<<10)
	for {
		n, err := s.file.Read(chunk)
		s.mu.Lock()
		if len(s.text) < maxBuffered {
			s.text = append(s.text, chunk[:n]...)
		}
		s.mu.Unlock()
		select {
		case s.grew <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// exitGrace is how long output may still arrive after the process has exited.
const exitGrace = 250 * time.Millisecond

// take waits for an answer with the number of lines and removes it from the
// stream. ok is false when none comes within the limit or before the process
// exits. A limit of 0 is no limit.
func (s *stream) take(ctx context.Context, lines int, limit time.Duration, exited <-chan struct{}) (text string, ok bool) {
	var expired, drained <-chan time.Time
	if limit > 0 {
		expired = time.After(limit)
	}
	for {
		s.mu.Lock()
		if end := answerEnd(s.text, lines); end > 0 {
			text = string(s.text[:end])
			s.text = slices.Delete(s.text, 0, end)
			s.mu.Unlock()
			return text, true
		}
		s.mu.Unlock()
		select {
		case <-s.grew:
		case <-exited:
			exited, drained = nil, time.After(exitGrace)
		case <-drained:
			return "", false
		case <-expired:
			return "", false
		case <-ctx.Done():
			return "", false
		}
	}
}

// has reports whether an answer with the number of lines is there.
func (s *stream) has(lines int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return answerEnd(s.text, lines) > 0
}

// rest returns what has been read and not taken.
func (s *stream) rest() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.text)
}

// drain waits and removes all that has been read by then.
func (s *stream) drain(wait time.Duration) string {
	time.Sleep(wait)
	s.mu.Lock()
	defer s.mu.Unlock()
	text := string(s.text)
	s.text = s.text[:0]
	return text
}

// answerEnd returns the end of the first answer in the text, or 0 while it is not
// complete.
func answerEnd(text []byte, lines int) int {
	if lines == referee.Document {
		var document json.RawMessage
		dec := json.NewDecoder(bytes.NewReader(text))
		if dec.Decode(&document) != nil {
			return 0
		}
		return int(dec.InputOffset())
	}
	end := 0
	for range lines {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			return 0
		}
		end += i + 1
	}
	return end
}
