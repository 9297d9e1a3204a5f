package rating

import (
	"math"
	"testing"
)

// The difference of two players has the error that the delta method gives it from the whole
// covariance, with draws, without any, and with the prior.
func TestDifferenceIsThatOfTheCovariance(t *testing.T) {
	for name, results := range map[string][]HeadToHead{
		"draws":    {{"a", "b", Games{Wins: 9, Draws: 4, Losses: 3}}, {"b", "c", Games{Wins: 7, Draws: 1, Losses: 2}}, {"c", "a", Games{Wins: 2, Draws: 5, Losses: 9}}},
		"no draws": {{"a", "b", Games{Wins: 9, Losses: 3}}, {"b", "c", Games{Wins: 7, Losses: 2}}, {"c", "a", Games{Wins: 2, Losses: 9}}},
		"prior":    {{"a", "b", Games{Wins: 9, Draws: 1}}, {"b", "c", Games{Wins: 7, Draws: 1, Losses: 2}}},
	} {
		ranked, err := Rank(results, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range [][2]string{{"a", "b"}, {"b", "a"}, {"a", "c"}, {"c", "b"}} {
			weights := make([]float64, len(ranked.fit.at))
			weights[ranked.index[pair[0]]], weights[ranked.index[pair[1]]] = 1, -1
			wantElo, wantError := ranked.fit.scaled(weights)
			elo, error95, ok := ranked.Difference(pair[0], pair[1])
			if !ok || math.Abs(elo-wantElo) > 1e-9 || math.Abs(error95-wantError) > 1e-9 {
				t.Errorf("%s: %v: %v +- %v, %t; want %v +- %v", name, pair, elo, error95, ok, wantElo, wantError)
			}
		}
	}
}
