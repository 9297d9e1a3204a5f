package analysis_test

import (
	"fmt"
	"math"
	"testing"
)

// shareOf prints the share of k in n, with its 95 % interval (Clopper and Pearson,
// Biometrika 26, 1934). If n is small, even n of n say little.
func shareOf(k, n int) string {
	if n == 0 {
		return "0 of 0"
	}
	return fmt.Sprintf("%d of %d (%.0f %%, 95 %% interval %.0f to %.0f %%)",
		k, n, 100*float64(k)/float64(n), 100*shareWith(k, n, 0.025), 100*shareWith(k+1, n, 0.975))
}

// shareWith returns the share with which at least k of n are so with a probability.
func shareWith(k, n int, probability float64) float64 {
	if k == 0 {
		return 0
	}
	low, high := 0.0, 1.0
	for range 50 {
		if p := (low + high) / 2; atLeast(k, n, p) < probability {
			low = p
		} else {
			high = p
		}
	}
	return low
}

// atLeast returns how likely at least k of n are so, each with probability p.
func atLeast(k, n int, p float64) float64 {
	sum := 0.0
	for i := k; i <= n; i++ {
		ways := 1.0
		for j := range i {
			ways *= float64(n-j) / float64(j+1)
		}
		sum += ways * math.Pow(p, float64(i)) * math.Pow(1-p, float64(n-i))
	}
	return sum
}

// "Of few, all of them say little": four of four may come of a share of 40 % (0.025 to the
// power of a quarter), and none of them of one of 60 %.
func TestShareOfFew(t *testing.T) {
	for _, tt := range []struct {
		k, n int
		want string
	}{
		{4, 4, "4 of 4 (100 %, 95 % interval 40 to 100 %)"},
		{0, 4, "0 of 4 (0 %, 95 % interval 0 to 60 %)"},
		{1, 2, "1 of 2 (50 %, 95 % interval 1 to 99 %)"},
		{31, 40, "31 of 40 (78 %, 95 % interval 62 to 89 %)"},
		{0, 0, "0 of 0"},
	} {
		if got := shareOf(tt.k, tt.n); got != tt.want {
			t.Errorf("%q; want %q", got, tt.want)
		}
	}
}
