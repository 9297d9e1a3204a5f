package flames

// A Case is what never changes in a match: the map and the glyphs to come.
// The statement calls it a test case. Matches and searches share one Case and
// only read it.
type Case struct {
	Arena Arena
	First int    // the cycle that Waves begins with
	Waves []Wave // Waves[i] appears at the start of cycle First+i
}

// A Wave is the glyphs that appear at the start of one cycle.
type Wave struct {
	Glyphs Rows
	// Count is the number of glyphs. A bot may know that a wave is coming, but not where. Such
	// a bot leaves Glyphs empty and sets Count: then that cycle costs no HP, nobody wins before
	// it, and PASS makes no flames of unseen glyphs.
	Count int
}

// add marks one more cell.
func (w *Wave) add(c Cell) {
	w.Glyphs.Add(c)
	w.Count++
}

// wave returns the wave of the cycle, nil when it has none.
func (c *Case) wave(cycle int32) *Wave {
	if i := int(cycle) - c.First; i >= 0 && i < len(c.Waves) && c.Waves[i].Count > 0 {
		return &c.Waves[i]
	}
	return nil
}

// glyphsFrom reports whether the cycle or a later one has a glyph.
func (c *Case) glyphsFrom(cycle int32) bool {
	for last := c.First + len(c.Waves) - 1; int(cycle) <= last; cycle++ {
		if c.wave(cycle) != nil {
			return true
		}
	}
	return false
}

// Start returns the position in which the statement starts the case.
func (c *Case) Start() State {
	return State{Pos: c.Arena.Start, HP: HP, AP: AP, JumpsLeft: Jumps, Cycle: int32(c.First)}
}
