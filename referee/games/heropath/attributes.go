package heropath

import "arbiter/referee"

// Attributes returns the size of the test.
func (m *match) Attributes() []referee.Attribute {
	w := m.state.World
	attackers := 0
	for i := range w.Monsters {
		if w.Monsters[i].Attack > 0 {
			attackers++
		}
	}
	return []referee.Attribute{
		{Name: "num_turns", Value: float64(w.NumTurns)},
		{Name: "width", Value: float64(w.Width)},
		{Name: "height", Value: float64(w.Height)},
		{Name: "monsters", Value: float64(len(w.Monsters))},
		{Name: "attackers", Value: float64(attackers)},
	}
}
