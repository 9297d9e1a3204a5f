package heropath

import (
	"testing"

	rules "arbiter/referee/games/heropath"
)

// The improver runs kills in one step each, and skips what is as before; its
// moves bring by the rules, turn by turn, just the gold that it promises.
func TestImproverKeepsItsPromise(t *testing.T) {
	for seed := range int64(16) {
		w := rules.Deal(seed)
		s := w.Start()
		p := newPlanner(&s, DefaultParameters())
		plan := p.greedy(func() bool { return false })
		if len(plan) == 0 {
			continue
		}
		m := newImprover(p, plan, uint64(seed))
		for range 3 {
			spend := spending{budget: Budget{Nodes: 40}}
			m.improve(&spend, 1, 5) // hot, for many plans that are other than the best
			promised := m.gold
			if got := goldOf(w, m.movesOf(m.best)); int64(got) != promised {
				t.Fatalf("seed %d: the moves bring %.0f; want %d", seed, got, promised)
			}
			m.restart()
		}
	}
}
