package flames

import "arbiter/referee"

// Attributes returns the number of glyphs that are still to become flames at
// the start, and of the cycles that bring them.
func (m *match) Attributes() []referee.Attribute {
	glyphs, cycles := 0, 0
	for _, wave := range m.test.Waves {
		glyphs += wave.Count
		if wave.Count > 0 {
			cycles++
		}
	}
	return []referee.Attribute{
		{Name: "glyphs", Value: float64(glyphs)},
		{Name: "cycles", Value: float64(cycles)},
	}
}
