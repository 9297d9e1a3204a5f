package flames

// lowHP is what counts as few hit points.
const lowHP = HP / 4

// Situations implements referee.Situator.
func (m *match) Situations(int) []string { return m.state.situations() }

// situations returns the kinds of situation of the character.
func (s *State) situations() []string {
	var kinds []string
	add := func(is bool, kind string) {
		if is {
			kinds = append(kinds, kind)
		}
	}
	beside := false
	for f := range s.Flames.All() {
		beside = beside || max(abs(int(f.X)-int(s.Pos.X)), abs(int(f.Y)-int(s.Pos.Y))) == 1
	}
	add(s.HP <= lowHP, "few hit points")
	add(s.AP <= 2, "cycle nearly over")
	add(s.JumpsLeft == 0, "no jumps left")
	add(beside, "a flame beside")
	add(s.Cycle > GlyphCycles, "after the last glyphs")
	return kinds
}
