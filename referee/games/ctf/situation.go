package ctf

// Situations implements referee.Situator.
func (m *match) Situations(seat int) []string { return m.state.situations(seat) }

// situations returns the kinds of situation of a seat.
func (s *State) situations(seat int) []string {
	var kinds []string
	add := func(is bool, kind string) {
		if is {
			kinds = append(kinds, kind)
		}
	}
	own, enemies := s.alive(seat), s.alive(1-seat)
	add(own == 1 && enemies >= 2, "alone against two or more")
	add(own > 1 && own < enemies, "fewer minions")
	sees := s.Sees(seat)
	lost, taken := s.Flags[seat].Carrier != NoCarrier, s.Flags[1-seat].Carrier != NoCarrier
	add(lost, "own flag taken")
	add(lost && sees.Has(s.Flags[seat].Pos), "flag carrier in sight")
	add(taken, "carrying the flag")
	frozen, inSight := false, false
	for id := range s.PerSeat {
		mate, enemy := &s.Minions[seat][id], &s.Minions[1-seat][id]
		frozen = frozen || mate.Alive() && mate.Timeout > 0
		inSight = inSight || enemy.Alive() && sees.Has(enemy.Pos)
	}
	add(frozen, "a minion frozen")
	add(inSight, "opponent in sight")
	return kinds
}

// alive returns how many minions of a seat live.
func (s *State) alive(seat int) (n int) {
	for id := range s.PerSeat {
		if s.Minions[seat][id].Alive() {
			n++
		}
	}
	return n
}
