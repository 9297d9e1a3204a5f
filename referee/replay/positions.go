package replay

import (
	"iter"

	"arbiter/referee"
)

// A Position is a recorded match in front of a turn.
type Position struct {
	Match referee.Match // valid until the next position; who keeps it clones it
	Turn  *Turn         // what was answered there
}

// Positions replays the record and yields it in front of each turn. It stops
// with an error like Frames.
func Positions(rec *Record, g referee.Game) iter.Seq2[Position, error] {
	return func(yield func(Position, error) bool) {
		r, err := newRerun(rec, g, nil)
		if err != nil {
			yield(Position{}, err)
			return
		}
		for i := range rec.Turns {
			t := &rec.Turns[i]
			if err := r.fits(t); err != nil {
				yield(Position{}, err)
				return
			}
			if !yield(Position{Match: r.match, Turn: t}, nil) {
				return
			}
			if err := r.play(t); err != nil {
				yield(Position{}, err)
				return
			}
		}
	}
}
