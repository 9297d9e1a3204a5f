package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// "Intervals that all hold at once in 95 % of cases": for players who met each other at
// random the band holds all of them about that often, and single intervals do not.
func TestBandHoldsAll(t *testing.T) {
	const players, runs = 12, 600
	all, alone := 0, 0
	for run := range runs {
		random := rand.New(rand.NewPCG(1, uint64(run)))
		var names []string
		var strength []float64
		mean := 0.0
		for i := range players {
			names = append(names, fmt.Sprint(i))
			strength = append(strength, 40*random.NormFloat64())
			mean += strength[i] / players
		}
		var results []HeadToHead
		for range 4 {
			order := random.Perm(players)
			for k, i := range order {
				j := order[(k+1)%players]
				r := HeadToHead{First: names[i], Second: names[j]}
				for range 60 {
					if random.Float64() < ScoreOf(strength[i]-strength[j]) {
						r.Wins++
					} else {
						r.Losses++
					}
				}
				results = append(results, r)
			}
		}
		ranked, err := Rank(results, Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := ranked.Band(names, 1)
		if err != nil {
			t.Fatal(err)
		}
		heldAll, heldAlone := true, true
		for i := range players {
			off := math.Abs(b.Elo[i] - (strength[i] - mean))
			heldAll = heldAll && off <= b.All95[i]
			heldAlone = heldAlone && off <= b.Error95[i]
		}
		if heldAll {
			all++
		}
		if heldAlone {
			alone++
		}
	}
	// 95 %, with three standard errors.
	if share := float64(all) / runs; share < 0.92 || share > 0.98 {
		t.Errorf("the band holds all in %.1f %% of cases; want 95 %%", 100*share)
	}
	if share := float64(alone) / runs; share > 0.75 {
		t.Errorf("single intervals hold all in %.1f %% of cases; want far fewer than the band", 100*share)
	}
}

// With a dispersion of a quarter the errors are half as large; a player without results is
// an error.
func TestBandDispersion(t *testing.T) {
	ranked, err := Rank([]HeadToHead{{"a", "b", Games{6, 2, 4}}, {"b", "c", Games{5, 5, 5}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := ranked.Band([]string{"a", "c"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	quarter, _ := ranked.Band([]string{"a", "c"}, 0.25)
	if math.Abs(whole.Error95[0]-2*quarter.Error95[0]) > 1e-9 || whole.Elo[0] != quarter.Elo[0] || math.Abs(whole.Elo[0]+whole.Elo[1]) > 1e-9 {
		t.Errorf("%+v and %+v; want half the errors, about the same mean", whole, quarter)
	}
	elo, error95, _ := ranked.Difference("a", "c")
	if math.Abs(elo-(whole.Elo[0]-whole.Elo[1])) > 1e-9 || math.Abs(error95-whole.Error95[0]*2) > 1e-9 {
		t.Errorf("%v +- %v; want the difference of %+v", elo, error95, whole)
	}
	if _, err := ranked.Band([]string{"a", "x"}, 1); err == nil {
		t.Error("a player without results has a band")
	}
}
