package tournaments

import (
	"testing"
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/follow"
)

// "The remaining time counts what is put off", which takes at least as long.
func TestHeadNamesWhatWasPutOff(t *testing.T) {
	cup := &follow.Tournament{Entry: follow.Entry{Order: league.Order{Tournament: league.Tournament{ID: "cup"}}}}
	p := &Progress{of: cup, total: 40, exact: true}
	p.tempo.Each(time.Now().Add(-30*time.Second), 0)
	for _, tt := range []struct {
		putOff int
		want   string
	}{
		{0, "cup: 30 of 40 matches, 1.0 matches/s, 10s remaining"},
		{4, "cup: 30 of 40 matches, 1.0 matches/s, at least 10s remaining, 4 matches put off until the machine is quiet"},
		{10, "cup: 30 of 40 matches, 1.0 matches/s, at least 10s remaining, 10 matches put off until the machine is quiet"},
	} {
		if got := p.head(0, 30, tt.putOff); got != tt.want {
			t.Errorf("%q; want %q", got, tt.want)
		}
	}
}
