package league

import (
	"slices"
	"time"

	"arbiter/referee"
)

// A Match is the part of a played match that standings and filters read.
type Match struct {
	Seats      []string // bot IDs, by seat
	Start      Start
	Repetition int // of the same bots on the same start, from 0
	Outcome    Outcome
	Reason     string              // how the match ended
	Play       Play                // digest of what was played; 0 when it is not known
	Duration   time.Duration       // how long it took; 0 when it is not known
	Stored     string              // ID of the match if another tournament has played it; "" if its own has
	Attributes []referee.Attribute // the game's attributes of the match; may be left out
	Metrics    []Metric            // the bots' metrics; may be left out
}

// Match returns the part of the report that standings and filters read.
func (r Report) Match() Match {
	return Match{
		Seats: r.Pairing.Seats, Start: r.Pairing.Start, Repetition: r.Pairing.Repetition,
		Outcome: r.Outcome(), Reason: r.Result.Reason, Play: r.Play, Duration: r.Duration, Attributes: r.Attributes, Metrics: r.Metrics,
	}
}

// Pairing returns the pairing that was played, without its round.
func (m Match) Pairing() Pairing {
	return Pairing{Seats: m.Seats, Start: m.Start, Repetition: m.Repetition}
}

// attribute returns an attribute of the match, and whether it exists.
func (m Match) attribute(name string) (float64, bool) {
	i := slices.IndexFunc(m.Attributes, func(a referee.Attribute) bool { return a.Name == name })
	if i < 0 {
		return 0, false
	}
	return m.Attributes[i].Value, true
}

// metric returns a metric of a seat, and whether the bot reported it.
func (m Match) metric(seat int, name string) (float64, bool) {
	i := slices.IndexFunc(m.Metrics, func(v Metric) bool { return v.Seat == seat && v.Name == name })
	if i < 0 {
		return 0, false
	}
	return m.Metrics[i].Value, true
}

// forgiven returns how many faults of a seat were forgiven.
func (m Match) forgiven(seat int) int {
	if seat >= len(m.Outcome.Forgiven) {
		return 0
	}
	return m.Outcome.Forgiven[seat]
}

// fault returns the kind of a seat's fault, or "".
func (m Match) fault(seat int) referee.Kind {
	if seat >= len(m.Outcome.Faults) {
		return ""
	}
	return m.Outcome.Faults[seat]
}
