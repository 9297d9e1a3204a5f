package league_test

import (
	"testing"

	"arbiter/server/league"
)

// "12 matches were starved by the machine and played again; 1 pairing was left out",
// with advice when the share is worth a warning.
func TestVoidsText(t *testing.T) {
	for _, tt := range []struct {
		name    string
		voids   league.Voids
		played  int
		notable bool
		want    string
	}{
		{"none", league.Voids{}, 0, false, ""},
		{"few", league.Voids{Matches: 1}, 1000, false, "1 match was starved by the machine and played again"},
		{"few of many", league.Voids{Matches: 12}, 2000, false, "12 matches were starved by the machine and played again"},
		{"a notable share", league.Voids{Matches: 12}, 588, true,
			"12 matches were starved by the machine and played again (2.0 % of all attempts)"},
		{"a start is left out", league.Voids{Matches: 12, LeftOut: make([]league.Start, 1)}, 9988, true,
			"12 matches were starved by the machine and played again; 1 pairing was left out (0.1 % of all attempts)"},
	} {
		if got := tt.voids.Text(tt.played); got != tt.want || tt.voids.Notable(tt.played) != tt.notable {
			t.Errorf("%s: %q, notable %v; want %q, %v", tt.name, got, tt.voids.Notable(tt.played), tt.want, tt.notable)
		}
	}
}
