package ctf

import rules "arbiter/referee/games/ctf"

// A Turn is what a bot is sent in one turn. Seat 0 is the bot itself, seat 1
// the opponent, whichever side of the map they own.
type Turn struct {
	Credits [2]int
	Flags   [2]rules.Flag // by the seat that owns the flag
	Minions [2][]Minion   // own living ones, and the opponent's in sight
	Coins   []rules.Cell  // in sight, in any order
}

// A Minion is a minion with its id.
type Minion struct {
	ID int
	rules.Minion
}

// Show makes t what a seat is sent of the state. Its lists are used again.
func (t *Turn) Show(s *rules.State, seat int) {
	other := 1 - seat
	t.Credits = [2]int{s.Credits[seat], s.Credits[other]}
	t.Flags = [2]rules.Flag{s.Flags[seat], s.Flags[other]}
	t.Minions[0], t.Minions[1] = t.Minions[0][:0], t.Minions[1][:0]
	for id := range s.PerSeat {
		if m := s.Minions[seat][id]; m.Alive() {
			t.Minions[0] = append(t.Minions[0], Minion{id, m})
		}
		if s.Shows(seat, id) {
			t.Minions[1] = append(t.Minions[1], Minion{id, s.Minions[other][id]})
		}
	}
	t.Coins = t.Coins[:0]
	seen := s.Sees(seat)
	for r := range s.Rows {
		for c := range s.Cols {
			if at := (rules.Cell{R: int8(r), C: int8(c)}); seen.Has(at) && s.Coins.Has(at) {
				t.Coins = append(t.Coins, at)
			}
		}
	}
}

// MapFor returns the map as a seat is sent it: its own base comes first.
func MapFor(m *rules.Map, seat int) *rules.Map {
	own := *m
	own.Bases = [2]rules.Cell{m.Bases[seat], m.Bases[1-seat]}
	return &own
}
