package clock

import (
	"testing"
	"time"

	"arbiter/referee"
)

// "The one in which the processor was taken away does not cost those after it all of
// theirs", and a late search plays its least all the same.
func TestStages(t *testing.T) {
	limits := referee.TimeLimits{First: time.Hour, Turn: 100 * time.Second, Clock: referee.WallClock}
	s := InStages(limits, 50, 10)
	pass := func(d time.Duration) { s.watch.start = s.watch.start.Add(-d) }
	least := int(100*time.Second/hasty) / 10
	for _, tt := range []struct {
		about        string
		pass         time.Duration
		stage, nodes int
		want         bool
	}{
		{"a stage begins", 0, 1, 0, false},
		{"a pause of 20 s ends the stage, whose share were 5", 20 * time.Second, 1, least, true},
		{"30 s are left for 9 stages", 0, 2, least, false},
		{"one third of a second before its share ends", 3 * time.Second, 2, 9 * least, false},
		{"its share of 3.3 s has passed", time.Second, 2, 9 * least, true},
		{"26 s are left for 8 stages", 3 * time.Second, 3, 9 * least, false},
		{"a pause of 30 s: another one would end beyond 80 s, but the stage has played nothing", 30 * time.Second, 3, 9*least + 1, false},
		{"one node less than the least", 0, 3, 10*least - 1, false},
		{"the least", 0, 3, 10 * least, true},
		{"the next stage has not begun", 0, 4, 10 * least, false},
		{"it has played its least", 0, 4, 11 * least, true},
	} {
		pass(tt.pass)
		if got := s.Over(tt.stage, tt.nodes); got != tt.want {
			t.Errorf("%s: stage %d is over after %d nodes: %v, want %v", tt.about, tt.stage, tt.nodes, got, tt.want)
		}
	}
}
