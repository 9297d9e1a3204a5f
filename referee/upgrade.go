package referee

import "strings"

// Older builds wrote some words of results differently. Records, databases,
// exports, filters and command lines still have them, and whoever reads one
// gets the word of today.

// ParseKind returns the kind of fault that a word names. It is Kind(word) but
// for "exit", which older builds wrote for Crash.
func ParseKind(word string) Kind {
	if word == "exit" {
		return Crash
	}
	return Kind(word)
}

// UnmarshalText implements encoding.TextUnmarshaler by ParseKind, so that
// faults in JSON are read as of today.
func (k *Kind) UnmarshalText(text []byte) error {
	*k = ParseKind(string(text))
	return nil
}

// ParseReason returns the reason of a result that a word names. It is the word
// itself but for those that older builds wrote with hyphens.
func ParseReason(word string) string {
	switch word {
	case "domain-tie", "turn-limit", "dead-hp", "dead-push", "dead-attraction", "dead-cycle":
		return strings.ReplaceAll(word, "-", "_")
	}
	return word
}

// Upgrade rewrites the reason of a result from an older build as today's build
// gives it: with underscores, and forfeit where a seat gave no answer for
// another cause than time, which older builds did not distinguish from a
// timeout. It leaves a result of today as it is.
func (r *Result) Upgrade() {
	r.Reason = ParseReason(r.Reason)
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
