package flames

import (
	_ "embed"
	"fmt"
	"strings"
)

// standardArena is the map of every dealt match: 34 rows of 35 cells, 546 of
// them open. The statement fixes its size and its walled border; the outline
// is the arena of the fight that the game is a port of, in a frame of two wall
// cells, with the character at [17 15] and a wall where the boss stood,
// at [22 10].
//
//go:embed arena.txt
var standardArena string

// An Arena is the map: "# = wall, . = open cell, S = starting position".
type Arena struct {
	Height, Width int
	Start         Cell // the cell marked S
	open          Rows
}

// StandardArena returns the map of every dealt match.
func StandardArena() Arena {
	arena, err := ParseArena(strings.Fields(standardArena))
	if err != nil {
		panic(err) // the embedded file is part of the program
	}
	return arena
}

// ParseArena reads the rows of a map. The error names the row and the cell.
func ParseArena(rows []string) (Arena, error) {
	if len(rows) < 1 || len(rows) > MaxSize {
		return Arena{}, fmt.Errorf("arena: %d rows; want 1 to %d", len(rows), MaxSize)
	}
	a := Arena{Height: len(rows), Width: len(rows[0]), Start: Cell{-1, -1}}
	if a.Width < 1 || a.Width > MaxSize {
		return Arena{}, fmt.Errorf("arena[0]: %d cells; want 1 to %d", a.Width, MaxSize)
	}
	for y, row := range rows {
		if len(row) != a.Width {
			return Arena{}, fmt.Errorf("arena[%d]: %d cells; want %d as in the first row", y, len(row), a.Width)
		}
		for x := range len(row) {
			cell := Cell{int8(x), int8(y)}
			switch row[x] {
			case '#':
				continue
			case '.':
			case 'S':
				if a.open.Has(a.Start) {
					return Arena{}, fmt.Errorf("arena[%d]: a second S at %v, the first is at %v; want exactly one", y, cell, a.Start)
				}
				a.Start = cell
			default:
				return Arena{}, fmt.Errorf("arena[%d]: %q at %v; want #, . or S", y, row[x], cell)
			}
			a.open.Add(cell)
		}
	}
	if !a.open.Has(a.Start) {
		return Arena{}, fmt.Errorf("arena: no S; want exactly one, the start of the character")
	}
	return a, nil
}

// Open reports whether the cell is no wall. A cell outside the map is one.
func (a *Arena) Open(c Cell) bool { return a.open.Has(c) }

// AppendRow appends row y of the map as the protocol writes it.
func (a *Arena) AppendRow(dst []byte, y int) []byte {
	for x := range a.Width {
		switch cell := (Cell{int8(x), int8(y)}); {
		case cell == a.Start:
			dst = append(dst, 'S')
		case a.Open(cell):
			dst = append(dst, '.')
		default:
			dst = append(dst, '#')
		}
	}
	return dst
}
