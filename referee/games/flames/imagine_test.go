package flames

import "testing"

// "With other waves after that one": the waves so far stay, the later ones are like
// dealt ones and differ between seeds.
func TestImagine(t *testing.T) {
	for seed := range int64(50) {
		c, _ := Deal(seed)
		for cycle := int32(1); cycle <= GlyphCycles+1; cycle++ {
			i := c.Imagine(cycle, uint64(seed)*7+uint64(cycle))
			other := c.Imagine(cycle, uint64(seed)*7+uint64(cycle)+1000)
			differs := false
			for n := int32(1); n <= GlyphCycles; n++ {
				if n <= cycle && *i.wave(n) != *c.wave(n) {
					t.Fatalf("seed %d, cycle %d: wave %d is another one", seed, cycle, n)
				}
				if i.wave(n) == nil || i.wave(n).Count != WaveGlyphs {
					t.Fatalf("seed %d, cycle %d: wave %d is no full one", seed, cycle, n)
				}
				differs = differs || *i.wave(n) != *other.wave(n)
			}
			if used, ok := atomsOf(i.Waves[:GlyphCycles]); !ok || len(used) != 2*GlyphCycles {
				t.Fatalf("seed %d, cycle %d: the waves are made of the atoms %v; want twelve different ones", seed, cycle, used)
			}
			if cycle < GlyphCycles-1 && !differs {
				t.Errorf("seed %d, cycle %d: two imagined futures are the same", seed, cycle)
			}
		}
	}
}

// Waves that no seed deals have others after them: scattered ones.
func TestImagineScattered(t *testing.T) {
	c := &Case{Arena: StandardArena(), First: 1, Waves: []Wave{{Count: 0}}}
	i := c.Imagine(1, 5)
	if i.wave(1) != nil {
		t.Error("cycle 1 has a wave; it is known to have none")
	}
	for n := int32(2); n <= GlyphCycles; n++ {
		if i.wave(n) == nil || i.wave(n).Glyphs.Len() != WaveGlyphs {
			t.Errorf("wave %d is no full one", n)
		}
	}
	if i.glyphsFrom(GlyphCycles + 1) {
		t.Error("glyphs after the sixth cycle")
	}
}
