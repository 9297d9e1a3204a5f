package referee_test

import (
	"encoding/json"
	"testing"
	"time"

	"arbiter/referee"
)

// Limits of wall time are written as before there was another clock, in JSON
// and as text, and what was written then is read.
func TestLimitsOfWallTimeAreWrittenAsBefore(t *testing.T) {
	for _, tt := range []struct {
		limits     referee.Limits
		json, text string
	}{
		{referee.Limits{First: time.Second, Turn: 50 * time.Millisecond}, `{"First":1000000000,"Turn":50000000}`, "{1s 50ms}"},
		{referee.Limits{First: 1, Clock: referee.CPUClock}, `{"First":1,"Turn":0,"Clock":"cpu"}`, "{1ns 0s cpu}"},
	} {
		text, err := json.Marshal(tt.limits)
		if err != nil || string(text) != tt.json || tt.limits.String() != tt.text {
			t.Errorf("%s, %s, %v; want %s, %s", text, tt.limits, err, tt.json, tt.text)
		}
		var read referee.Limits
		if err := json.Unmarshal(text, &read); err != nil || read != tt.limits {
			t.Errorf("%s is read as %v, %v", text, read, err)
		}
	}
}

func TestParseClock(t *testing.T) {
	for name, want := range map[string]referee.Clock{"": referee.WallClock, "wall": referee.WallClock, "cpu": referee.CPUClock} {
		if got, err := referee.ParseClock(name); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", name, got, err, want)
		}
	}
	if _, err := referee.ParseClock("sun"); err == nil || err.Error() != `clock "sun"; want wall or cpu` {
		t.Errorf("error %v", err)
	}
	if text := referee.WallClock.String() + " " + referee.CPUClock.String(); text != "wall cpu" {
		t.Errorf("the clocks are called %s", text)
	}
}
