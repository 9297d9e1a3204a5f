package ctf

import "arbiter/referee/rng"

// A map's left half is made of pieces of blocks, laid out on a plane like
// tiles. Every block is a 3x3 square of the grid, two cells from the next, so
// that neighbours share a side. Corridors run along the sides where one piece
// ends.

// A block is a place on the plane, or in a piece: x to the right, y down.
type block struct{ x, y int }

// A piece is a shape of blocks relative to where it is placed.
type piece []block

// The largest plane, with room for the pieces that stick out of it.
const (
	planeWidth  = (MaxCols/2+1)/2 + 1 + 2
	planeHeight = MaxRows/2 + 1 + 2
)

// plane tells for every block which placed piece owns it, 0 for none.
type plane [planeHeight][planeWidth]int

// pieces returns the shapes in the order of the published referee, which its
// draws depend on.
func pieces() []piece {
	return []piece{
		{{0, 0}, {1, 0}},
		{{0, 0}, {0, 1}},
		{{0, 0}, {0, 1}, {1, 1}},
		{{1, 0}, {0, 1}, {1, 1}},
		{{0, 0}, {1, 0}, {0, 1}},
		{{0, 0}, {1, 0}, {1, 1}},
		{{0, 0}, {0, 1}, {1, 1}, {0, 2}},
		{{1, 0}, {0, 1}, {1, 1}, {1, 2}},
		{{0, 0}, {1, 0}, {2, 0}, {1, 1}},
		{{1, 0}, {0, 1}, {1, 1}, {2, 1}},
		{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}},
		{{0, 0}, {0, 1}, {1, 1}, {2, 1}},
		{{2, 0}, {0, 1}, {1, 1}, {2, 1}},
		{{0, 0}, {1, 0}, {2, 0}, {0, 1}},
		{{0, 0}, {1, 0}, {2, 0}, {2, 1}},
		{{0, 0}, {0, 1}, {0, 2}, {1, 2}},
		{{0, 0}, {1, 0}, {1, 1}, {1, 2}},
		{{1, 0}, {1, 1}, {0, 2}, {1, 2}},
		{{0, 0}, {1, 0}, {0, 1}, {0, 2}},
	}
}

// carve returns the open cells of a left half of rows x half cells.
func carve(draw *rng.Java, rows, half int) Cells {
	width, height := half/2+1, rows/2+1
	owners := fill(draw, width, height)
	var open Cells
	for y := 1; y < height; y++ {
		for x := 1; x < width; x++ {
			if owner := owners[y][x]; owner != 0 {
				for _, side := range [4]block{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
					if owners[y+side.y][x+side.x] != owner {
						open.carveSide(block{2*x - 1, 2*y - 1}, side, rows, half)
					}
				}
			}
		}
	}
	return open
}

// carveSide opens the three cells on one side of the square around centre.
func (s *Cells) carveSide(centre, side block, rows, half int) {
	for along := -1; along <= 1; along++ {
		c := centre.x + side.x + along*side.y
		r := centre.y + side.y + along*side.x
		if r >= 0 && r < rows && c >= 0 && c < half {
			s.Add(Cell{int8(r), int8(c)})
		}
	}
}

// fill lays pieces on the plane, row by row: at each free block the second one
// that fits of a shuffled list. Where fewer than two fit the block stays free.
func fill(draw *rng.Java, width, height int) plane {
	var owners plane
	list := pieces() // keeps its order from one shuffle to the next
	placed := 0
	for y := range height {
		for x := range width {
			if owners[y][x] != 0 {
				continue
			}
			rng.Shuffle(draw, list)
			if p := owners.secondFit(list, x, y); p != nil {
				placed++
				for _, b := range p {
					owners[y+b.y][x+b.x] = placed
				}
			}
		}
	}
	return owners
}

func (p *plane) secondFit(list []piece, x, y int) piece {
	fits := 0
	for _, candidate := range list {
		if p.free(candidate, x, y) {
			if fits++; fits == 2 {
				return candidate
			}
		}
	}
	return nil
}

func (p *plane) free(candidate piece, x, y int) bool {
	for _, b := range candidate {
		if p[y+b.y][x+b.x] != 0 {
			return false
		}
	}
	return true
}
