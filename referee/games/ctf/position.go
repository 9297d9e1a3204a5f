package ctf

import "encoding/json"

// Position implements referee.Positioner. What a seat has seen before is not part
// of a position.
func (m *match) Position() (json.RawMessage, error) { return m.state.position() }

// position returns the position as an explicit start. Its match has the turns that
// are left.
func (s *State) position() (json.RawMessage, error) {
	left := s.Limit - s.Turn
	coins := []place{}
	p := position{Coins: &coins, MaxTurns: &left, Credits: s.Credits[:]}
	for r := range s.Rows {
		row := make([]byte, s.Cols)
		for c := range s.Cols {
			cell := Cell{int8(r), int8(c)}
			row[c] = '#'
			if s.Open(cell) {
				row[c] = '.'
			}
			if s.Coins.Has(cell) {
				coins = append(coins, placeOf(cell))
			}
		}
		p.Grid = append(p.Grid, string(row))
	}
	for seat := range 2 {
		p.FlagBases = append(p.FlagBases, placeOf(s.Bases[seat]))
		carrier := int(s.Flags[seat].Carrier)
		p.Flags = append(p.Flags, flagPosition{Pos: placeOf(s.Flags[seat].Pos), Carrier: &carrier})
		var team []minionPosition
		for _, m := range s.Minions[seat][:s.PerSeat] {
			health := int(m.Health)
			team = append(team, minionPosition{Pos: placeOf(m.Pos), Health: &health, Timeout: int(m.Timeout)})
		}
		p.Minions = append(p.Minions, team)
	}
	for _, mine := range s.Mines() {
		p.Mines = append(p.Mines, minePosition{placeOf(mine.Pos), int(mine.Seat), int(mine.Minion)})
	}
	return json.Marshal(p)
}

func placeOf(c Cell) place { return place{int(c.R), int(c.C)} }
