package flames

// Swing implements referee.Swinger: the hit points, none of a dead character.
func (m *match) Swing(int) float64 { return float64(m.state.Score()) }
