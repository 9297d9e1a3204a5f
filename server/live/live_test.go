package live_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"testing"

	"arbiter/server/live"
)

// A match hands out a line each time the test says so.
type match struct {
	mu    sync.Mutex
	lines int
	ended bool
	more  *sync.Cond
	shows atomic.Int64 // how many run
	begun atomic.Int64 // how many were begun
}

func newMatch() *match {
	m := &match{}
	m.more = sync.NewCond(&m.mu)
	return m
}

func (m *match) play(lines int, ended bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lines += lines
	m.ended = ended
	m.more.Broadcast()
}

func (m *match) show(ctx context.Context, add func([]byte)) error {
	m.shows.Add(1)
	m.begun.Add(1)
	defer m.shows.Add(-1)
	defer context.AfterFunc(ctx, func() {
		m.mu.Lock() // so that the show sees it before it waits
		defer m.mu.Unlock()
		m.more.Broadcast()
	})()
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := 0; ; {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case i < m.lines:
			add(fmt.Append(nil, i))
			i++
		case m.ended:
			return nil
		default:
			m.more.Wait()
		}
	}
}

// read reads until so many lines have come, and compares them.
func read(t *testing.T, w *live.Watcher, from, to int) {
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
	var hub live.Hub
	m := newMatch()
	hub.Open("a", m.show)
	m.play(3, false)
	first, err := hub.Watch("a")
	if err != nil {
		t.Fatal(err)
	}
	read(t, first, 0, 3)
	m.play(2, false)
	read(t, first, 3, 5)
	second, err := hub.Watch("a")
	if err != nil {
		t.Fatal(err)
	}
	m.play(1, true)
	hub.Close("a")
	for i, w := range []*live.Watcher{first, second} {
		read(t, w, []int{5, 0}[i], 6)
		if _, err := w.Next(t.Context()); err != io.EOF {
			t.Errorf("watcher %d: error %v after the last line; want io.EOF", i, err)
		}
		w.Close()
	}
	if m.begun.Load() != 1 {
		t.Errorf("the lines were made %d times; want once for all watchers", m.begun.Load())
	}
	hub.Shutdown()
}

// "Frames made only while somebody watches."
func TestNothingIsMadeWithoutWatchers(t *testing.T) {
	var hub live.Hub
	m := newMatch()
	hub.Open("a", m.show)
	m.play(5, false)
	if m.begun.Load() != 0 {
		t.Error("lines were made before anybody watched")
	}
	for range 2 { // who comes later gets all lines again
		w, err := hub.Watch("a")
		if err != nil {
			t.Fatal(err)
		}
		read(t, w, 0, 5)
		w.Close()
		w.Close()
	}
	hub.Shutdown()
	if m.shows.Load() != 0 || hub.Watchers() != 0 {
		t.Errorf("%d shows and %d watchers are left", m.shows.Load(), hub.Watchers())
	}
}

func TestWatchersAreLimited(t *testing.T) {
	hub := live.Hub{MaxWatchers: 1}
	hub.Open("a", newMatch().show)
	if _, err := hub.Watch("b"); !errors.Is(err, live.ErrNotRunning) {
		t.Errorf("error %v; want %v", err, live.ErrNotRunning)
	}
	w, err := hub.Watch("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := hub.Watch("a"); !errors.Is(err, live.ErrFull) {
		t.Errorf("error %v; want %v", err, live.ErrFull)
	}
	w.Close()
	if _, err := hub.Watch("a"); err != nil {
		t.Error(err)
	}
	hub.Shutdown()
	if _, err := hub.Watch("a"); !errors.Is(err, live.ErrNotRunning) {
		t.Errorf("after the shutdown: error %v", err)
	}
}

// "A watcher that cannot keep up is dropped", and nobody waits for it.
func TestFeedDropsTheSlow(t *testing.T) {
	var feed live.Feed
	slow, _ := feed.Read()
	fast, err := feed.Read()
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	defer fast.Close()
	for i := range 1000 {
		feed.Publish(fmt.Append(nil, i))
		lines, err := fast.Next(t.Context())
		if err != nil || string(lines[0]) != fmt.Sprint(i) {
			t.Fatalf("line %s, %v; want %d", lines, err, i)
		}
	}
	if feed.Readers() != 1 {
		t.Errorf("%d readers; want the fast one only", feed.Readers())
	}
	for {
		if _, err = slow.Next(t.Context()); err != nil {
			break
		}
	}
	if !errors.Is(err, live.ErrBehind) {
		t.Errorf("error %v; want %v", err, live.ErrBehind)
	}
}
