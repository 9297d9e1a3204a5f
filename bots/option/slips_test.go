package option_test

import (
	"math"
	"testing"

	"arbiter/bots/option"
)

// "So many in a thousand", and "a copy slips as the original does".
func TestSlips(t *testing.T) {
	const answers = 100_000
	for _, often := range []int{0, 20, 500, 1000} {
		s := option.NewSlips(often, 3, 7)
		same := s
		due := 0
		for range answers {
			is := s.Due()
			if is {
				due++
			}
			if same.Due() != is {
				t.Fatalf("%d in a thousand: the copy slips otherwise", often)
			}
		}
		if got := 1000 * float64(due) / answers; math.Abs(got-float64(often)) > 10 {
			t.Errorf("%.0f slips in a thousand; want %d", got, often)
		}
	}
	var zero option.Slips
	if zero.Due() {
		t.Error("the zero Slips happen")
	}
}
