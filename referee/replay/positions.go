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
		r, err := newRerun(rec, g, nil, false)
		if err != nil {
			yield(Position{}, err)
			return
		}
		defer r.match.Close()
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

// Played replays the record and yields its match in front of the first turn, with a nil
// Turn, and then after each turn. A record without turns yields nothing. It stops with
// an error like Frames.
func Played(rec *Record, g referee.Game) iter.Seq2[Position, error] {
	return func(yield func(Position, error) bool) {
		var now Position
		for p, err := range Positions(rec, g) {
			if err != nil {
				yield(Position{}, err)
				return
			}
			if now.Match = p.Match; !yield(now, nil) {
				return
			}
			now.Turn = p.Turn
		}
		if now.Match != nil {
			yield(now, nil)
		}
	}
}
