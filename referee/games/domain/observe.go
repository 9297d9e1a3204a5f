package domain

import "arbiter/referee"

// The planes of an observation.
const (
	planeOwn       = iota // 1 at the seat's token
	planeOpponent         // 1 at the other token
	planeWallRight        // 1 where the right side is a wall or the border
	planeWallDown         // 1 where the lower side is a wall or the border
	planeToMove           // 1 everywhere when the seat is to move
	planeCount
)

// Space returns the shape of observations: 5 planes of 7 by 7.
func Space() referee.Space {
	return referee.Space{
		Planes: []referee.Plane{
			planeOwn:       {Name: "own", Scale: 1},
			planeOpponent:  {Name: "opponent", Scale: 1},
			planeWallRight: {Name: "wall_right", Scale: 1},
			planeWallDown:  {Name: "wall_down", Scale: 1},
			planeToMove:    {Name: "to_move", Scale: 1},
		},
		Height: Size, Width: Size,
	}
}

// Observe appends the position as numbers, seen by a player, in the shape of
// Space. Nothing is hidden in this game.
func (s *State) Observe(player int, dst []float32) []float32 {
	sheet, dst := referee.NewSheet(dst, planeCount, Size, Size)
	for _, plane := range []struct {
		index int
		cells Cells
	}{
		{planeOwn, s.Tokens[player].Set()},
		{planeOpponent, s.Tokens[1-player].Set()},
		{planeWallRight, board &^ s.right},
		{planeWallDown, board &^ s.down},
	} {
		for c := range plane.cells.All() {
			sheet.Set(plane.index, c.Y(), c.X(), 1)
		}
	}
	if int(s.Mover) == player && !s.Over {
		sheet.Fill(planeToMove, 1)
	}
	return dst
}
