package bots_test

import (
	"io"
	"strings"
	"testing"

	"arbiter/bots"
)

// A bot that looks at the clock reads the limits that the referee told it.
func TestBossesReadTheirLimits(t *testing.T) {
	t.Setenv("ARBITER_CLOCK", "sun")
	for _, b := range bots.All() {
		if b.PlaysAlike(nil) {
			continue
		}
		err := bots.Play(b.Path(), strings.NewReader(""), io.Discard)
		if err == nil || err.Error() != `ARBITER_CLOCK: clock "sun"; want wall or cpu` {
			t.Errorf("%s: error %v", b.Path(), err)
		}
	}
}
