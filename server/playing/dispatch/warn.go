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
	mu    sync.Mutex
	warn  func(error) // may be nil
	late  map[string]int
	row   map[string]int            // by bot: its latest matches that were void by its own doing, without one between them that was not
	voids map[string]map[string]int // by match and bot: how often the match was void by the bot's own doing
}

// ownVoids is how many matches of a bot are void by its own doing, in a row or of one
// pairing, before it loses the next.
const ownVoids = 2

// liable reports whether a bot loses a match that becomes void by its own doing.
func (w *warner) liable(match, bot string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.row[bot] >= ownVoids || w.voids[match][bot] >= ownVoids
}

// played takes a match that has its result.
func (w *warner) played(work Work) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range work.Contenders {
		delete(w.row, c.Bot.ID)
	}
	delete(w.voids, work.Job.ID)
}

// blame takes a match that a bot's own processes made void.
func (w *warner) blame(work Work, late *referee.LateError) {
	bot := work.Contenders[late.Seat].Bot.ID
	w.mu.Lock()
	if w.row == nil {
		w.row, w.voids = map[string]int{}, map[string]map[string]int{}
	}
	if w.voids[work.Job.ID] == nil {
		w.voids[work.Job.ID] = map[string]int{}
	}
	w.row[bot]++
	w.voids[work.Job.ID][bot]++
	w.mu.Unlock()
	w.pass(fmt.Errorf("a match is void because of bot %q, whose own processes kept the referee from looking; after %d such matches in a row it loses the next: %w", late.Bot, ownVoids, late))
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
	if late.Own && late.Seat < len(work.Contenders) {
		w.blame(work, late)
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
