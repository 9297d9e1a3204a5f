package league_test

import (
	"testing"

	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// "Two questions ask the same, though one may be asked for longer": "" is by wins.
func TestSameQuestion(t *testing.T) {
	q := league.Question{Question: rating.NotWeaker(rating.DuelUnit)}
	longer, named, other := q, q, q
	longer.Cap, named.By, other.Elo0 = 2*q.Cap, league.ByWins, -9
	if !q.Same(longer) || !q.Same(named) || !named.Same(q) {
		t.Error("a larger cap, or the name of the default, makes another question")
	}
	if q.Same(other) {
		t.Error("another elo0 makes no other question")
	}
}
