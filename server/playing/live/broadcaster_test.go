package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"testing"
)

// A script's producer adds a line each time the test says so.
type script struct {
	mu      sync.Mutex
	lines   int
	ended   bool
	more    *sync.Cond
	running atomic.Int64 // producers
	started atomic.Int64 // producers
}

func newScript() *script {
	s := &script{}
	s.more = sync.NewCond(&s.mu)
	return s
}

func (s *script) play(lines int, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines += lines
	s.ended = ended
	s.more.Broadcast()
}

func (s *script) produce(ctx context.Context, add func([]byte)) error {
	s.running.Add(1)
	s.started.Add(1)
	defer s.running.Add(-1)
	defer context.AfterFunc(ctx, func() {
		s.mu.Lock() // so that the producer sees it before it waits
		defer s.mu.Unlock()
		s.more.Broadcast()
	})()
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := 0; ; {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case i < s.lines:
			add(fmt.Append(nil, i))
			i++
		case s.ended:
			return nil
		default:
			s.more.Wait()
		}
	}
}

// read reads until so many lines have come, and compares them.
func read(t *testing.T, w *Subscriber, from, to int) {
	t.Helper()
	for from < to {
		lines, err := w.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			if string(line) != fmt.Sprint(from) {
				t.Fatalf("line %s; want %d", line, from)
			}
			from++
		}
	}
}

// "The lines so far, then each frame as it is played, then the footer."
func TestWatchersSeeEveryLine(t *testing.T) {
	var b Broadcaster
	s := newScript()
	b.Open("a", s.produce)
	s.play(3, false)
	first, err := b.Subscribe("a")
	if err != nil {
		t.Fatal(err)
	}
	read(t, first, 0, 3)
	s.play(2, false)
	read(t, first, 3, 5)
	second, err := b.Subscribe("a")
	if err != nil {
		t.Fatal(err)
	}
	s.play(1, true)
	b.Ended("a")
	for i, w := range []*Subscriber{first, second} {
		read(t, w, []int{5, 0}[i], 6)
		if _, err := w.Next(t.Context()); err != io.EOF {
			t.Errorf("watcher %d: error %v after the last line; want io.EOF", i, err)
		}
		w.Close()
	}
	if s.started.Load() != 1 {
		t.Errorf("the lines were made %d times; want once for all watchers", s.started.Load())
	}
	b.Shutdown()
}

// "Frames made only while somebody watches."
func TestNothingIsMadeWithoutWatchers(t *testing.T) {
	var b Broadcaster
	s := newScript()
	b.Open("a", s.produce)
	s.play(5, false)
	if s.started.Load() != 0 {
		t.Error("lines were made before anybody watched")
	}
	for range 2 { // who comes later gets all lines again
		w, err := b.Subscribe("a")
		if err != nil {
			t.Fatal(err)
		}
		read(t, w, 0, 5)
		w.Close()
		w.Close()
	}
	b.Shutdown()
	if s.running.Load() != 0 || b.Subscribers() != 0 {
		t.Errorf("%d producers and %d subscribers are left", s.running.Load(), b.Subscribers())
	}
}

func TestWatchersAreLimited(t *testing.T) {
	b := Broadcaster{MaxSubscribers: 1}
	b.Open("a", newScript().produce)
	if _, err := b.Subscribe("b"); !errors.Is(err, ErrNotRunning) {
		t.Errorf("error %v; want %v", err, ErrNotRunning)
	}
	w, err := b.Subscribe("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Subscribe("a"); !errors.Is(err, ErrFull) {
		t.Errorf("error %v; want %v", err, ErrFull)
	}
	w.Close()
	if _, err := b.Subscribe("a"); err != nil {
		t.Error(err)
	}
	b.Shutdown()
	if _, err := b.Subscribe("a"); !errors.Is(err, ErrNotRunning) {
		t.Errorf("after the shutdown: error %v", err)
	}
}
