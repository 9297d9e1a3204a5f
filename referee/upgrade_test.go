package referee_test

import (
	"encoding/json"
	"testing"

	"arbiter/referee"
)

// "Reading an old fault with the kind exit gives crash", and no other kind
// changes.
func TestOldKinds(t *testing.T) {
	for word, want := range map[string]referee.Kind{
		"exit": referee.Crash, "crash": referee.Crash, "timeout": referee.Timeout, "any": "any", "": "",
	} {
		var got referee.Kind
		if err := got.UnmarshalText([]byte(word)); err != nil || got != want {
			t.Errorf("%q is read as %q, %v; want %q", word, got, err, want)
		}
	}
	var f referee.Fault
	if err := json.Unmarshal([]byte(`{"turn":1,"seat":0,"kind":"exit","why":"exited with status 3"}`), &f); err != nil || f.Kind != referee.Crash {
		t.Errorf("kind %q, %v; want %q", f.Kind, err, referee.Crash)
	}
	if text, err := json.Marshal(f); err != nil || string(text) != `{"turn":1,"seat":0,"kind":"crash","why":"exited with status 3"}` {
		t.Errorf("%s, %v", text, err)
	}
}

// Reasons have underscores, and a crash is not called a timeout. Upgrading
// again changes nothing.
func TestUpgrade(t *testing.T) {
	const crash, timeout = referee.Crash, referee.Timeout
	for _, tt := range []struct {
		reason string
		faults []referee.Kind
		want   string
	}{
		{"domain-tie", nil, "domain_tie"},
		{"turn-limit", nil, "turn_limit"},
		{"dead-cycle", nil, "dead_cycle"},
		{"highest-sum", nil, "highest-sum"}, // no word of ours
		{"exit", nil, "exit"},               // the hero's
		{"timeout", []referee.Kind{timeout}, "timeout"},
		{"timeout", []referee.Kind{crash}, "forfeit"},
		{"timeout", []referee.Kind{referee.Garbled, timeout}, "timeout"}, // the other seat's line broke off
		{"timeout", []referee.Kind{referee.Garbled}, "forfeit"},          // no valid command in the line
		{"no_answer", []referee.Kind{timeout}, "no_answer"},
		{"no_answer", []referee.Kind{referee.Flood}, "forfeit"},
		{"both_timeout", []referee.Kind{timeout, timeout}, "both_timeout"},
		{"both_timeout", []referee.Kind{timeout, crash}, "both_forfeit"},
		{"forfeit", []referee.Kind{crash}, "forfeit"},
	} {
		r := referee.Result{Reason: tt.reason}
		for seat, kind := range tt.faults {
			r.Faults = append(r.Faults, referee.Fault{Turn: 1, Seat: seat, Kind: kind})
		}
		for range 2 {
			if r.Upgrade(); r.Reason != tt.want {
				t.Errorf("%s with faults %v is read as %s; want %s", tt.reason, tt.faults, r.Reason, tt.want)
			}
		}
	}
}
