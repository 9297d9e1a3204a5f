package league

import (
	"errors"
	"math"
	"testing"
	"time"

	"arbiter/referee"
)

// "First replaces limits, then scales them"; no limit stays no limit.
func TestLimitOverride(t *testing.T) {
	statement := referee.TimeLimits{First: time.Second, Turn: 50 * time.Millisecond}
	none, two := time.Duration(0), 2*time.Second
	for _, tt := range []struct {
		name string
		o    LimitOverride
		want referee.TimeLimits
	}{
		{"keeps the limits", LimitOverride{Factor: 1}, statement},
		{"replaces the first", LimitOverride{First: &two, Factor: 1}, referee.TimeLimits{First: two, Turn: statement.Turn}},
		{"scales what it replaced", LimitOverride{First: &two, Factor: 2, Margin: time.Millisecond}, referee.TimeLimits{First: 4001 * time.Millisecond, Turn: 101 * time.Millisecond}},
		{"leaves no limit alone", LimitOverride{First: &none, Turn: &none, Factor: 3, Margin: time.Second}, referee.TimeLimits{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := tt.o.Apply(statement); err != nil || got != tt.want {
				t.Errorf("%+v, %v; want %+v", got, err, tt.want)
			}
		})
	}
}

// An override that is out of range is a usage error that names the key.
func TestLimitOverrideErrors(t *testing.T) {
	negative := -time.Second
	for _, tt := range []struct {
		o    LimitOverride
		want string
	}{
		{LimitOverride{First: &negative, Factor: 1}, "time_first: found -1s; want at least 0s (no limit)"},
		{LimitOverride{Turn: &negative, Factor: 1}, "time_turn: found -1s; want at least 0s (no limit)"},
		{LimitOverride{}, "time_factor: found 0; want a number above 0"},
		{LimitOverride{Factor: math.NaN()}, "time_factor: found NaN; want a number above 0"},
		{LimitOverride{Factor: math.Inf(1)}, "time_factor: found +Inf; want a number above 0"},
		{LimitOverride{Factor: 1, Margin: negative}, "time_margin: found -1s; want at least 0s"},
	} {
		_, err := tt.o.Apply(referee.TimeLimits{})
		if !errors.As(err, new(FieldError)) || err.Error() != tt.want {
			t.Errorf("%+v: %v; want the error %q in a field", tt.o, err, tt.want)
		}
	}
}
