package referee

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// "Scores are exact decimals with a direction": what is written is read as the same score, and
// numbers of JSON are no floats on the way.
func TestScoresAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Scoring{Decimals: rapid.IntRange(0, MaxDecimals).Draw(t, "decimals"), Ascending: rapid.Bool().Draw(t, "ascending")}
		a, b := rapid.Int64Range(-math.MaxInt64, math.MaxInt64).Draw(t, "a"), rapid.Int64Range(-1000, 1000).Draw(t, "b")
		for _, score := range []int64{a, b} {
			text, err := json.Marshal(s.Number(score))
			if err != nil {
				t.Fatal(err)
			}
			if again, err := s.Parse(string(text)); err != nil || again != score {
				t.Fatalf("%d is written %s and read as %d, error %v", score, text, again, err)
			}
			if back := s.Worth(s.Worth(s.Value(score))); back != s.Value(score) {
				t.Fatalf("%v turned twice is %v", s.Value(score), back)
			}
		}
		if ranks := s.Ranks([]int64{a, b}); (ranks[0] < ranks[1]) != (a != b && (a < b) == s.Ascending) {
			t.Fatalf("ranks %v of %d and %d, %s", ranks, a, b, s)
		}
	})
}

func TestScoreTexts(t *testing.T) {
	for _, tt := range []struct {
		decimals int
		score    int64
		want     string
	}{{0, -7, "-7"}, {1, 538000, "53800.0"}, {1, -5, "-0.5"}, {3, 0, "0.000"}, {2, 100, "1.00"}} {
		if got := (Scoring{Decimals: tt.decimals}).Text(tt.score); got != tt.want {
			t.Errorf("%d with %d decimals is %q; want %q", tt.score, tt.decimals, got, tt.want)
		}
	}
	for text, why := range map[string]string{"12.55": "more than the 1 decimals", "1e3": "want a number", "9999999999999999999": "larger than a score can be", "": "want a number"} {
		if _, err := (Scoring{Decimals: 1}).Parse(text); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: error %v; want %q", text, err, why)
		}
	}
	if ranks := (Scoring{Ascending: true}).Ranks([]int64{5, 3, 5, math.MaxInt64}); !slices.Equal(ranks, []int{2, 1, 2, 4}) {
		t.Errorf("ranks %v; want the smallest first, and ties", ranks)
	}
}
