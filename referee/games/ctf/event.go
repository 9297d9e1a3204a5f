package ctf

// An EventKind says what happened.
type EventKind uint8

// The kinds of event. Seat and Minion of an Event name the minion it happens
// to, unless the kind says otherwise.
const (
	Ignored   EventKind = iota // a command to a dead or timed-out minion had no impact
	Dropped                    // the flag of seat 1-Seat was dropped At by the minion
	Taken                      // the flag of seat 1-Seat was taken At by the minion
	Carried                    // the flag of seat 1-Seat went along from At To with the minion
	Moved                      // from At To, on the way to Target
	Stuck                      // told to MOVE to Target, a wall or out of reach, and stayed At
	Collected                  // the coin At, for the minion's seat
	Unpaid                     // By was not used: its price is more than the Amount of score points left
	Misplaced                  // a mine for Target was not planted: it is no open cell next to At
	Fired                      // ignited all in sight of At
	Froze                      // froze all in sight of At
	Mined                      // planted a mine from At on Target
	Hit                        // lost Amount health to By and has Health
	Frozen                     // timed out for Amount turns
	Exploded                   // a mine At that the minion had planted
	Killed                     // removed At with Health
	Unfrozen                   // the timeout became 0
	Captured                   // the flag of seat 1-Seat is At the base of Seat; Minion is its carrier or NoCarrier
)

// An Event is one thing that happened in a turn, in the order the rules
// resolve them.
type Event struct {
	Kind   EventKind
	Step   uint8 // phase of the turn, from 0; events of one step happen together
	Seat   int8
	Minion int8
	By     Verb
	Amount int16
	Health int16
	At     Cell
	To     Cell
	Target Cell
}

// maxEvents is more than one turn has: a few for each minion and flag, each
// power-up with its hits, each mine with its blast and hits.
const maxEvents = 16*2*MaxMinions + 2*MaxMinions*2*MaxMinions + MaxMines*(1+2*MaxMinions)

// Events records what happens in a Step. A nil *Events records nothing.
type Events struct {
	list  []Event
	fresh bool // the next event opens a step
}

// NewEvents returns a record with room for any turn.
func NewEvents() *Events { return &Events{list: make([]Event, 0, maxEvents)} }

// All returns the events of the last Step, valid until the next one.
func (e *Events) All() []Event { return e.list }

func (e *Events) reset() {
	if e != nil {
		e.list, e.fresh = e.list[:0], false
	}
}

// phase lets the next event open a new step.
func (e *Events) phase() {
	if e != nil {
		e.fresh = true
	}
}

func (e *Events) add(v Event) {
	if e != nil {
		e.record(v)
	}
}

func (e *Events) record(v Event) {
	if n := len(e.list); n > 0 {
		v.Step = e.list[n-1].Step
		if e.fresh {
			v.Step++
		}
	}
	e.fresh = false
	e.list = append(e.list, v)
}
