package live_test

import (
	"errors"
	"fmt"
	"testing"

	"arbiter/server/playing/live"
)

// "A watcher that cannot keep up is dropped", and nobody waits for it.
func TestFeedDropsTheSlow(t *testing.T) {
	var feed live.Feed
	slow, _ := feed.Subscribe()
	fast, err := feed.Subscribe()
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
	if feed.Subscribers() != 1 {
		t.Errorf("%d subscribers; want the fast one only", feed.Subscribers())
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
