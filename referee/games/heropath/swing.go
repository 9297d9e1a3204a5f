package heropath

// Swing implements referee.Swinger: the hero's fatigue, which lowers it.
func (m *match) Swing(int) float64 { return -float64(m.state.Fatigue) }
