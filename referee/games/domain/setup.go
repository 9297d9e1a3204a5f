package domain

import (
	"errors"
	"fmt"

	"arbiter/referee"
)

// A position is an explicit start position as JSON. Every field may be left
// out: then it is as in the game that starts from nothing.
type position struct {
	Size       *[]int    `json:"size"`          // the board, always [7, 7]
	Tokens     *[][]int  `json:"tokens"`        // [x, y] by player
	Walls      *[]string `json:"walls"`         // "xyR", "xyD": the wall on the right or lower side of cell (x, y); "xyL" and "xyU" are understood
	FirstMover *int      `json:"first_mover"`   // the player who moves in turn 1
	MaxTurns   *int      `json:"max_turns"`     // the match ends undecided after so many turns
	FirstMS    *int      `json:"first_turn_ms"` // for the record: the clock belongs to who plays the match
	TurnMS     *int      `json:"turn_ms"`       // likewise
}

// maxTurns is the published referee's limit. It is never reached: a game has
// at most WallCount turns.
const maxTurns = 112

// A start is where a match begins.
type start struct {
	state    State
	walls    []Wall
	maxTurns int
}

// startOf reads the setup. Walls that already separate the tokens are an
// error: there would be no turn to play.
func startOf(setup referee.Setup) (start, error) {
	st := start{state: Start(), maxTurns: maxTurns}
	if setup.Position == nil {
		return st, nil
	}
	var p position
	if err := referee.DecodePosition(setup.Position, &p); err != nil {
		return st, err
	}
	if size := p.Size; size != nil && (len(*size) != 2 || (*size)[0] != Size || (*size)[1] != Size) {
		return st, fmt.Errorf("setup: size: found %v; want [%d %d]", *size, Size, Size)
	}
	if err := st.readTokens(&p); err != nil {
		return st, err
	}
	if err := st.readWalls(&p); err != nil {
		return st, err
	}
	for _, field := range []struct {
		name  string
		value *int
		least int
	}{
		{"max_turns", p.MaxTurns, 1},
		{"first_turn_ms", p.FirstMS, 0},
		{"turn_ms", p.TurnMS, 0},
	} {
		if field.value != nil && *field.value < field.least {
			return st, fmt.Errorf("setup: %s: found %d; want at least %d", field.name, *field.value, field.least)
		}
	}
	if p.MaxTurns != nil {
		st.maxTurns = *p.MaxTurns
	}
	return st, nil
}

// readTokens puts the tokens on the board, and says who moves first.
func (st *start) readTokens(p *position) error {
	if p.FirstMover != nil {
		if *p.FirstMover != 0 && *p.FirstMover != 1 {
			return fmt.Errorf("setup: first_mover: found %d; want 0 or 1", *p.FirstMover)
		}
		st.state.Mover = uint8(*p.FirstMover)
	}
	if p.Tokens == nil {
		return nil
	}
	if len(*p.Tokens) != len(st.state.Tokens) {
		return fmt.Errorf("setup: tokens: found %d; want the cells of two tokens, [[0, 0], [6, 6]]", len(*p.Tokens))
	}
	for player, xy := range *p.Tokens {
		if len(xy) != 2 || xy[0] < 0 || xy[0] >= Size || xy[1] < 0 || xy[1] >= Size {
			return fmt.Errorf("setup: tokens[%d]: found %v; want [x y] with both from 0 to %d", player, xy, Size-1)
		}
		st.state.Tokens[player] = At(xy[0], xy[1])
	}
	if st.state.Tokens[0] == st.state.Tokens[1] {
		return fmt.Errorf("setup: tokens[1]: %v is the cell of token 0; want another cell", (*p.Tokens)[1])
	}
	return nil
}

// readWalls builds the walls that stand from the beginning.
func (st *start) readWalls(p *position) error {
	if p.Walls == nil {
		return nil
	}
	for i, name := range *p.Walls {
		c, side, err := parseWall(name)
		if err != nil {
			return fmt.Errorf("setup: walls[%d]: %w", i, err)
		}
		beyond, inside := c.Beside(side)
		if !inside {
			return fmt.Errorf("setup: walls[%d]: %q is on the border, which is a wall anyway; want a side between two cells", i, name)
		}
		if !st.state.Open(side).Has(c) {
			return fmt.Errorf("setup: walls[%d]: %q is there already; want every wall once", i, name)
		}
		st.state.Build(c, side)
		st.walls = append(st.walls, newWall(c, beyond, builtBySetup, 0))
	}
	if st.state.Separated() {
		return errors.New("setup: walls: they separate the tokens already; want a position in which a turn can be played")
	}
	return nil
}

// parseWall reads a wall's name: digit x, digit y, side.
func parseWall(name string) (Cell, Direction, error) {
	if len(name) == 3 && isCoordinate(name[0]) && isCoordinate(name[1]) {
		if side, ok := directionOf(name[2:]); ok {
			return At(int(name[0]-'0'), int(name[1]-'0')), side, nil
		}
	}
	return 0, 0, fmt.Errorf(`found %q; want x, y and the side R or D, such as "22R"`, name)
}
