package flames

import (
	"slices"
	"testing"
)

// "Situations returns the kinds that the position in front of the next turn is of."
func TestSituations(t *testing.T) {
	_, s := Deal(1)
	if got := s.situations(); got != nil {
		t.Errorf("at the start: %q; want none", got)
	}
	s.HP, s.AP, s.JumpsLeft, s.Cycle = 3, 1, 0, GlyphCycles+1
	s.Flames.Add(Cell{s.Pos.X + 1, s.Pos.Y})
	want := []string{"few hit points", "cycle nearly over", "no jumps left", "a flame beside", "after the last glyphs"}
	if got := s.situations(); !slices.Equal(got, want) {
		t.Errorf("near death: %q; want %q", got, want)
	}
}
