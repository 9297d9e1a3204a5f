package ctf

import (
	"math/bits"

	"arbiter/referee/rng"
)

// Deal returns the start of the match that the seed decides: map, number of
// minions and where they stand. Nothing is drawn later.
func Deal(seed int64) State {
	draw := rng.NewJava(seed)
	m := dealMap(&draw)
	s := newState(m, MinMinions+draw.IntN(MaxMinions-MinMinions+1))
	s.dealMinions(&draw)
	s.Coins = s.allCoins()
	return s
}

// newState returns a state on the map with flags at home and everything else
// still missing.
func newState(m Map, perSeat int) State {
	s := State{Map: m, PerSeat: perSeat, Limit: MaxTurns}
	for seat, base := range m.Bases {
		s.Flags[seat] = Flag{Pos: base, Carrier: NoCarrier}
	}
	return s
}

// dealMinions places the minions of seat 0 on drawn cells of the left half,
// and those of seat 1 on their mirror images.
func (s *State) dealMinions(draw *rng.Java) {
	var free [MaxRows * MaxCols]Cell
	n := 0
	for r := range s.Rows {
		for c := range s.Cols / 2 {
			if at := (Cell{int8(r), int8(c)}); s.Open(at) && at != s.Bases[0] {
				free[n] = at
				n++
			}
		}
	}
	for id := range s.PerSeat {
		k := n
		for k == n { // the published referee draws one too many, and fails on it
			k = draw.IntN(n + 1)
		}
		s.Minions[0][id] = Minion{Pos: free[k], Health: StartHealth}
		s.Minions[1][id] = Minion{Pos: s.mirror(free[k]), Health: StartHealth}
		copy(free[k:n], free[k+1:n])
		n--
	}
}

// allCoins returns a coin on every open cell that is no base and where no
// minion stands.
func (s *State) allCoins() Cells {
	var coins Cells
	for r := range s.Rows {
		coins[r] = ^s.Walls[r] & (1<<s.Cols - 1)
	}
	for seat := range s.Minions {
		coins.Remove(s.Bases[seat])
		for id := range s.PerSeat {
			coins.Remove(s.Minions[seat][id].Pos)
		}
	}
	return coins
}

// mirror returns the cell's image across the central vertical axis.
func (m *Map) mirror(c Cell) Cell { return Cell{c.R, int8(m.Cols-1) - c.C} }

// dealMap draws a map: "Maps are always symmetrical across the central
// vertical axis."
func dealMap(draw *rng.Java) Map {
	m := Map{Rows: 17 + draw.IntN(4)}
	m.Cols = 2*(16+draw.IntN(2)) + 1
	open := carve(draw, m.Rows, m.Cols/2+1)
	for r := range m.Rows {
		for c := range m.Cols / 2 {
			if open[r]>>c&1 != 0 {
				open.Add(m.mirror(Cell{int8(r), int8(c)}))
			}
		}
	}
	open = largestRegion(open, m.Rows)
	// The border closes only now, and may cut closed pockets off.
	inside := uint64(1)<<(m.Cols-1) - 2
	for r := range m.Rows {
		if r == 0 || r == m.Rows-1 {
			open[r] = 0
		}
		m.Walls[r] = ^(open[r] & inside) & (1<<m.Cols - 1)
	}
	m.Bases[0], _ = m.defaultBase()
	m.Bases[1] = m.mirror(m.Bases[0])
	return m
}

// defaultBase returns the first open cell of the column beside the left border
// from the middle row downwards.
func (m *Map) defaultBase() (Cell, bool) {
	for r := m.Rows / 2; r < m.Rows; r++ {
		if at := (Cell{int8(r), 1}); m.Open(at) {
			return at, true
		}
	}
	return Cell{}, false
}

// largestRegion returns the largest set of connected open cells, of equals the
// one whose first cell comes first row by row.
func largestRegion(open Cells, rows int) Cells {
	var best Cells
	size := 0
	for r := range rows {
		for open[r] != 0 {
			region := connected(&open, rows, Cell{int8(r), int8(bits.TrailingZeros64(open[r]))})
			if n := region.Len(); n > size {
				best, size = region, n
			}
			for i := range open {
				open[i] &^= region[i]
			}
		}
	}
	return best
}

// connected returns the open cells connected with the one at from. Border
// cells may be open here, so the flood of routes would not do.
func connected(open *Cells, rows int, from Cell) Cells {
	var region Cells
	region.Add(from)
	for grown := true; grown; {
		grown = false
		for r := range rows {
			row := region[r]
			next := row | row<<1 | row>>1
			if r > 0 {
				next |= region[r-1]
			}
			if r < rows-1 {
				next |= region[r+1]
			}
			region[r] = next & open[r]
			grown = grown || region[r] != row
		}
	}
	return region
}
