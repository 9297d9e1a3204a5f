package keeper

// Swing implements referee.Swinger: the hero's health, because the score hardly ever falls.
func (m *match) Swing(int) float64 { return float64(m.state.Hero.Health) }
