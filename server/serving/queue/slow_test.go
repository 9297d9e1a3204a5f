package queue_test

import "testing"

// "A worker slower than 0.8 of the reference declines unless the tournament allows
// it."
func TestSlowWorkers(t *testing.T) {
	t.Parallel()
	for _, allowed := range []bool{false, true} {
		f := newFarm(t)
		f.speeds = map[string]float64{"slow": 0.5, "fast": 0.9}
		f.coordinator.Slowest = 0.8
		f.worker("slow", 1)
		if !allowed {
			f.worker("fast", 1)
		}
		e := tournament(t, "domain", 10, folder(t, "domain/greedy"), "wait")
		e.Definition.SlowWorkers = allowed
		n := f.run(e).versions(t)
		if allowed && n["slow"] != 20 || !allowed && n["fast"] != 20 {
			t.Errorf("slow workers allowed %v: played by %v; want 20 by the slow one if it may, by the fast one otherwise", allowed, n)
		}
	}
}
