package dispatch

import (
	"context"

	"arbiter/referee"
	"arbiter/referee/process"
)

// HasHuman reports whether a human has a seat.
func (w Work) HasHuman() bool {
	for _, c := range w.Contenders {
		if c.Human != nil {
			return true
		}
	}
	return false
}

// startBesideHuman starts the bot of a match in which a human plays.
func (w *worker) startBesideHuman(seat int, spec process.Spec) (referee.Player, error) {
	player, err := w.startOne(&process.Table{Isolation: w.pool.Isolation, Warn: w.warner.pass}, seat, spec)
	if err != nil {
		return nil, err
	}
	return newEager(player), nil
}

// An eager player is waited for as soon as it is asked, in a goroutine of its
// own: a bot's clock must not stand still because the referee waits for a
// human first.
type eager struct {
	referee.Player
	ctx     context.Context
	cancel  context.CancelFunc
	answers chan answer // of the last Ask; nil once it has been taken
}

// An answer is what a Reply returned.
type answer struct {
	reply referee.Reply
	err   error
}

func newEager(p referee.Player) *eager {
	ctx, cancel := context.WithCancel(context.Background())
	return &eager{Player: p, ctx: ctx, cancel: cancel}
}

// Ask implements referee.Player.
func (e *eager) Ask(ask referee.Ask) {
	e.Player.Ask(ask)
	answers := make(chan answer, 1)
	e.answers = answers
	go func() {
		reply, err := e.Player.Reply(e.ctx)
		answers <- answer{reply, err}
	}()
}

// Reply implements referee.Player.
func (e *eager) Reply(ctx context.Context) (referee.Reply, error) {
	select {
	case a := <-e.answers:
		e.answers = nil
		return a.reply, a.err
	case <-ctx.Done():
		return referee.Reply{}, ctx.Err()
	}
}

// Close implements referee.Player. It ends the waiting first.
func (e *eager) Close() ([]byte, error) {
	e.cancel()
	if e.answers != nil {
		<-e.answers
	}
	return e.Player.Close()
}
