package follow

import (
	"slices"
	"time"
)

// remembered is how far back a Tempo looks: long enough for a few long matches, short
// enough that a machine which becomes busy or quiet is seen.
const remembered = time.Minute

// A Tempo is how fast matches have been played lately.
type Tempo struct{ marks []mark }

// A mark is how many matches a run had played at a time.
type mark struct {
	at     time.Time
	played int
}

// Each returns how long a match takes by the pace of the last minute; 0 if none was played in
// it. played is the number of matches of the run by now. The first call starts the clock.
func (t *Tempo) Each(now time.Time, played int) time.Duration {
	t.marks = append(t.marks, mark{now, played})
	old := slices.IndexFunc(t.marks, func(m mark) bool { return now.Sub(m.at) <= remembered })
	t.marks = t.marks[max(0, old-1):] // one beyond, so that there is always a span
	first := t.marks[0]
	if played <= first.played {
		return 0
	}
	return now.Sub(first.at) / time.Duration(played-first.played)
}
