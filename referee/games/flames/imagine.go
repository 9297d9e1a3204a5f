package flames

import "arbiter/referee/rng"

// Imagine returns a case that fits what a player has seen up to a cycle. The waves up to that
// cycle are those of c; those after it, up to the sixth, are drawn from the seed. If all waves
// so far are of the kind that seeds deal on the standard arena, so are the drawn ones; else
// they are scattered.
func (c *Case) Imagine(cycle int32, seed uint64) *Case {
	known := max(0, min(int(cycle)-c.First+1, len(c.Waves)))
	i := &Case{Arena: c.Arena, First: c.First, Waves: append(make([]Wave, 0, GlyphCycles), c.Waves[:known]...)}
	for c.First+len(i.Waves) <= int(cycle) {
		i.Waves = append(i.Waves, Wave{}) // that the cycle has none is known, too
	}
	left := GlyphCycles - int(cycle)
	if left <= 0 {
		return i
	}
	if used, ok := atomsOf(i.Waves); ok && c.Arena == StandardArena() {
		r := rng.NewSplitMix64(seed)
		for _, p := range drawMixed(&r, unused(used), left) {
			i.Waves = append(i.Waves, atomWave(p))
		}
		return i
	}
	i.Waves = append(i.Waves, dealScatter(seed, &c.Arena)[:left]...)
	return i
}

// atomsOf returns the atoms of which the waves are made, and whether they are made
// of atoms.
func atomsOf(waves []Wave) (used []int, ok bool) {
	for i := range waves {
		count := 0
		for atom, cells := range atoms {
			if g := &waves[i].Glyphs; g.Has(cells[0]) && g.Has(cells[1]) && g.Has(cells[2]) {
				used = append(used, atom)
				count++
			}
		}
		if count != 2 || waves[i].Count != WaveGlyphs {
			return nil, false
		}
	}
	return used, true
}

// unused returns the other atoms.
func unused(used []int) []int {
	var rest []int
	for atom := range atoms {
		free := true
		for _, u := range used {
			free = free && u != atom
		}
		if free {
			rest = append(rest, atom)
		}
	}
	return rest
}
