package rating_test

import (
	"testing"

	"arbiter/server/league/rating"
)

// "No probability is 0 % or 100 % where it is only close": 1 is what a likelihood of
// 1 - 1e-20 is in floating point. The same table is in web/src/ui/format.test.ts.
func TestProbability(t *testing.T) {
	for _, tt := range []struct {
		p        float64
		decimals int
		want     string
	}{
		{1, 0, "over 99.9 %"},
		{0.9996, 0, "over 99.9 %"},
		{0.9996, 1, "over 99.9 %"},
		{0.99996, 2, "over 99.99 %"},
		{0.996, 0, "99.6 %"},
		{0.975, 1, "97.5 %"},
		{0.5, 0, "50 %"},
		{0.004, 0, "0.4 %"},
		{0.0001, 0, "under 0.1 %"},
		{0, 0, "under 0.1 %"},
		{0, 2, "under 0.01 %"},
	} {
		if got := rating.Probability(&tt.p, tt.decimals); got != tt.want {
			t.Errorf("%v with %d decimals: %q; want %q", tt.p, tt.decimals, got, tt.want)
		}
	}
	if got := rating.Probability(nil, 1); got != rating.Missing {
		t.Errorf("none: %q; want %q", got, rating.Missing)
	}
}

// "p = 0.000 never appears."
func TestPValue(t *testing.T) {
	for p, want := range map[float64]string{0: "p < 0.001", 0.0004: "p < 0.001", 0.00099: "p < 0.001", 0.001: "p = 0.001", 0.034: "p = 0.034", 1: "p = 1.000"} {
		if got := rating.PValue(p); got != want {
			t.Errorf("%v: %q; want %q", p, got, want)
		}
	}
}

// "Shares other than 0 and 1 are never rounded to these."
func TestShare(t *testing.T) {
	for share, want := range map[float64]string{0: "0 %", 0.004: "< 1 %", 0.006: "1 %", 0.826: "83 %", 0.994: "99 %", 0.996: "> 99 %", 1: "100 %"} {
		if got := rating.Share(share); got != want {
			t.Errorf("%v: %q; want %q", share, got, want)
		}
	}
}
