package replay

import (
	"time"

	"arbiter/referee"
)

// A Framer replays the answers of a match turn by turn and makes a frame of
// each turn: those of a record, as Frames does, or of a match that is still
// being played.
type Framer struct {
	match    referee.Match
	seats    int
	limits   referee.TimeLimits
	chain    Chain
	answered referee.Seats // seats past their first answer
}

// NewFramer returns a framer for a match that is at its start.
func NewFramer(m referee.Match, seats int, l referee.TimeLimits) *Framer {
	f := &Framer{match: m, seats: seats, limits: l}
	f.chain.Next(m)
	return f
}

// Start returns the frame of the start position. It must be called before the
// first Play.
func (f *Framer) Start() Frame {
	return Frame{Seats: make([]SeatFrame, f.seats), Scene: f.match.Scene(), View: f.match.View(), Digest: f.chain.Last, Play: f.chain.play}
}

// Play plays a turn and returns its frame. It ignores the turn's own digest.
// Stderr that was written after an answer is missing, because the record has it
// in a later turn.
func (f *Framer) Play(t *Turn) Frame {
	frame := Frame{Turn: t.Number, Seats: make([]SeatFrame, f.seats)}
	for i := range t.Answers {
		a := &t.Answers[i]
		frame.Seats[a.Seat] = seatFrame(a, f.match.Input(a.Seat, nil), f.match.Limit(a.Seat, f.limit(a.Seat)))
	}
	frame.Digest = f.step(t)
	frame.Play = f.chain.play
	frame.addFaults(f.match.Result().Faults)
	frame.View = f.match.View()
	return frame
}

// limit returns the limit of the match for the seat's answer, and marks the seat as answered.
func (f *Framer) limit(seat int) time.Duration {
	if f.answered.Has(seat) {
		return f.limits.Turn
	}
	f.answered |= referee.SeatSet(seat)
	return f.limits.First
}

// step gives the turn's answers to the match, steps it and returns the digest.
func (f *Framer) step(t *Turn) Digest {
	for i := range t.Answers {
		if a := &t.Answers[i]; a.Fault != nil {
			f.match.Drop(a.Seat, *a.Fault)
		} else {
			reply := referee.Reply{Wall: a.Wall, CPU: a.CPU}
			f.match.Took(a.Seat, reply.Spent(f.limits.Clock))
			f.match.Answer(a.Seat, a.Lines)
		}
	}
	f.match.Step()
	return f.chain.Next(f.match)
}
