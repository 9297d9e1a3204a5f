package flames

import "arbiter/referee"

// The planes of an observation.
const (
	planeOpen      = iota // 1 where there is no wall
	planeCharacter        // 1 at the character
	planeFlame            // 1 at each flame
	planeGlyph            // 1 at each glyph on the map
	planeHP               // everywhere
	planeAP               // everywhere
	planeJumpsLeft        // everywhere
	planeCycle            // everywhere, from 1
	planeCount
)

// Space returns the shape of observations: 8 planes of the arena's size, which
// is 34 by 35 in every dealt match.
func (c *Case) Space() referee.Space {
	return referee.Space{
		Planes: []referee.Plane{
			planeOpen:      {Name: "open", Scale: 1},
			planeCharacter: {Name: "character", Scale: 1},
			planeFlame:     {Name: "flame", Scale: 1},
			planeGlyph:     {Name: "glyph", Scale: 1},
			planeHP:        {Name: "hp", Scale: HP},
			planeAP:        {Name: "ap", Scale: AP},
			planeJumpsLeft: {Name: "jumps_left", Scale: Jumps},
			planeCycle:     {Name: "cycle", Scale: GlyphCycles, Most: GlyphCycles + HP},
		},
		Height: c.Arena.Height, Width: c.Arena.Width,
	}
}

// Observe appends the position as numbers, in the shape of the case's Space.
// The waves to come are not in it: nobody is told of them.
func (s *State) Observe(c *Case, dst []float32) []float32 {
	sheet, dst := referee.NewSheet(dst, planeCount, c.Arena.Height, c.Arena.Width)
	glyphs := s.Glyphs(c)
	mark := func(plane int, cells *Rows) {
		for cell := range cells.All() {
			sheet.Set(plane, int(cell.Y), int(cell.X), 1)
		}
	}
	mark(planeOpen, &c.Arena.open)
	mark(planeFlame, &s.Flames)
	mark(planeGlyph, &glyphs)
	sheet.Set(planeCharacter, int(s.Pos.Y), int(s.Pos.X), 1)
	sheet.Fill(planeHP, float32(s.HP))
	sheet.Fill(planeAP, float32(s.AP))
	sheet.Fill(planeJumpsLeft, float32(s.JumpsLeft))
	sheet.Fill(planeCycle, float32(s.Cycle))
	return dst
}
