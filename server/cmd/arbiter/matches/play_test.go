package matches

import (
	"bytes"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// "A match that the machine made void is played again": with a word each time,
// and at most as often as in a tournament.
func TestVoidMatchIsPlayedAgain(t *testing.T) {
	for _, tt := range []struct{ voids, wantPlayed int }{{0, 1}, {2, 3}, {100, dispatch.MaxVoids}} {
		var said bytes.Buffer
		played := 0
		_, err := untilValid(&said, func() (league.Report, error) {
			played++
			if played <= tt.voids {
				return league.Report{}, &referee.StarvedError{}
			}
			return league.Report{}, nil
		})
		if played != tt.wantPlayed || (err != nil) != (tt.voids >= tt.wantPlayed) {
			t.Errorf("void %d times: played %d times, %v; want %d times", tt.voids, played, err, tt.wantPlayed)
		}
		if n := strings.Count(said.String(), "played again"); n != tt.wantPlayed-1 {
			t.Errorf("void %d times: said %d times %q", tt.voids, n, said.String())
		}
	}
}
