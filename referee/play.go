package referee

import (
	"context"
	"errors"
	"fmt"
)

// A Turn is what happened in one turn, for a Recorder. Everything in it is
// valid only during the call.
type Turn struct {
	Number  int      // from 1
	Asked   Seats    // the seats that were asked
	Inputs  [][]byte // by seat, meaningful for the asked ones
	Replies []Reply  // by seat, meaningful for the asked ones
}

// A Recorder is told every turn after its Step, and the end. Its error ends
// the match as an error of the machine.
type Recorder interface {
	Turn(t *Turn) error
	// End tells the result, and by seat what the players still had to say on
	// stderr after their last answer.
	End(result Result, late [][]byte) error
}

// Options are options of Play.
type Options struct {
	Limits   TimeLimits // time for answers; the zero value means no limits
	Recorder Recorder   // may be nil
}

// Play plays the match to its end and returns the result. players has a player for each seat.
// Play closes the players in every case; whoever made the match closes it. A bot's fault is
// part of the Result. An error is the machine's or ctx's, and then there is no result; see
// StarvedError and LateError.
func Play(ctx context.Context, m Match, players []Player, o Options) (Result, error) {
	if i, ok := m.(Interrupter); ok {
		defer context.AfterFunc(ctx, i.Interrupt)()
	}
	late := make([][]byte, len(players))
	said := stderrs{tails: make([]Tail, len(players))}
	err := playTurns(ctx, m, players, o, &said)
	if err == nil {
		for _, p := range players { // all, before the first one is waited for
			p.Finish()
		}
	}
	for seat, p := range players {
		rest, closeErr := p.Close()
		late[seat] = rest
		err = errors.Join(err, closeErr)
	}
	if err != nil {
		return Result{}, err
	}
	result := m.Result()
	result.Faults = said.behind(result.Faults, late)
	if o.Recorder != nil {
		if err := o.Recorder.End(result, late); err != nil {
			return Result{}, fmt.Errorf("record the end: %w", err)
		}
	}
	return result, nil
}

func playTurns(ctx context.Context, m Match, players []Player, o Options, said *stderrs) error {
	var answered Seats // seats past their first answer
	turn := Turn{
		Inputs:  make([][]byte, len(players)),
		Replies: make([]Reply, len(players)),
	}
	for !m.Over() {
		turn.Number++
		turn.Asked = m.Asked()
		for seat := range turn.Asked.All() {
			limit := o.Limits.Turn
			if !answered.Has(seat) {
				limit = o.Limits.First
			}
			turn.Inputs[seat] = m.Input(seat, turn.Inputs[seat][:0])
			players[seat].Ask(Ask{
				Turn: turn.Number, Seat: seat, Input: turn.Inputs[seat],
				Lines: m.Lines(seat), Limit: m.Limit(seat, limit), Clock: o.Limits.Clock,
			})
		}
		answered |= turn.Asked
		for seat := range turn.Asked.All() {
			reply, err := players[seat].Reply(ctx)
			if err != nil {
				return fmt.Errorf("turn %d: seat %d: %w", turn.Number, seat, err)
			}
			turn.Replies[seat] = reply
			said.hear(seat, reply)
			if reply.Fault != nil {
				m.Drop(seat, *reply.Fault)
			} else {
				m.Took(seat, reply.Spent(o.Limits.Clock))
				m.Answer(seat, reply.Lines)
			}
		}
		m.Step()
		said.look(m)
		if o.Recorder != nil {
			if err := o.Recorder.Turn(&turn); err != nil {
				return fmt.Errorf("record turn %d: %w", turn.Number, err)
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err // which may be why the match is over
	}
	return m.Err()
}
