package ctf

import "arbiter/referee"

// Attributes returns the size of the map and of the teams.
func (m *match) Attributes() []referee.Attribute {
	cells := m.state.Rows * m.state.Cols
	return []referee.Attribute{
		{Name: "rows", Value: float64(m.state.Rows)},
		{Name: "cols", Value: float64(m.state.Cols)},
		{Name: "open_cells", Value: float64(cells - m.state.Walls.Len())},
		{Name: "minions", Value: float64(m.state.PerSeat)},
	}
}
