// Package keeper is the game "Code Keeper - The Hero": one hero looks for the
// exit of a maze in the fog, with monsters in his way. State is the game and
// Step its rules; Game and its matches put the protocol, the viewer and the
// terminal around them; Knowledge is a State as far as a hero has seen it.
package keeper

import "arbiter/referee/rng"

// Numbers of the statement.
const (
	TurnLimit     = 150    // "Turn limit: 150"
	MaxHealth     = 20     // "Health points cannot go above 20."
	Sight         = 3      // "perfect knowledge about all entities in range 3"
	StartCharges  = 5      // "initialized to 5 at the beginning of every game"
	ExitScore     = 10000  // "increases the score by 10000"
	TreasureScore = 100    // "Treasure: Increases the score by 100."
	PotionHealth  = 10     // "Potion: Gives up to 10 health"
	DeathScore    = -1000  // "the score is reduced by 1000"
	ErrorScore    = -10000 // "sets the final score to -10000"
)

// MaxMonsters is how many monsters a maze can hold: one on each cell but the
// hero's.
const MaxMonsters = Cells - 1

// A Type is what an entity is, numbered like the statement's etype.
type Type uint8

// The types of entities. Those before Box lie in the maze: obstacles and
// items. Box and those after it are monsters.
const (
	Exit Type = iota
	Obstacle
	Treasure
	Potion
	HammerCharge
	ScytheCharge
	BowCharge
	Box
	Skeleton
	Gargoyle
	Orc
	Vampire
	Types int = iota // their number
)

// things is the number of types that are no monsters.
const things = int(Box)

// String returns the statement's name of the type.
func (t Type) String() string {
	return [...]string{
		"exit", "obstacle", "treasure", "potion", "hammer charge", "scythe charge", "bow charge",
		"box", "skeleton", "gargoyle", "orc", "vampire",
	}[t]
}

// Monster reports whether the type is a monster; boxes are.
func (t Type) Monster() bool { return t >= Box }

// Traits are what the monsters of one type have in common.
type Traits struct {
	Health int `json:"health"` // initial health, and the score of a kill
	View   int `json:"view"`   // view range
	Attack int `json:"attack"` // attack range
	Damage int `json:"damage"`
}

// Traits returns the traits of a monster's type.
func (t Type) Traits() Traits {
	return [...]Traits{
		{Health: 1},
		{Health: 6, View: 1, Attack: 1, Damage: 1},
		{Health: 14, View: 2, Attack: 1, Damage: 2},
		{Health: 8, View: 2, Attack: 2, Damage: 2},
		{Health: 10, View: 3, Attack: 1, Damage: 3},
	}[t-Box]
}

// A Weapon is one of the hero's weapons, numbered as in ATTACK.
type Weapon uint8

// The weapons.
const (
	Sword Weapon = iota
	Hammer
	Scythe
	Bow
	Weapons // their number
)

// String returns the statement's name of the weapon.
func (w Weapon) String() string { return [...]string{"sword", "hammer", "scythe", "bow"}[w] }

// Damage returns what the weapon takes from a monster it hits.
func (w Weapon) Damage() int { return [...]int{10, 6, 7, 8}[w] }

// A Hero is the "only player-controlled entity".
type Hero struct {
	Cell    Cell
	Health  int
	Score   int
	Charges [Weapons]int // the sword's are not counted
}

// A Monster is a monster of the maze. It is dead at health 0.
type Monster struct {
	Type   Type
	Cell   Cell
	Health int8
}

// An End is why a game is over.
type End uint8

// The ends of a game.
const (
	Playing    End = iota
	Won            // the hero stepped on the exit
	Dead           // the hero's health is 0 or below
	TurnsOver      // turn 150 was played
	BadCommand     // the answer was no command
	TimedOut       // there was no answer because time ran out
	Forfeit        // there was no answer for another cause
)

// String returns the end as a result's reason; a game that goes on has none.
func (e End) String() string {
	return [...]string{"", "exit", "dead", "turn_limit", "bad_command", "timeout", "forfeit"}[e]
}

// A State is a position of the game: a value, copied by assignment, with the
// generator of the monsters' order inside. Read its fields freely; only Step
// and its kin change them, since the unexported ones repeat some of them.
type State struct {
	Turn     int // turns played
	End      End
	Hero     Hero
	Things   [things]Set // the cells of what is no monster, by Type
	Occupied Set         // the cells of the living monsters
	Monsters [MaxMonsters]Monster
	Count    int // monsters at the start; their ids are below it

	at    [Cells]uint8 // ids of the monsters on the cells of Occupied, 0 elsewhere
	table table        // the living monsters, for the draw of their order
	rng   rng.Java     // draws their order
}

// Over reports whether the game has ended.
func (s *State) Over() bool { return s.End != Playing }

// MonsterAt returns the id of the living monster on c, if there is one.
func (s *State) MonsterAt(c Cell) (id int, ok bool) {
	return int(s.at[c]), s.Occupied.Has(c)
}

// ItemAt returns the item on c, if there is one.
func (s *State) ItemAt(c Cell) (item Type, ok bool) {
	for t := range s.Things {
		if Type(t) != Obstacle && s.Things[t].Has(c) {
			return Type(t), true
		}
	}
	return 0, false
}

// Step plays one turn of a game that is not over: the hero acts, then the
// monsters in an order that the state's generator draws. What happens is added
// to events unless that is nil. It allocates nothing but what events needs.
func (s *State) Step(a Action, events *Events) {
	s.heroActs(a, events)
	if s.Over() {
		return
	}
	var drawn [MaxMonsters]uint8
	order := s.drawOrder(&drawn)
	near := s.Occupied.And(Square(s.Hero.Cell, Sight))
	if near == (Set{}) {
		return // nobody sees the hero
	}
	damage := 0
	for _, id := range order {
		damage += s.monsterActs(id, events)
	}
	s.suffer(damage, events)
}

// StepInOrder is Step with the monsters' order given: ids, of which those of
// dead monsters do not count. Without an order the monsters act row by row,
// which is the cheapest for a bot that cannot know the order anyway. The
// generator is not used.
func (s *State) StepInOrder(a Action, order []uint8, events *Events) {
	s.heroActs(a, events)
	if s.Over() {
		return
	}
	damage := 0
	if order == nil {
		// Nobody enters the cell of a monster that has not acted, so the
		// cells of the beginning serve as the list of who acts.
		for c := range s.Occupied.And(Square(s.Hero.Cell, Sight)).All() {
			damage += s.monsterActs(s.at[c], events)
		}
	}
	for _, id := range order {
		if s.Monsters[id].Health > 0 {
			damage += s.monsterActs(id, events)
		}
	}
	s.suffer(damage, events)
}

// Fail ends the game in a turn without an action: "Ending the game with an
// error (timeout, wrong command, etc.) sets the final score to -10000."
func (s *State) Fail(end End, events *Events) {
	s.Turn++
	s.Hero.Score = ErrorScore
	s.finish(end, events)
}

func (s *State) finish(end End, events *Events) {
	s.End = end
	events.next()
	events.add(Event{Type: EventEnd, Amount: s.Hero.Score, Reason: end})
}
