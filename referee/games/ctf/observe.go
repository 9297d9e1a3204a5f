package ctf

import (
	"fmt"

	"arbiter/referee"
)

// The planes of an observation. Flags are 1 where nobody carries them and
// 2 plus the carrier's id where somebody does. Minions have a plane each, since
// several may stand in one cell.
const (
	planeOpen            = iota // 1 where there is no wall, 0 outside the grid too
	planeSight                  // 1 where the seat sees
	planeOwnBase                // 1 at the seat's flag-base
	planeOpponentBase           // 1 at the opponent's
	planeOwnFlag                // the seat's flag
	planeOpponentFlag           // the opponent's
	planeCoin                   // 1 at each coin in sight
	planeOwnCredits             // score points, everywhere
	planeOpponentCredits        // score points, everywhere
	planeTurn                   // turns played, everywhere
	planeOwnHealth              // and the next 4: of the seat's living minions, by id
	planeOwnTimeout      = planeOwnHealth + MaxMinions
	planeOpponentHealth  = planeOwnTimeout + MaxMinions // and the next 4: of the opponent's minions in sight
	planeOpponentTimeout = planeOpponentHealth + MaxMinions
	planeCount           = planeOpponentTimeout + MaxMinions
)

// Space returns the shape of observations: 30 planes of 20 rows by 35 columns,
// the largest grid.
func Space() referee.Space {
	planes := make([]referee.Plane, planeCount)
	copy(planes, []referee.Plane{
		planeOpen:            {Name: "open", Scale: 1},
		planeSight:           {Name: "sight", Scale: 1},
		planeOwnBase:         {Name: "own_base", Scale: 1},
		planeOpponentBase:    {Name: "opponent_base", Scale: 1},
		planeOwnFlag:         {Name: "own_flag", Scale: 1, Most: MaxMinions + 1},
		planeOpponentFlag:    {Name: "opponent_flag", Scale: 1, Most: MaxMinions + 1},
		planeCoin:            {Name: "coin", Scale: 1},
		planeOwnCredits:      {Name: "own_credits", Scale: MinePrice, Most: MaxRows * MaxCols * CoinWorth},
		planeOpponentCredits: {Name: "opponent_credits", Scale: MinePrice, Most: MaxRows * MaxCols * CoinWorth},
		planeTurn:            {Name: "turn", Scale: MaxTurns},
	})
	for id := range MaxMinions {
		planes[planeOwnHealth+id] = referee.Plane{Name: fmt.Sprint("own_health_", id), Scale: StartHealth}
		planes[planeOwnTimeout+id] = referee.Plane{Name: fmt.Sprint("own_timeout_", id), Scale: FreezeTimeout}
		planes[planeOpponentHealth+id] = referee.Plane{Name: fmt.Sprint("opponent_health_", id), Scale: StartHealth}
		planes[planeOpponentTimeout+id] = referee.Plane{Name: fmt.Sprint("opponent_timeout_", id), Scale: FreezeTimeout}
	}
	return referee.Space{Planes: planes, Height: MaxRows, Width: MaxCols}
}

// Observe appends what a seat is told as numbers, in the shape of Space: the
// map, and the facts of the present input. Nobody is told of mines.
func (s *State) Observe(seat int, dst []float32) []float32 {
	sheet, dst := referee.NewSheet(dst, planeCount, MaxRows, MaxCols)
	set := func(plane int, c Cell, value int) { sheet.Set(plane, int(c.R), int(c.C), float32(value)) }
	seen := s.Sees(seat)
	for r := range s.Rows {
		for c := range s.Cols {
			cell := Cell{int8(r), int8(c)}
			set(planeOpen, cell, int(bit(!s.Walls.Has(cell))))
			set(planeSight, cell, int(bit(seen.Has(cell))))
			set(planeCoin, cell, int(bit(seen.Has(cell) && s.Coins.Has(cell))))
		}
	}
	for side, owner := range [2]int{seat, 1 - seat} {
		set(planeOwnBase+side, s.Bases[owner], 1)
		set(planeOwnFlag+side, s.Flags[owner].Pos, 2+int(s.Flags[owner].Carrier)) // NoCarrier is -1
		sheet.Fill(planeOwnCredits+side, float32(s.Credits[owner]))
	}
	sheet.Fill(planeTurn, float32(s.Turn))
	for id := range s.PerSeat {
		if m := s.Minions[seat][id]; m.Alive() {
			set(planeOwnHealth+id, m.Pos, int(m.Health))
			set(planeOwnTimeout+id, m.Pos, int(m.Timeout))
		}
		if s.Shows(seat, id) {
			m := s.Minions[1-seat][id]
			set(planeOpponentHealth+id, m.Pos, int(m.Health))
			set(planeOpponentTimeout+id, m.Pos, int(m.Timeout))
		}
	}
	return dst
}
