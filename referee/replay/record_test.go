package replay_test

import (
	"encoding/json"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
)

func TestMillis(t *testing.T) {
	for _, tt := range []struct {
		limit time.Duration
		want  string
	}{
		{0, "0"},
		{time.Second, "1000"},
		{50 * time.Millisecond, "50"},
		{12500 * time.Microsecond, "12.5"},
		{time.Nanosecond, "0.000001"},
		{100*time.Hour + time.Nanosecond, "360000000.000001"},
	} {
		text, err := json.Marshal(replay.Millis(tt.limit))
		if err != nil || string(text) != tt.want {
			t.Errorf("%v: found %s, %v; want %s", tt.limit, text, err, tt.want)
		}
		var back replay.Millis
		if err := json.Unmarshal(text, &back); err != nil || time.Duration(back) != tt.limit {
			t.Errorf("%v: read back as %v, %v", tt.limit, time.Duration(back), err)
		}
	}
	for _, text := range []string{"-1", `"50"`, "1e300", "true"} {
		var d replay.Millis
		if err := json.Unmarshal([]byte(text), &d); err == nil {
			t.Errorf("%s was read as %v; want an error", text, time.Duration(d))
		}
	}
}

func TestDigest(t *testing.T) {
	const text = "00ff13e8962daafe"
	var d replay.Digest
	if err := d.UnmarshalText([]byte(text)); err != nil || d != 0x00ff13e8962daafe || d.String() != text {
		t.Errorf("found %v, %v; want %s", d, err, text)
	}
	for _, text := range []string{"", "00ff13e8962daaf", "00ff13e8962daafe0", "00ff13e8962daafg"} {
		if err := d.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was read as a digest", text)
		}
	}
}

func TestNewHeader(t *testing.T) {
	setup := referee.Setup{Seed: -1, Position: json.RawMessage(`{"turns":1}`)}
	h := replay.NewHeader(sums{}.Info(), setup, referee.TimeLimits{First: time.Second})
	if h.Replay != replay.Version || h.Game != "sums" || h.Rules != 1 || h.Seed != -1 || string(h.Setup) != `{"turns":1}` ||
		time.Duration(h.Limits.First) != time.Second || h.Limits.Turn != 0 {
		t.Errorf("found %+v", h)
	}
}

// The clock of the limits is kept, and a header of wall time has no word of it.
func TestHeaderKeepsTheClock(t *testing.T) {
	for clock, want := range map[referee.Clock]string{
		referee.WallClock: `{"first_ms":1000,"turn_ms":50}`,
		referee.CPUClock:  `{"first_ms":1000,"turn_ms":50,"clock":"cpu"}`,
	} {
		limits := referee.TimeLimits{First: time.Second, Turn: 50 * time.Millisecond, Clock: clock}
		h := replay.NewHeader(sums{}.Info(), referee.Setup{}, limits)
		text, err := json.Marshal(h.Limits)
		if err != nil || string(text) != want {
			t.Errorf("%s, %v; want %s", text, err, want)
		}
		if h.Limits.Referee() != limits {
			t.Errorf("%v became %v", limits, h.Limits.Referee())
		}
	}
}
