package league

import (
	"arbiter/referee"
	"arbiter/server/league/rating"
)

// An Outcome is the part of a report that schedules, ratings and checks use.
type Outcome struct {
	Scores []int64        // by seat
	Ranks  []int          // by seat, from 1
	Faults []referee.Kind // by seat; "" for none
	// Forgiven is by seat how many faults were forgiven; nil when it is not known.
	Forgiven []int
}

// Outcome returns the part of the report that schedules, ratings and checks use.
func (r Report) Outcome() Outcome {
	o := Outcome{Scores: r.Result.Scores, Ranks: r.Result.Ranks, Faults: make([]referee.Kind, len(r.Result.Scores)), Forgiven: make([]int, len(r.Result.Scores))}
	for seat := range o.Faults {
		if f := r.Result.FaultOf(seat); f != nil {
			o.Faults[seat] = f.Kind
		}
		o.Forgiven[seat], _ = r.Result.Forgiven(seat)
	}
	return o
}

// ForSeat returns how a two-seat match ended for a seat: the smaller rank wins.
func (o Outcome) ForSeat(seat int) rating.Score {
	return compare(o.Ranks[1-seat], o.Ranks[seat])
}

// Against returns how a solo match compares with another bot's match on the same
// start: the larger score wins, as if the two had met in a two-seat game.
func (o Outcome) Against(other Outcome) rating.Score {
	return compare(o.Scores[0], other.Scores[0])
}

// compare returns a win when own is the larger number.
func compare[N int | int64](own, other N) rating.Score {
	switch {
	case own > other:
		return rating.Win
	case own < other:
		return rating.Loss
	}
	return rating.Draw
}
