package ctf

// Swing implements referee.Swinger: the health of the seat's minions less that of the
// other's. Score points are no measure: power-ups cost some.
func (m *match) Swing(seat int) float64 {
	return float64(m.state.health(seat) - m.state.health(1-seat))
}

func (s *State) health(seat int) (sum int) {
	for id := range s.PerSeat {
		sum += max(0, int(s.Minions[seat][id].Health))
	}
	return sum
}
