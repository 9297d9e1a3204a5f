package domain

import (
	"fmt"
	"strings"
)

// whyNoMove says why the mover's token cannot move to a cell.
func whyNoMove(s *State, to Cell) string {
	from, opponent := s.Tokens[s.Mover], s.Tokens[1-s.Mover]
	switch distance := from.Distance(to); {
	case to == opponent:
		return fmt.Sprintf("cell %v is occupied by the other player's token; want a free cell", to)
	case distance > MaxDistance:
		return fmt.Sprintf("cell %v is %d steps away from your token at %v; want up to %d (Manhattan distance)",
			to, distance, from, MaxDistance)
	}
	path := s.Path(int(s.Mover), to, nil)
	if path == nil {
		return fmt.Sprintf("no unobstructed path leads from your token at %v to %v: walls or the other player's token close every way", from, to)
	}
	return fmt.Sprintf("the shortest unobstructed path from your token at %v to %v has %d steps; want at most %d",
		from, to, len(path)-1, MaxPath)
}

// whyNoWall says why an action cannot build its wall, and where on the cell one
// can be built: a cell that the token can stand on has an open side.
func whyNoWall(s *State, a Action) string {
	found := "has a wall already"
	if _, inside := a.To.Beside(a.Wall); !inside {
		found = "is the border of the board, which is a wall already"
	}
	var open []string
	for side := range Direction(directions) {
		if s.Open(side).Has(a.To) {
			open = append(open, side.String())
		}
	}
	return fmt.Sprintf("side %v of cell %v %s; open there: %s", a.Wall, a.To, found, strings.Join(open, ", "))
}
