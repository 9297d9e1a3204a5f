package ctf

// carried is the value, in health points, of an opponent's flag in the hands of a seat. It
// is more than a turn of FIREs takes. Most matches that flags decide are lost with the turn
// in which the flag is taken, and won back by whoever stops its carrier.
const carried = 150

// Evaluate implements referee.Evaluator: the health of the seat's minions less that of the
// other's, and the flags that they carry. Score points are no measure: power-ups cost some.
func (m *match) Evaluate(seat int) float64 {
	return float64(m.state.strength(seat) - m.state.strength(1-seat))
}

func (s *State) strength(seat int) (sum int) {
	for id := range s.PerSeat {
		sum += max(0, int(s.Minions[seat][id].Health))
	}
	if s.Flags[1-seat].Carrier != NoCarrier {
		sum += carried
	}
	return sum
}
