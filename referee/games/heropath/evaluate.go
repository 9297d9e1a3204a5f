package heropath

// Evaluate implements referee.Evaluator: the hero's fatigue, which lowers it.
func (m *match) Evaluate(int) float64 { return -float64(m.state.Fatigue) }
