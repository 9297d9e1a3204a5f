package dispatch

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// "Fewer matches at a time while more than a tenth is starved, and more again when it is
// quiet"; "the first warning names the flag that helps, once, with the count".
func TestThrottle(t *testing.T) {
	var warnings []string
	th := newThrottle(4, func(err error) { warnings = append(warnings, err.Error()) })
	tell := func(voids, played int) {
		for range voids {
			th.tell(true)
		}
		for range played {
			th.tell(false)
		}
	}
	for _, step := range []struct {
		what          string
		voids, played int
		open          int
	}{
		{"one of ten", 1, 9, 4},
		{"and again one of ten", 1, 8, 4},
		{"two in ten", 1, 0, 2},
		{"and more", 2, 0, 1},
		{"never less than one", 20, 0, 1},
		{"ten without", 0, 10, 2},
		{"ten more", 0, 10, 3},
		{"ten more", 0, 10, 4},
		{"all", 0, 30, 4},
	} {
		if tell(step.voids, step.played); th.open != step.open {
			t.Fatalf("%s: %d at a time; want %d", step.what, th.open, step.open)
		}
	}
	if len(warnings) != 1 || !strings.HasPrefix(warnings[0], "3 of 20 matches were starved") {
		t.Fatalf("warnings %q; want one, of 3 of 20", warnings)
	}
	for _, flag := range []string{"--clock cpu", "--nice", "--concurrency"} {
		if !strings.Contains(warnings[0], flag) {
			t.Errorf("warning %q; want %s in it", warnings[0], flag)
		}
	}
}

// A worker whose place is closed waits. It goes on when the place is open, everything
// has been played, or the pool ends.
func TestThrottleWaits(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	th := newThrottle(2, nil)
	th.tell(true)
	th.tell(true)
	if err := th.wait(ended, 0); err != nil {
		t.Errorf("the first worker: %v; want that it plays", err)
	}
	if err := th.wait(ended, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("the second worker: %v; want that it waits", err)
	}
	for range throttled {
		th.tell(false)
	}
	if err := th.wait(ended, 1); err != nil {
		t.Errorf("the second worker when it is quiet: %v", err)
	}
	th.tell(true)
	th.tell(true)
	th.end()
	if err := th.wait(ended, 1); err != nil {
		t.Errorf("the second worker at the end: %v", err)
	}
}
