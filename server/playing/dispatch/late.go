package dispatch

import (
	"errors"
	"fmt"
	"sync"

	"arbiter/referee"
)

// A warner passes on what an operator should know and no match depends on, one
// error at a time, and counts the late answers of each bot.
type warner struct {
	mu   sync.Mutex
	warn func(error) // may be nil
	late map[string]int
}

// pass passes an error on.
func (w *warner) pass(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.warn != nil {
		w.warn(err)
	}
}

// failed takes the error of a match. That the referee did not look in time for the
// answer of a bot says nothing against the bot once; one that stops the referee
// does it again. So the 2nd, 4th, 8th ... match is passed on. A builtin bot stops
// nobody.
func (w *warner) failed(work Work, err error) {
	var late *referee.LateError
	if !errors.As(err, &late) || late.Seat < len(work.Contenders) && work.Contenders[late.Seat].Builtin {
		return
	}
	w.mu.Lock()
	if w.late == nil {
		w.late = map[string]int{}
	}
	w.late[late.Bot]++
	n := w.late[late.Bot]
	w.mu.Unlock()
	if n > 1 && n&(n-1) == 0 {
		w.pass(fmt.Errorf("%d matches of bot %q were void because the referee looked for its answer too late; if no other bot has as many, it may stop the referee: %w", n, late.Bot, late))
	}
}
