package queue

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// The queue is broken when it has refused something for some seconds, not when it
// does so now and then; and again as long after that.
func TestTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var trouble trouble
		refused := errors.New("refused")
		for _, step := range []struct {
			after  time.Duration
			err    error
			broken bool
		}{
			{0, refused, false},
			{brokenAfter / 2, nil, false},
			{brokenAfter, refused, false},
			{brokenAfter, refused, false},
			{time.Second, refused, true},
			{time.Second, refused, false},
			{brokenAfter + time.Second, refused, true},
		} {
			time.Sleep(step.after)
			if broken := trouble.note(step.err); broken != step.broken {
				t.Errorf("%v later: broken %v; want %v", step.after, broken, step.broken)
			}
		}
	})
}
