package referee_test

import (
	"testing"

	"arbiter/referee"
)

// Alike "returns Why without what differs between faults that have one cause".
func TestFaultsAreAlike(t *testing.T) {
	for why, want := range map[string]string{
		`unknown command "MV \"E\" 3"; want WAIT or MOVE`:    `unknown command "..."; want WAIT or MOVE`,
		"no answer within 50 ms: 50.3 ms of processor time":  "no answer within # ms: # ms of processor time",
		"the process ended with signal 11 at 0xc0ffee":       "the process ended with signal # at #",
		"cell (-3, 7) is outside":                            "cell (#, #) is outside",
		"the process ended, or closed its stdout, too early": "the process ended, or closed its stdout, too early",
	} {
		if got := (referee.Fault{Why: why}).Pattern(); got != want {
			t.Errorf("%q is like %q; want %q", why, got, want)
		}
	}
}
