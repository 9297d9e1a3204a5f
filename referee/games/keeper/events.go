package keeper

// An EventType names what happened; it is the type of the viewer's events.
type EventType string

// The types of events.
const (
	EventWait          EventType = "wait"           // the hero stays: Note, To what he was told
	EventMove          EventType = "move"           // the hero steps: From, To, Note
	EventTake          EventType = "take"           // the hero takes an item: Kind, To, Amount gained
	EventAttack        EventType = "attack"         // the hero attacks: Weapon, From, To, Cells, N, Note
	EventHit           EventType = "hit"            // a monster is hit: Monster, Kind, To, Amount of damage, Left of health
	EventKill          EventType = "kill"           // a monster is destroyed: Monster, Kind, To, Amount of score
	EventMonsterMove   EventType = "monster_move"   // a monster steps: Monster, Kind, From, To
	EventMonsterAttack EventType = "monster_attack" // a monster attacks: Monster, Kind, From, To, Amount of damage
	EventDamage        EventType = "damage"         // the hero suffers all attacks: To, Amount, Left of health
	EventEnd           EventType = "end"            // the game is over: Reason, Amount the final score
)

// An Event is one thing that happened in a turn. Which fields count is told at
// its type.
type Event struct {
	Type     EventType
	Step     int // events of one step happen together
	Monster  int // id
	Kind     Type
	Weapon   Weapon
	From, To Cell
	Cells    [3]Cell // the first N count
	N        int
	Amount   int
	Left     int
	Note     Note
	Reason   End
}

// Events collects what happens in a turn, in order: the hero's act with its
// effects is one step, each monster's act another, then the damage, then the
// end. A nil *Events collects nothing.
type Events struct {
	List []Event
	step int
}

// Reset forgets the events and keeps their memory.
func (e *Events) Reset() { e.List, e.step = e.List[:0], 0 }

func (e *Events) add(event Event) {
	if e == nil {
		return
	}
	event.Step = e.step
	e.List = append(e.List, event)
}

// next begins a step, unless the last one is still empty.
func (e *Events) next() {
	if e != nil && len(e.List) > 0 && e.List[len(e.List)-1].Step == e.step {
		e.step++
	}
}
