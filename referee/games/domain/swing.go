package domain

// Swing implements referee.Swinger: the cells that the seat is nearer to, less the
// other's.
func (m *match) Swing(seat int) float64 {
	if m.state.Over {
		return float64(m.state.Domain(seat).Len() - m.state.Domain(1-seat).Len())
	}
	return float64(m.state.lead(seat))
}
