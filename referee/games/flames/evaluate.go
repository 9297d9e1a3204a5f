package flames

// Evaluate implements referee.Evaluator: the hit points, none of a dead character.
func (m *match) Evaluate(int) float64 { return float64(m.state.Score()) }
