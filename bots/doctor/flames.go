package doctor

// flamesSituations are positions of Flames Extinguisher: in the arena of dealt
// matches, or in a small one.
func flamesSituations() []situation {
	return []situation{
		{title: "1 HP left", setup: `{"hp": 1}`},
		{title: "1 AP left, so that JUMP is not valid", setup: `{"ap": 1}`},
		{title: "no AP left, so that only PASS is valid", setup: `{"ap": 0}`},
		{title: "no jumps left", setup: `{"jumps_left": 0}`},
		{title: "no glyphs and no flames in this cycle, but in later ones", setup: `{"glyphs": []}`},
		{title: "a late cycle without new glyphs", setup: `{"cycle": 7, "flames": [[17, 12]]}`},
		{title: "a corner with only two open directions", setup: `{
			"arena": ["#####", "#S..#", "#...#", "#...#", "#####"], "flames": [[3, 3]]}`},
		{title: "a narrow place in which only PASS and IMMO may be valid", setup: `{
			"arena": ["####", "#S##", "##.#", "####"], "flames": [[2, 2]]}`},
		{title: "a flame on every side", setup: `{"flames": [[17, 14], [17, 16], [16, 15], [18, 15]]}`},
		{title: "a glyph under the character", setup: `{"glyphs": [[17, 15]]}`},
	}
}
