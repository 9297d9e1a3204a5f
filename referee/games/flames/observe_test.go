package flames

import "testing"

// An observation shows the map, the character, flames and the glyphs that lie,
// not those to come.
func TestObserve(t *testing.T) {
	c, s := Deal(3)
	got := s.Observe(c, nil)
	glyphs := s.Glyphs(c)
	for y := range c.Arena.Height {
		for x := range c.Arena.Width {
			cell := Cell{int8(x), int8(y)}
			for plane, want := range map[int]bool{
				planeOpen: c.Arena.Open(cell), planeCharacter: s.Pos == cell,
				planeFlame: s.Flames.Has(cell), planeGlyph: glyphs.Has(cell),
			} {
				if v := got[(plane*c.Arena.Height+y)*c.Arena.Width+x]; (v == 1) != want {
					t.Errorf("plane %s at %v is %v; want %v", c.Space().Planes[plane].Name, cell, v, want)
				}
			}
		}
	}
	if v := got[planeHP*c.Arena.Height*c.Arena.Width]; v != HP {
		t.Errorf("hp is %v; want %v", v, HP)
	}
}
