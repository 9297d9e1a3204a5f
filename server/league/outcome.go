package league

import (
	"arbiter/referee"
	"arbiter/server/league/rating"
)

// An Outcome is the part of a report that schedules, ratings and checks use.
type Outcome struct {
	Scores          []int64        // by seat
	referee.Scoring                // what they are
	Ranks           []int          // by seat, from 1
	Faults          []referee.Kind // by seat; "" for none
	// Forgiven is by seat how many faults were forgiven; nil when it is not known.
	Forgiven []int
}

// Outcome returns the part of the report that schedules, ratings and checks use.
func (r Report) Outcome() Outcome {
	o := Outcome{Scores: r.Result.Scores, Scoring: r.Result.Scoring, Ranks: r.Result.Ranks, Faults: make([]referee.Kind, len(r.Result.Scores)), Forgiven: make([]int, len(r.Result.Scores))}
	for seat := range o.Faults {
		if f := r.Result.FaultOf(seat); f != nil {
			o.Faults[seat] = f.Kind
		}
		o.Forgiven[seat], _ = r.Result.Forgiven(seat)
	}
	return o
}

// ForSeat returns how a match ended for a seat: a win has the first rank alone, and a draw
// shares it.
func (o Outcome) ForSeat(seat int) rating.Score {
	if len(o.Ranks) == 2 {
		return o.Between(seat, 1-seat)
	}
	first := 0
	for _, rank := range o.Ranks {
		first += toInt(rank == 1)
	}
	switch {
	case o.Ranks[seat] != 1:
		return rating.Loss
	case first > 1:
		return rating.Draw
	}
	return rating.Win
}

// Between returns how a match ended between two of its seats, from the view of the first one:
// the smaller rank wins.
func (o Outcome) Between(seat, other int) rating.Score { return compare(o.Ranks[other], o.Ranks[seat]) }

// Against returns how a solo match compares with another bot's match on the same
// start: the better score wins, as if the two had met in a two-seat game.
func (o Outcome) Against(other Outcome) rating.Score {
	return compare(o.Margin(o.Scores[0], other.Scores[0]), 0)
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
