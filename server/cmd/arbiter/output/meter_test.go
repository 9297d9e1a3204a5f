package output

import (
	"strings"
	"testing"
	"time"

	"arbiter/server/playing/follow"
)

// "How much of one thing is done, and how long the rest takes": a line per interval where
// nobody looks at a bar.
func TestShareMeter(t *testing.T) {
	var said strings.Builder
	m := NewShareMeter(&said, "analysed")
	m.Set(0.1)
	if said.Len() > 0 {
		t.Errorf("said %q at once; want nothing before the interval is over", said.String())
	}
	m.started, m.reported = time.Now().Add(-20*time.Second), time.Now().Add(-follow.LineInterval)
	m.Set(0.25)
	m.Set(0.26)
	if want := "25 % analysed, about 1m0s more\n"; said.String() != want {
		t.Errorf("said %q; want %q", said.String(), want)
	}
}
