package analysis

import (
	"math/rand/v2"
	"testing"

	"arbiter/bots/judge"
)

// "The printed cost is right in the mean over the answers that are told": three of four answers
// that look bad cost nothing, the others a fifth of a match in the mean. The cost of an
// answer differs between two kinds of players, and so does the cost for a third kind. Most
// of the answers that are told cost the third kind at least half of what is printed.
func TestBelievedCostsComeTrue(t *testing.T) {
	for _, tt := range []struct {
		name         string
		scale        float64
		kinds, pairs int
	}{
		{"two kinds, few pairs", 1, 2, 12},
		{"two kinds", 1, 2, 32},
		{"two kinds, many pairs", 1, 2, 128},
		{"three kinds of a solo game", 3000, 3, 8},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			e := examination{Judging: judge.Judging{Scale: tt.scale}}
			told, half, claims, costs := 0, 0, 0.0, 0.0
			for range 20_000 {
				cost := 0.0
				if r.IntN(4) == 0 {
					cost = 0.2 * tt.scale * r.ExpFloat64()
				}
				differs := func() float64 { return cost * (1 + kindSpread*r.NormFloat64()) }
				var said []*Tally
				for range tt.kinds {
					kind := new(Tally)
					for mean := differs(); kind.N < tt.pairs; {
						kind.add(mean + 0.5*tt.scale*r.NormFloat64())
					}
					said = append(said, kind)
				}
				x := e.believed(e.mean(said, kindSpread))
				if x.mean-x.err < sureCost*tt.scale {
					continue
				}
				others := differs()
				told++
				claims += x.mean
				costs += others
				if others >= x.mean/2 {
					half++
				}
			}
			t.Logf("%d costs, %.3f by half of the claim, mean claim %.3g, mean cost %.3g", told, float64(half)/float64(told), claims/float64(told), costs/float64(told))
			if told < 50 || 4*half < 3*told || costs < 0.8*claims || costs > 1.3*claims {
				t.Errorf("%d of %d cost half of what they claim, and all %.3g of %.3g; want three quarters, and the mean cost of the claim", half, told, costs, claims)
			}
		})
	}
}
