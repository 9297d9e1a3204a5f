// Package domain is the referee of Domain Expansion: two tokens on a 7x7
// board move and build walls in turn until the walls separate them, and the
// larger domain wins.
//
// State is the typed core, a small value for searching bots: copy it, list
// Actions, Step. Game wraps it as a referee.Match with the protocol, the
// faults and the view.
package domain

// Numbers of the rules.
const (
	// MaxDistance is how far a target may be: "another cell up to 3 steps
	// away (measured in Manhattan distance)".
	MaxDistance = 3

	// MaxPath is how long the shortest unobstructed path to the target may
	// be. The statement does not say; the published referee accepts 4.
	MaxPath = 4

	// StrictPath is the other reading of "up to 3 steps away": a path of at
	// most 3. A bot that keeps to it is legal under every reading.
	StrictPath = 3

	// AnyPath is the literal reading of "an unobstructed path": a path of any
	// length. No shortest path on the board is longer.
	AnyPath = CellCount - 1

	// WallCount is the number of sides between two cells, and with it the
	// most turns that a game can have: every action builds one wall.
	WallCount = 2 * Size * (Size - 1)

	// MaxActions is more legal actions than any position has: the 25 cells
	// within MaxDistance, four sides each.
	MaxActions = 25 * directions
)

// A State is a position: tokens, walls and whose turn it is. It is a value
// without pointers; equal positions are equal values and may be map keys.
// Start returns the first one; the zero State is not a position.
type State struct {
	Tokens [2]Cell // by player
	Mover  uint8   // the player whose turn it is
	Over   bool    // the walls separate the tokens

	// A side between two cells is kept once, with its left or upper cell. The
	// border is never open, so no shift of these sets leaves its row.
	right Cells // cells whose right side is open
	down  Cells // cells whose lower side is open
}

// Start returns the position in which every game begins: the tokens in the
// top-left and bottom-right corners, no walls but the border, player 0 to
// move. The game has no randomness.
func Start() State { return NewState(At(0, 0), At(Size-1, Size-1), 0) }

// NewState returns the position without inner walls in which the two players'
// tokens stand on two given cells and mover is to move. Build adds walls.
func NewState(token0, token1 Cell, mover int) State {
	return State{Tokens: [2]Cell{token0, token1}, Mover: uint8(mover), right: insideRight, down: insideDown}
}

const (
	board       Cells = 1<<CellCount - 1
	firstColumn Cells = 1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42
	insideRight       = board &^ (firstColumn << (Size - 1)) // "the border of the board is automatically a wall"
	insideDown        = board >> Size
)

// An Action is what a player does in one turn: move the token, or leave it
// where it is, and build a wall on a side of the cell it then stands on.
type Action struct {
	To   Cell
	Wall Direction
}

// String returns the action as the protocol writes it, "x y direction".
func (a Action) String() string { return a.To.String() + " " + a.Wall.String() }

// Step plays a legal action of the mover in the order of the statement: the
// move, then the wall, then the game over condition. It trusts the caller to
// play what Legal allows.
func (s *State) Step(a Action) {
	s.Tokens[s.Mover] = a.To
	s.Build(a.To, a.Wall)
	s.Over = s.Separated()
	s.Mover ^= 1
}

// Build closes a side of a cell, for both players and from both sides. It
// does not ask whether the side is open.
func (s *State) Build(c Cell, side Direction) {
	switch wall := c.Set(); side {
	case Up:
		s.down &^= wall >> Size
	case Down:
		s.down &^= wall
	case Left:
		s.right &^= wall >> 1
	case Right:
		s.right &^= wall
	}
}

// Open returns the cells whose given side is open: no wall and no border there.
func (s *State) Open(side Direction) Cells {
	switch side {
	case Up:
		return s.down << Size
	case Down:
		return s.down
	case Left:
		return s.right << 1
	default:
		return s.right
	}
}

// Targets returns the cells to which the player's token may move, its own
// included: "up to 3 steps away", with "an unobstructed path (not blocked by
// any wall or the other player's token)".
func (s *State) Targets(player int) Cells { return s.TargetsWithin(player, MaxPath) }

// TargetsWithin returns what Targets would be if the path could have at most
// the given number of steps: StrictPath, MaxPath, AnyPath.
func (s *State) TargetsWithin(player, steps int) Cells {
	free := board &^ s.Tokens[1-player].Set()
	reached := s.Tokens[player].Set()
	for range steps {
		next := s.grow(reached) & free
		if next == reached {
			break
		}
		reached = next
	}
	return reached & diamonds[s.Tokens[player]]
}

// Legal reports whether the mover may play the action.
func (s *State) Legal(a Action) bool {
	return !s.Over && s.Targets(int(s.Mover)).Has(a.To) && s.Open(a.Wall).Has(a.To)
}

// Separated reports whether the walls split the players: "neither player can
// reach the cell occupied by the other player". Tokens do not block here.
func (s *State) Separated() bool {
	goal := s.Tokens[1].Set()
	reached := s.Tokens[0].Set()
	for {
		next := s.grow(reached)
		if next&goal != 0 {
			return false
		}
		if next == reached {
			return true
		}
		reached = next
	}
}

// Domain returns the cells that the player's token can reach around walls, its own included;
// tokens do not block. Until the walls separate the tokens both have the same domain.
func (s *State) Domain(player int) Cells {
	reached := s.Tokens[player].Set()
	for {
		next := s.grow(reached)
		if next == reached {
			return reached
		}
		reached = next
	}
}

// grow returns the cells and all that are one step away from them.
func (s *State) grow(cells Cells) Cells {
	return cells |
		cells&s.right<<1 | cells>>1&s.right |
		cells&s.down<<Size | cells>>Size&s.down
}

// diamonds holds for every cell the cells within MaxDistance.
var diamonds = func() (d [CellCount]Cells) {
	for from := range Cell(CellCount) {
		for to := range Cell(CellCount) {
			if from.Distance(to) <= MaxDistance {
				d[from] |= to.Set()
			}
		}
	}
	return d
}()
