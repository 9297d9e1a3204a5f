package live

import (
	"context"
	"io"
	"sync"
)

// A producer makes the lines of a running match from its beginning and passes
// each to add. It returns after the last one, when ctx is done, or with an error
// when the match was aborted. It may be called again for the same match.
type producer func(ctx context.Context, add func(line []byte)) error

// A stream is the lines of a match since its beginning, made while the match has
// subscribers. It ends with io.EOF after the last line.
type stream struct {
	lines       appendLog[[]byte]
	stop        context.CancelFunc
	subscribers int // guarded by Broadcaster.mu
}

// startStream runs the producer in a goroutine of the group.
func startStream(produce producer, group *sync.WaitGroup) *stream {
	ctx, stop := context.WithCancel(context.Background())
	s := &stream{stop: stop}
	group.Go(func() {
		defer stop()
		err := produce(ctx, s.lines.append)
		if err == nil {
			err = io.EOF
		}
		s.lines.end(err)
	})
	return s
}
