package transport

import (
	"context"
	"errors"
	"testing"
	"time"

	"arbiter/referee/refereetest"
)

// "Slots bound how many requests do something at the same time, in total and for
// each client. Others wait, in order."
func TestSlots(t *testing.T) {
	s := newSlots(2, 1, 1, time.Hour)
	must := func(client string) {
		t.Helper()
		if err := s.acquire(t.Context(), client); err != nil {
			t.Fatal(err)
		}
	}
	must("a")
	waits := make(chan error, 1)
	go func() { waits <- s.acquire(t.Context(), "a") }()
	refereetest.Await(t, "a in the queue", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.queue) > 0
	})
	must("b") // is not behind the second one of a
	if err := s.acquire(t.Context(), "c"); !errors.Is(err, errExpensive) {
		t.Errorf("beyond the queue: %v", err)
	}
	s.release("b")
	select {
	case err := <-waits:
		t.Fatalf("a has two slots of one: %v", err)
	case <-time.After(10 * time.Millisecond):
	}
	s.release("a")
	if err := <-waits; err != nil {
		t.Error(err)
	}
	s.release("a")
	if s.free != 2 || len(s.busy) != 0 || len(s.queue) != 0 {
		t.Errorf("at the end: %+v", s)
	}
}

// A request that gets no slot within the time, or whose client goes, leaves the
// queue.
func TestSlotsGiveUp(t *testing.T) {
	s := newSlots(1, 1, 9, time.Millisecond)
	if err := s.acquire(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if err := s.acquire(t.Context(), "b"); !errors.Is(err, errExpensive) {
		t.Errorf("late: %v", err)
	}
	s.wait = time.Hour
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.acquire(gone, "b"); !errors.Is(err, context.Canceled) {
		t.Errorf("gone: %v", err)
	}
	if len(s.queue) != 0 {
		t.Errorf("%d wait", len(s.queue))
	}
}

// Limiters forget clients that have used up nothing, and never grow beyond
// maxClients.
func TestLimitersForget(t *testing.T) {
	l := newLimiters(1e-9, 1)
	l.of("busy").Allow()
	for i := range 3 * maxClients {
		l.of(string(rune(i)) + "x")
	}
	if len(l.clients) > maxClients {
		t.Errorf("%d clients", len(l.clients))
	}
	if l.of("busy").Allow() {
		t.Error("a client that has used up its budget was forgotten before idle ones")
	}
}

// Addresses are compared without ports; IPv6 by the 64 bits of a customer.
func TestAddressOf(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:1234": "192.0.2.7", "[::ffff:192.0.2.7]:99": "192.0.2.7", "[2001:db8:1:2:3::9]:1": "2001:db8:1:2::/64", "[fe80::1%eth0]:1": "fe80::/64",
		"pipe": "pipe",
	} {
		if got := addressOf(remote); got != want {
			t.Errorf("%s: %s; want %s", remote, got, want)
		}
	}
}
