package rewind

import (
	"context"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// A joining is a referee.Player that answers as recorded up to a turn, while its
// player catches up, and hands over to that player then.
type joining struct {
	referee.Player
	branch   *Branch
	seat     int
	how      Joining
	past     []replay.Answer  // not yet given again
	asked    map[int]Exchange // those of past by turn, of a player that catches up
	ask      referee.Ask      // the last one
	began    bool
	differed bool
}

// Join returns the player of a seat of the branch. The given player is asked from
// the turn after the branch's on; how says what it does before. Reply returns a
// *JoinError when it cannot go on from there.
func (b *Branch) Join(seat int, p referee.Player, how Joining) referee.Player {
	j := &joining{Player: p, branch: b, seat: seat, how: how}
	for i := range b.Turn {
		for _, a := range b.Record.Turns[i].Answers {
			if a.Seat == seat {
				j.past = append(j.past, a)
			}
		}
	}
	if how != Present {
		j.asked = b.exchanges(seat)
	}
	return j
}

// exchanges returns what the seat was sent and has answered up to the turn of the branch.
func (b *Branch) exchanges(seat int) map[int]Exchange {
	shared := *b.Record
	shared.Turns, shared.Footer = b.Record.Turns[:b.Turn], nil
	all, _ := Exchanges(&shared, b.game, seat) // after an answer in place of the recorded one the digests differ
	asked := map[int]Exchange{}
	for _, e := range all {
		asked[e.Turn] = e
	}
	return asked
}

// Ask implements referee.Player.
func (j *joining) Ask(ask referee.Ask) {
	j.ask = ask
	if j.how == Told && !j.began {
		var past []Exchange
		for _, a := range j.past {
			past = append(past, Exchange{Answer: a.Lines})
		}
		ask.Input = append(told(past), ask.Input...)
	}
	j.began = true
	if !j.live() {
		if j.how == Present {
			return
		}
		ask.Limit, ask.Clock = CatchUpLimit, ""
	}
	j.Player.Ask(ask)
}

// live reports whether the turn is after the branch's.
func (j *joining) live() bool { return j.ask.Turn > j.branch.Turn }

// Reply implements referee.Player.
func (j *joining) Reply(ctx context.Context) (referee.Reply, error) {
	if j.live() {
		return j.Player.Reply(ctx)
	}
	a := j.past[0]
	j.past = j.past[1:]
	if j.how != Present {
		if err := j.catchUp(ctx); err != nil {
			return referee.Reply{}, err
		}
	}
	return referee.Reply{Lines: a.Lines, Fault: a.Fault, Wall: a.Wall, CPU: a.CPU, Late: a.Late, Stderr: a.Stderr}, nil
}

// catchUp takes the player's answer to a turn of the past.
func (j *joining) catchUp(ctx context.Context) error {
	reply, err := j.Player.Reply(ctx)
	if err != nil {
		return err
	}
	e := j.asked[j.ask.Turn]
	d := e.compare(&reply)
	if d == nil {
		return nil
	}
	if !j.differed && j.branch.Differs != nil {
		j.branch.Differs(j.seat, d)
	}
	j.differed = true
	switch {
	case d.Fault != nil:
		return &JoinError{*d, "it has to answer what its seat was sent before"}
	case j.how == Fed && j.branch.untold != "":
		return &JoinError{*d, j.branch.untold}
	}
	return nil
}
