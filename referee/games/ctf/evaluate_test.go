package ctf

import "testing"

// "The health of the seat's minions less that of the other's, and the flags that they
// carry": a flag counts more than a FIRE that hits two minions.
func TestEvaluate(t *testing.T) {
	m := &match{state: Deal(1)}
	if got := m.Evaluate(0); got != 0 {
		t.Errorf("evaluation %v at the start; want 0", got)
	}
	m.state.Flags[0].Carrier = 1
	taken := m.Evaluate(0)
	m.state.Flags[0].Carrier = NoCarrier
	m.state.Minions[0][0].Health -= FireDamage
	m.state.Minions[0][1].Health -= FireDamage
	if shot := m.Evaluate(0); taken >= shot || shot != -2*FireDamage || m.Evaluate(1) != -shot {
		t.Errorf("evaluation %v without the flag, %v after a FIRE; want less without the flag, and the other seat's to be the opposite", taken, shot)
	}
}
