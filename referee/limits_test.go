package referee_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"arbiter/referee"
)

// Limits of wall time are written as before there was another clock, in JSON
// and as text, and what was written then is read.
func TestLimitsOfWallTimeAreWrittenAsBefore(t *testing.T) {
	for _, tt := range []struct {
		limits     referee.TimeLimits
		json, text string
	}{
		{referee.TimeLimits{First: time.Second, Turn: 50 * time.Millisecond}, `{"First":1000000000,"Turn":50000000}`, "{1s 50ms}"},
		{referee.TimeLimits{First: 1, Clock: referee.CPUClock}, `{"First":1,"Turn":0,"Clock":"cpu"}`, "{1ns 0s cpu}"},
	} {
		text, err := json.Marshal(tt.limits)
		if err != nil || string(text) != tt.json || tt.limits.String() != tt.text {
			t.Errorf("%s, %s, %v; want %s, %s", text, tt.limits, err, tt.json, tt.text)
		}
		var read referee.TimeLimits
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

// "The times are whole milliseconds, rounded down but to no less than 1; 0 means no
// limit."
func TestLimitsOfTheEnvironment(t *testing.T) {
	for _, tt := range []struct {
		limits referee.TimeLimits
		want   string
	}{
		{referee.TimeLimits{First: time.Second, Turn: 50 * time.Millisecond}, "[ARBITER_CLOCK=wall ARBITER_TIME_FIRST_MS=1000 ARBITER_TIME_TURN_MS=50]"},
		{referee.TimeLimits{Turn: 7900 * time.Microsecond, Clock: referee.CPUClock}, "[ARBITER_CLOCK=cpu ARBITER_TIME_FIRST_MS=0 ARBITER_TIME_TURN_MS=7]"},
		{referee.TimeLimits{First: time.Nanosecond}, "[ARBITER_CLOCK=wall ARBITER_TIME_FIRST_MS=1 ARBITER_TIME_TURN_MS=0]"},
	} {
		if got := fmt.Sprint(tt.limits.Environ()); got != tt.want {
			t.Errorf("%v: %s; want %s", tt.limits, got, tt.want)
		}
	}
}
