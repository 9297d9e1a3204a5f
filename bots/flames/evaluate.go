package flames

import rules "arbiter/referee/games/flames"

// What positions are worth is counted in hundredths of a HP. A flame costs
// little: most are put out for free once they are close.
const (
	hpWorth     = 100
	unfinished  = 1000 // for not winning although no glyphs are to come
	overdueCost = 300  // of every flame when the match should long be over
	overdue     = rules.GlyphCycles + 3
)

// evaluate estimates how many HP will be left: those there are, less what the
// flames will cost.
func (p *Parameters) evaluate(s *rules.State) int32 {
	cost := flamesCost(s, int32(p.Flame), int32(p.Distance))
	crowd := int32(max(0, s.Flames.Len()-many))
	return hpWorth*int32(s.HP) - cost - crowd*int32(p.Crowd)
}

// evaluateEnd is evaluate for the end of a line. When no glyphs are to come it has
// to prefer victory: every PASS costs only 1 HP, and lines that put off the
// last flames would look cheap for ever.
func (p *Parameters) evaluateEnd(s *rules.State) int32 {
	w := p.evaluate(s)
	if s.Outcome == rules.Playing && s.Cycle > rules.GlyphCycles+1 {
		w -= unfinished
		if s.Cycle > overdue {
			w -= overdueCost * int32(s.Flames.Len())
		}
	}
	return w
}

// flamesCost adds up the flames and the cells they still have to come.
func flamesCost(s *rules.State, each, cell int32) int32 {
	cost := int32(0)
	for flame := range s.Flames.All() {
		cost += each + cell*distance(flame, s.Pos)
	}
	return cost
}

// distance returns how many attractions bring a flame to the character when
// nothing blocks it: it goes along the longer axis, then diagonally.
func distance(flame, pos rules.Cell) int32 {
	dx, dy := int32(flame.X)-int32(pos.X), int32(flame.Y)-int32(pos.Y)
	return max(dx, -dx, dy, -dy)
}
