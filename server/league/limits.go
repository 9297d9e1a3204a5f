package league

import (
	"math"
	"time"

	"arbiter/referee"
)

// A LimitOverride changes a game's time limits for one tournament or match. It
// first replaces limits, then scales them.
type LimitOverride struct {
	First  *time.Duration // replaces the limit of a seat's first answer; nil keeps it, 0 means no limit
	Turn   *time.Duration // replaces the limit of each later answer, likewise
	Factor float64        // multiplies the limits; above 0, and 1 keeps them
	Margin time.Duration  // is added to each limit; at least 0
	Clock  string         // what the limits count: "wall" or "cpu"; "" keeps it
}

// LimitText describes limits, e.g. "1s for the first answer, 50ms for later ones".
func LimitText(l referee.TimeLimits) string {
	if l == (referee.TimeLimits{}) {
		return "no limits"
	}
	text := func(d time.Duration) string {
		if d == 0 {
			return "no limit"
		}
		return d.String()
	}
	return text(l.First) + " for the first answer, " + text(l.Turn) + " for later ones"
}

// Apply returns the overridden limits. It returns a FieldError that names the
// first field that is out of range, by its key in a tournament file.
func (o LimitOverride) Apply(l referee.TimeLimits) (referee.TimeLimits, error) {
	if o.First != nil {
		l.First = *o.First
	}
	if o.Turn != nil {
		l.Turn = *o.Turn
	}
	if o.Clock != "" {
		clock, err := referee.ParseClock(o.Clock)
		if err != nil {
			return l, Fieldf("clock", "found %q; want wall or cpu", o.Clock)
		}
		l.Clock = clock
	}
	if err := checkLimits(l); err != nil {
		return l, err
	}
	switch {
	case !(o.Factor > 0) || math.IsInf(o.Factor, 0): // the first rejects NaN too
		return l, Fieldf("time_factor", "found %v; want a number above 0", o.Factor)
	case o.Margin < 0:
		return l, Fieldf("time_margin", "found %v; want at least 0s", o.Margin)
	}
	return l.Scale(o.Factor, o.Margin), nil
}

func checkLimits(l referee.TimeLimits) error {
	if l.First < 0 {
		return Fieldf("time_first", "found %v; want at least 0s (no limit)", l.First)
	}
	if l.Turn < 0 {
		return Fieldf("time_turn", "found %v; want at least 0s (no limit)", l.Turn)
	}
	return nil
}
