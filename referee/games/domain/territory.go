package domain

// Nearer returns by player the cells that this player's token reaches in fewer steps than the
// other's; tokens do not block. It is a guess at who will own what. Cells equally far from both
// are in neither set.
func (s *State) Nearer() [2]Cells {
	reached := [2]Cells{s.Tokens[0].Set(), s.Tokens[1].Set()}
	nearer := reached
	for {
		next := [2]Cells{s.grow(reached[0]), s.grow(reached[1])}
		if next == reached {
			return nearer
		}
		nearer[0] |= next[0] &^ reached[0] &^ next[1]
		nearer[1] |= next[1] &^ reached[1] &^ next[0]
		reached = next
	}
}

// Path appends to dst a shortest free path of the player's token to a cell,
// both ends included: through no wall and not over the other token. It
// returns dst as it was when there is no such path.
func (s *State) Path(player int, to Cell, dst []Cell) []Cell {
	free := board &^ s.Tokens[1-player].Set()
	var layers [CellCount]Cells // cells reached in at most so many steps
	layers[0] = s.Tokens[player].Set()
	last := 0
	for !layers[last].Has(to) {
		next := s.grow(layers[last]) & free
		if next == layers[last] {
			return dst
		}
		last++
		layers[last] = next
	}
	// Walk back from the target, each time to a cell reached one step earlier.
	start := len(dst)
	for range last + 1 {
		dst = append(dst, to)
	}
	for i := last - 1; i >= 0; i-- {
		to = (s.grow(to.Set()) & layers[i]).first()
		dst[start+i] = to
	}
	return dst
}
