package whatif

import "testing"

// A Rate is how often seats showed a habit.
type Rate struct{ Share, Error, Chances float64 }

// Rates returns how often seats showed each habit of their game.
func Rates(t testing.TB, seats []Seat) (all []Rate) {
	t.Helper()
	var rates []rate
	for _, s := range seats {
		seen := watch(s)
		if seen == nil {
			t.Fatalf("match %s cannot be played again", s.Match)
		}
		if rates == nil {
			rates = make([]rate, len(seen))
		}
		for i, of := range seen {
			rates[i].add(of)
		}
	}
	for i := range rates {
		share, err := rates[i].share()
		chances, _ := rates[i].sums()
		all = append(all, Rate{share, err, chances})
	}
	return all
}
