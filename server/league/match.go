package league

import (
	"slices"

	"arbiter/referee"
)

// A Match is what standings and filters know of a match that was played.
type Match struct {
	Seats      []string // bot IDs, by seat
	Start      Start
	Repetition int // repetition of the same bots on the same start
	Outcome    Outcome
	Reason     string              // how it ended
	Attributes []referee.Attribute // what the game says of the match; may be left out
	Metrics    []Metric            // what the bots told; may be left out
}

// Match returns what standings and filters know of the report.
func (r Report) Match() Match {
	return Match{
		Seats: r.Pairing.Seats, Start: r.Pairing.Start, Repetition: r.Pairing.Repetition,
		Outcome: r.Outcome(), Reason: r.Result.Reason, Attributes: r.Attributes, Metrics: r.Metrics,
	}
}

// attribute returns an attribute of the match, and whether it has it.
func (m Match) attribute(name string) (float64, bool) {
	i := slices.IndexFunc(m.Attributes, func(a referee.Attribute) bool { return a.Name == name })
	if i < 0 {
		return 0, false
	}
	return m.Attributes[i].Value, true
}

// metric returns a metric of a seat, and whether the bot told it.
func (m Match) metric(seat int, name string) (float64, bool) {
	i := slices.IndexFunc(m.Metrics, func(v Metric) bool { return v.Seat == seat && v.Name == name })
	if i < 0 {
		return 0, false
	}
	return m.Metrics[i].Value, true
}

// fault returns the kind of fault of a seat, or "".
func (m Match) fault(seat int) referee.Kind {
	if seat >= len(m.Outcome.Faults) {
		return ""
	}
	return m.Outcome.Faults[seat]
}
