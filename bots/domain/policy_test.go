package domain

import (
	"testing"

	rules "arbiter/referee/games/domain"
)

// "Can be cloned between turns": a clone answers like the policy it was made
// from, and neither notices the other.
func TestClonesGoOnAlone(t *testing.T) {
	s := rules.Start()
	random := greedy(1)
	p := NewPolicy(300, 1, DefaultParameters())
	for turn := 0; !s.Over; turn++ {
		if turn%2 == 1 {
			s.Step(random(&s))
			continue
		}
		busy, same := p.Clone(), p.Clone()
		next := s
		next.Step(busy.think(&s))
		if !next.Over {
			busy.think(&next)
		}
		want := same.think(&s)
		if got := p.think(&s); got != want {
			t.Fatalf("turn %d: the clone plays %v, the policy %v", turn, want, got)
		}
		s.Step(want)
	}
}
