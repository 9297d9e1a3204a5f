// Package spectate makes frames of a match while it is played. The worker only
// notes the answers; the frames are made beside it, by playing them again on a
// match of its own, and only while somebody watches.
package spectate

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/cond"
)

// errBroken ends the show of a match that the machine failed to play.
var errBroken = errors.New("the match broke off and has no result; one of a tournament is played again")

// A recording is a referee.Recorder that notes what cannot be computed again.
type recording struct {
	mu      sync.Mutex
	turns   []replay.Turn
	footer  *replay.Footer
	broken  bool
	changed cond.Var // of the above
}

// Turn implements referee.Recorder.
func (r *recording) Turn(t *referee.Turn) error {
	turn := replay.Turn{Number: t.Number}
	for seat := range t.Asked.All() {
		reply := &t.Replies[seat]
		answer := replay.Answer{Seat: seat, Wall: reply.Wall, CPU: reply.CPU, Stderr: bytes.Clone(reply.Stderr)}
		if reply.Fault != nil {
			fault := *reply.Fault
			answer.Fault = &fault
		} else {
			answer.Lines = make([]string, len(reply.Lines))
			for i, line := range reply.Lines {
				answer.Lines[i] = strings.Clone(line)
			}
		}
		turn.Answers = append(turn.Answers, answer)
	}
	r.change(func() { r.turns = append(r.turns, turn) })
	return nil
}

// End implements referee.Recorder.
func (r *recording) End(result referee.Result, late [][]byte) error {
	footer := &replay.Footer{Result: result}
	for _, text := range late {
		footer.Late = append(footer.Late, bytes.Clone(text))
	}
	r.change(func() { r.footer = footer })
	return nil
}

// breakOff tells that there will be no end.
func (r *recording) breakOff() { r.change(func() { r.broken = true }) }

func (r *recording) change(do func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	do()
	r.changed.Broadcast()
}

// after waits for turns after the first n, or for the end.
func (r *recording) after(ctx context.Context, n int) (turns []replay.Turn, footer *replay.Footer, err error) {
	err = r.changed.Wait(ctx, &r.mu, func() bool {
		turns, footer = r.turns[n:], r.footer
		return len(turns) > 0 || footer != nil || r.broken
	})
	if err == nil && len(turns) == 0 && footer == nil {
		err = errBroken
	}
	return turns, footer, err
}
