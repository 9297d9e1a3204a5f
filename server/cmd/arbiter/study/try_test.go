package study

import (
	"strings"
	"testing"

	"arbiter/server/study/analysis"
)

// A trial that Ctrl-C ended says so beside its time.
func TestTrialEnded(t *testing.T) {
	gain, unsure := 0.2, 0.1
	const ended = " of 1m0s, ended by Ctrl-C"
	for _, tt := range []struct {
		trial analysis.Trial
		want  string
	}{
		{analysis.Trial{Secs: 4, Unit: "HP"}, "Cannot tell: no pair was played (4.0 s of 1m0s, ended by Ctrl-C); a larger --budget may tell.\n"},
		{analysis.Trial{Secs: 4, Unit: "HP", Gain: &gain, Error: &unsure, Tells: true, Pairs: 9, Kinds: []string{"bosses"}}, "A is better: 0.200 ± 0.100 HP (A 0, B 0; 9 pairs by bosses, 4.0 s of 1m0s, ended by Ctrl-C).\n"},
	} {
		var out strings.Builder
		if err := printTrial(&out, &tt.trial, ended); err != nil || !strings.HasSuffix(out.String(), tt.want) {
			t.Errorf("printed %q, %v; want %q", out.String(), err, tt.want)
		}
	}
}
