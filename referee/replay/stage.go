package replay

import (
	"time"

	"arbiter/referee"
)

// A Stage plays the answers of a match again, turn by turn, and makes a frame
// of each: of a record, as Frames does, or beside a match that is being played.
type Stage struct {
	match    referee.Match
	seats    int
	limits   referee.Limits
	chain    chain
	answered referee.Seats // seats past their first answer
}

// NewStage returns the stage of a match that is at its start.
func NewStage(m referee.Match, seats int, l referee.Limits) *Stage {
	s := &Stage{match: m, seats: seats, limits: l}
	s.chain.next(m)
	return s
}

// Start returns the frame of the start position. It comes before the first
// Play.
func (s *Stage) Start() Frame {
	return Frame{Seats: make([]SeatFrame, s.seats), Scene: s.match.Scene(), View: s.match.View(), Digest: s.chain.last}
}

// Play plays a turn and returns its frame. The turn's own digest is not looked
// at. Stderr that came after an answer is missing: a later turn brings it.
func (s *Stage) Play(t *Turn) Frame {
	f := Frame{Turn: t.Number, Seats: make([]SeatFrame, s.seats)}
	for i := range t.Answers {
		a := &t.Answers[i]
		f.Seats[a.Seat] = seatFrame(a, s.match.Input(a.Seat, nil), s.limit(a.Seat))
	}
	f.Digest = s.step(t)
	f.judge(s.match.Result().Faults)
	f.View = s.match.View()
	return f
}

// limit returns the limit of the seat's answer, and remembers that it came.
func (s *Stage) limit(seat int) time.Duration {
	if s.answered.Has(seat) {
		return s.limits.Turn
	}
	s.answered |= referee.SeatSet(seat)
	return s.limits.First
}

// step hands over the turn's answers, steps and returns the digest.
func (s *Stage) step(t *Turn) Digest {
	for i := range t.Answers {
		if a := &t.Answers[i]; a.Fault != nil {
			s.match.Drop(a.Seat, *a.Fault)
		} else {
			s.match.Answer(a.Seat, a.Lines)
		}
	}
	s.match.Step()
	return s.chain.next(s.match)
}
