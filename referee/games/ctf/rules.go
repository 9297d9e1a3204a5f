// Package ctf is the game Capture the Flag: two teams of minions on a
// symmetrical map collect coins, spend them on power-ups and carry the
// opponent's flag home.
//
// The typed core is State, a value whose assignment copies the match: Deal
// makes one from a seed, Step plays a turn of Orders. Game and Match put the
// statement's protocol around it. The package knows no clocks and no processes.
package ctf

import "math/bits"

// The numbers of the statement.
const (
	MinMinions    = 3   // "starting from 3 to a maximum of 5 minions per player"
	MaxMinions    = 5   // most minions of a seat
	StartHealth   = 100 // "Each minion starts with a health of 100 hp."
	FirePrice     = 7   // "Cost of using a fire is 7 score points."
	FireDamage    = 24  // "Any minion caught in this fire will take 24 damage."
	FreezePrice   = 12  // "Cost of using a freeze is 12 score points."
	FreezeTimeout = 4   // "Any minion caught in this freeze will be timed out for 4 turns."
	MinePrice     = 15  // "Cost of using a mine is 15 score points."
	MineDamage    = 30  // "any minion within a radius of 2 will take 30 damage"
	BlastRadius   = 2   // cells of a row or column that a blast reaches
	CoinWorth     = 1   // "Each coin is worth 1 score point."
	MaxTurns      = 200 // "You have more alive minions after 200 turns"
)

// MaxMines bounds the mines of a State. A grid has at most 18x33 cells inside
// its border, and each pays at most one credit to each seat: 594/15 = 39 mines
// a seat. Explicit positions may start with credits and mines of their own;
// they are refused when they could come to more than MaxMines.
const MaxMines = 128

// A State is a whole match in progress. It holds no pointers and draws nothing
// at random: copying it copies the match and its future.
type State struct {
	Map
	PerSeat   int                   // minions of each seat at the start, ids 0 to PerSeat-1
	Minions   [2][MaxMinions]Minion // by seat and id, dead ones too
	Flags     [2]Flag               // by the seat that owns the flag
	Credits   [2]int                // score points
	Coins     Cells                 // the coins that are left
	Planted   [MaxMines]Mine        // the first MineCount are active, in planting order
	MineCount int                   // active mines
	Turn      int                   // turns played
	Limit     int                   // turns of a full match: MaxTurns, unless an explicit position says less
	Inactive  [2]bool               // an answer broke off at an error, or was missing
	TimedOut  [2]bool               // "Your program does not provide a valid command in time."
	Winner    [2]bool               // winner marks; both are set when both seats meet a victory condition
	Reason    Reason                // why the match is over; Running before
}

// A Minion is one minion of a team. The zero value is a dead one.
type Minion struct {
	Pos     Cell
	Health  int16 // "A minion whose health drops below 1 dies"; dead ones keep their last value
	Timeout int8  // turns for which a frozen minion cannot do anything
}

// Alive reports whether the minion is in the game.
func (m Minion) Alive() bool { return m.Health > 0 }

// Free reports whether the minion is alive and not timed out: it may act and
// carry a flag.
func (m Minion) Free() bool { return m.Health > 0 && m.Timeout == 0 }

// A Flag is the flag of one seat.
type Flag struct {
	Pos     Cell
	Carrier int8 // id of the opponent's minion that carries it, or NoCarrier
}

// NoCarrier is the Carrier of a flag that nobody carries.
const NoCarrier = -1

// A Mine is a planted bomb.
type Mine struct {
	Pos    Cell
	Seat   int8 // who planted it
	Minion int8 // id of the planter
}

// A Verb is what a minion is told to do.
type Verb uint8

// The commands of the statement.
const (
	Wait Verb = iota
	Move
	Fire
	Freeze
	PlantMine
)

// String returns the command's word in the protocol.
func (v Verb) String() string {
	switch v {
	case Move:
		return "MOVE"
	case Fire:
		return "FIRE"
	case Freeze:
		return "FREEZE"
	case PlantMine:
		return "MINE"
	}
	return "WAIT"
}

// Price returns what a power-up costs in score points; other commands are free.
func (v Verb) Price() int {
	switch v {
	case Fire:
		return FirePrice
	case Freeze:
		return FreezePrice
	case PlantMine:
		return MinePrice
	}
	return 0
}

// A Command is what one minion does in a turn. The zero value is WAIT.
type Command struct {
	Verb   Verb
	Target Cell // of Move and PlantMine
}

// Orders is what one seat's answer comes to. The zero value lets every minion
// wait.
type Orders struct {
	Commands [MaxMinions]Command // by id; those of dead and timed-out minions have no impact
	Ignored  uint8               // bit id: the answer addressed this minion, which is dead or timed out
	Broken   bool                // the answer broke off at an error after its first accepted command
	Missing  bool                // no answer, or one without any valid command
	Late     bool                // Missing because time ran out
}

// Mines returns the active mines in planting order.
func (s *State) Mines() []Mine { return s.Planted[:s.MineCount] }

// Alive returns the number of the seat's living minions.
func (s *State) Alive(seat int) int {
	n := 0
	for id := range s.PerSeat {
		if s.Minions[seat][id].Alive() {
			n++
		}
	}
	return n
}

// Sees returns every cell in the vision of the seat's living minions: "A
// player's vision is the collected vision of all his/her minions."
func (s *State) Sees(seat int) Cells {
	var seen Cells
	for id := range s.PerSeat {
		if m := &s.Minions[seat][id]; m.Alive() {
			sight := s.Sight(m.Pos)
			for r := range seen {
				seen[r] |= sight[r]
			}
		}
	}
	return seen
}

// Shows reports whether the seat sees the opponent's minion id.
func (s *State) Shows(seat, id int) bool {
	enemy := &s.Minions[1-seat][id]
	if !enemy.Alive() {
		return false
	}
	for own := range s.PerSeat {
		if m := &s.Minions[seat][own]; m.Alive() && s.InSight(m.Pos, enemy.Pos) {
			return true
		}
	}
	return false
}

// MaxChoices is the most commands Choices returns: WAIT, four steps, FIRE,
// FREEZE and four mines.
const MaxChoices = 11

// Choices appends the commands of a minion that differ in effect: WAIT, a MOVE to each open
// neighbour, and the power-ups that cost at most credits. A dead or timed-out minion has only
// WAIT. It allocates nothing if dst has room for MaxChoices.
func (m *Map) Choices(minion Minion, credits int, dst []Command) []Command {
	dst = append(dst, Command{})
	if !minion.Free() {
		return dst
	}
	sides := minion.Pos.Neighbours()
	for _, side := range sides {
		if m.Open(side) {
			dst = append(dst, Command{Move, side})
		}
	}
	if credits >= FirePrice {
		dst = append(dst, Command{Verb: Fire})
	}
	if credits >= FreezePrice {
		dst = append(dst, Command{Verb: Freeze})
	}
	if credits >= MinePrice {
		for _, side := range sides {
			if m.Open(side) {
				dst = append(dst, Command{PlantMine, side})
			}
		}
	}
	return dst
}

// lowest returns the index of the lowest set bit.
func lowest(row uint64) int { return bits.TrailingZeros64(row) }
