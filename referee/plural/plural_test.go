package plural_test

import (
	"testing"

	"arbiter/referee/plural"
)

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		n          int
		noun, want string
	}{
		{0, "row", "0 rows"}, {1, "row", "1 row"}, {2, "other answer", "2 other answers"},
		{1, "match", "1 match"}, {2, "match", "2 matches"}, {3, "process", "3 processes"},
	} {
		if got := plural.Count(tt.n, tt.noun); got != tt.want {
			t.Errorf("%d %s: %q; want %q", tt.n, tt.noun, got, tt.want)
		}
	}
}
