package referee

import "strings"

// Version 0.1 wrote some words of results differently. Replays have them for good, and
// who reads one gets the words of today.

// UnmarshalText implements encoding.TextUnmarshaler. It reads "exit", as version 0.1
// called a crash, as Crash.
func (k *Kind) UnmarshalText(text []byte) error {
	if *k = Kind(text); *k == "exit" {
		*k = Crash
	}
	return nil
}

// Upgrade rewrites the reason of a result in a replay of version 0.1: with underscores for
// hyphens, and forfeit where a seat gave no answer for another cause than time. It leaves a
// result of today as it is.
func (r *Result) Upgrade() {
	switch r.Reason {
	case "domain-tie", "turn-limit", "dead-hp", "dead-push", "dead-attraction", "dead-cycle":
		r.Reason = strings.ReplaceAll(r.Reason, "-", "_")
	}
	late := 0 // seats that ran out of time, which always ends the match
	for _, f := range r.Faults {
		if f.Kind == Timeout {
			late++
		}
	}
	switch r.Reason {
	case "timeout", "no_answer":
		if late == 0 {
			r.Reason = "forfeit"
		}
	case "both_timeout":
		if late < 2 {
			r.Reason = "both_forfeit"
		}
	}
}
