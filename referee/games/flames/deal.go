package flames

import "arbiter/referee/rng"

// atoms are the sixteen triples of cells of which the fight that this game is
// a port of makes its waves: two atoms a wave. The four rows are families; the
// 48 cells are all different, all open, and the start is not among them.
var atoms = [16][3]Cell{
	{{12, 8}, {3, 13}, {20, 23}}, {{14, 8}, {4, 12}, {20, 21}}, {{16, 8}, {5, 11}, {20, 19}}, {{14, 6}, {5, 13}, {22, 21}}, // A1 to A4
	{{16, 11}, {5, 15}, {17, 22}}, {{18, 9}, {7, 13}, {19, 24}}, {{18, 11}, {7, 15}, {17, 24}}, {{20, 11}, {7, 17}, {17, 26}}, // B1 to B4
	{{6, 9}, {15, 9}, {14, 20}}, {{8, 7}, {15, 13}, {12, 22}}, {{8, 9}, {15, 11}, {14, 22}}, {{10, 9}, {13, 11}, {14, 25}}, // C1 to C4
	{{15, 6}, {23, 15}, {27, 17}}, {{17, 4}, {21, 13}, {29, 19}}, {{17, 6}, {21, 15}, {27, 19}}, {{19, 6}, {21, 17}, {27, 21}}, // D1 to D4
}

// familySize is the number of atoms of a family.
const familySize = 4

// A pair is the two atoms of a wave, as indices.
type pair [2]int

// openings are the first waves that the fight begins with.
var openings = [5]pair{
	{1, 10}, // A2 C3
	{6, 14}, // B3 D3
	{1, 14}, // A2 D3
	{6, 10}, // B3 C3
	{1, 6},  // A2 B3
}

// Deal returns the case that a seed deals on the standard arena, and its start.
func Deal(seed int64) (*Case, State) {
	c := &Case{Arena: StandardArena(), First: 1, Waves: dealAtoms(uint64(seed))}
	return c, c.Start()
}

// dealAtoms deals the six waves: an opening, then five pairs of the other
// atoms. No atom comes twice and no wave has two atoms of a family.
func dealAtoms(seed uint64) []Wave {
	pairs := drawPairs(seed)
	waves := make([]Wave, len(pairs))
	for i, p := range pairs {
		waves[i] = atomWave(p)
	}
	return waves
}

// atomWave returns the wave of two atoms.
func atomWave(p pair) (w Wave) {
	for _, atom := range p {
		for _, cell := range atoms[atom] {
			w.add(cell)
		}
	}
	return w
}

// drawPairs draws the atoms of the six waves. The order of the draws is part of
// what a seed means: it may never change.
func drawPairs(seed uint64) [GlyphCycles]pair {
	r := rng.NewSplitMix64(seed)
	opening := openings[r.Below(len(openings))]
	pairs := [GlyphCycles]pair{opening}
	copy(pairs[1:], drawMixed(&r, unused(opening[:]), GlyphCycles-1))
	return pairs
}

// drawMixed draws so many pairs of the atoms. The two atoms of a pair are of different
// families.
func drawMixed(r *rng.SplitMix64, from []int, count int) []pair {
	for {
		pairs := make([]pair, count)
		deck := append([]int(nil), from...)
		for i := len(deck) - 1; i > 0; i-- {
			j := r.Below(i + 1)
			deck[i], deck[j] = deck[j], deck[i]
		}
		mixed := true
		for i := range pairs {
			pairs[i] = pair(deck[2*i : 2*i+2])
			mixed = mixed && pairs[i][0]/familySize != pairs[i][1]/familySize
		}
		if mixed {
			return pairs
		}
	}
}

// dealScatter deals six waves of six different open cells of any arena, the
// start excepted. A cell may come again in a later wave.
func dealScatter(seed uint64, a *Arena) []Wave {
	r := rng.NewSplitMix64(seed)
	var open []Cell
	for cell := range a.open.All() {
		if cell != a.Start {
			open = append(open, cell)
		}
	}
	waves := make([]Wave, GlyphCycles)
	for w := range waves {
		deck := append([]Cell(nil), open...)
		for i := range min(WaveGlyphs, len(deck)) {
			j := i + r.Below(len(deck)-i)
			deck[i], deck[j] = deck[j], deck[i]
			waves[w].add(deck[i])
		}
	}
	return waves
}
