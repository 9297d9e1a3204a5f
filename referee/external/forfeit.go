package external

import (
	"errors"

	"arbiter/referee"
)

// next returns the exchange that follows on an answer. A referee of brutaltester's dialect
// cannot be told that a bot has failed, so that such a bot is put behind all others here. The
// match ends when one is left; these draw where the referee ends by what stands for an answer.
func (m *match) next(a *answer) (x *exchange, err error) {
	if !m.game.brutaltester {
		return m.source.next(a, m.seats)
	}
	draw := &exchange{Scores: make([]int64, m.seats)}
	if m.dropped.Len() >= m.seats-1 {
		x = draw
	} else if x, err = m.source.next(a, m.seats); m.dropped != 0 && errors.Is(err, errEnded) {
		draw.Summary = []string{"The referee ended without a result after a bot had failed; the others draw."}
		x, err = draw, nil
	}
	if err == nil && x.Asks == nil && len(x.Scores) == m.seats { // a stranger's record may have others
		x.Scores = behind(x.Scores, m.dropped)
	}
	return x, err
}

// behind returns how many seats are behind each: those that dropped are behind all others.
func behind(scores []int64, dropped referee.Seats) []int64 {
	counts := make([]int64, len(scores))
	for i := range scores {
		for j := range scores {
			if !dropped.Has(i) && (dropped.Has(j) || scores[j] < scores[i]) {
				counts[i]++
			}
		}
	}
	return counts
}
