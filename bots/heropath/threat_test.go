package heropath

import (
	"testing"

	rules "arbiter/referee/games/heropath"
	"arbiter/referee/rng"
)

// "The fatigue that a turn on a cell costs" is that of the rules, also when monsters have died.
func TestThreatIsThatOfTheRules(t *testing.T) {
	r := rng.NewSplitMix64(1)
	for seed := range int64(24) {
		w := rules.Deal(seed)
		s := w.Start()
		p := newPlanner(&s, DefaultParameters())
		for range 200 {
			if id := r.Below(len(w.Monsters)); r.Below(2) == 0 {
				s.SetHP(id, 0)
				p.dead.add(int32(id))
			}
			c := cell{int64(r.Below(int(w.Width) + 1)), int64(r.Below(int(w.Height) + 1))}
			if got, want := p.threat(c), s.Threat(c.x, c.y); got != want {
				t.Fatalf("seed %d: %d on %v; by the rules %d", seed, got, c, want)
			}
		}
	}
}
