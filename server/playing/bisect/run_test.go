package bisect

import "testing"

// A run that goes on with earlier ones says what is of itself: its seconds are not those of
// all games.
func TestRunText(t *testing.T) {
	for _, tt := range []struct {
		run  Run
		want string
	}{
		{Run{Played: 38, Seconds: 12.3}, "38 games in 12 s"},
		{Run{Earlier: 38, Seconds: 0.2}, "38 games, all of them of earlier runs"},
		{Run{Played: 8, Earlier: 30, Seconds: 4}, "38 games; this run played 8 matches in 4 s"},
	} {
		if got := tt.run.Text(38); got != tt.want {
			t.Errorf("%+v: %q; want %q", tt.run, got, tt.want)
		}
	}
}
