package domain

// Evaluate implements referee.Evaluator: the cells that the seat is nearer to, less the
// other's.
func (m *match) Evaluate(seat int) float64 {
	if m.state.Over {
		return float64(m.state.Domain(seat).Len() - m.state.Domain(1-seat).Len())
	}
	return float64(m.state.lead(seat))
}
