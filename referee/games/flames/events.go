package flames

import "arbiter/referee"

// Events records what happens, action by action, for a viewer. A nil *Events
// records nothing and costs nothing.
type Events struct {
	List []any // of the event types below, in the order in which the rules resolve them
	step int
	next bool // the next event begins a new step
}

// A Head begins every event. Events of one step are shown together.
type Head struct {
	Type string `json:"type"`
	Step int    `json:"step"`
}

// An ActionEvent is what the character does and what it has left after paying:
// type "move", "jump", "immo" or "pass".
type ActionEvent struct {
	Head
	Action    string `json:"action"`           // as the protocol writes it
	From      Cell   `json:"from"`             // where the character stood
	To        Cell   `json:"to"`               // where it stands now
	Target    *Cell  `json:"target,omitempty"` // of IMMO: the cell that attracts
	HP        int16  `json:"hp"`
	AP        int8   `json:"ap"`
	JumpsLeft int8   `json:"jumps_left"`
}

// An ExtinguishEvent is a flame put out by the character, and the HP after the
// refund: type "extinguish".
type ExtinguishEvent struct {
	Head
	At Cell  `json:"at"`
	HP int16 `json:"hp"`
}

// A FlameEvent is one flame's step: type "push" or "attract".
type FlameEvent struct {
	Head
	From Cell `json:"from"`
	To   Cell `json:"to"`
}

// A BlockEvent is a flame that cannot step: type "blocked" when it is pushed
// (and the character dies), "stay" when it is attracted.
type BlockEvent struct {
	Head
	From Cell   `json:"from"` // where the flame is
	To   Cell   `json:"to"`   // where it was to go
	By   Cell   `json:"by"`   // the cell that blocks
	What string `json:"what"` // what stands there: "wall", "flame" or "character"
}

// A GlyphEvent is a glyph that comes or goes: type "glyph" when it appears,
// "convert" when it becomes a flame, "disappear" when its cell is occupied.
type GlyphEvent struct {
	Head
	At Cell   `json:"at"`
	By string `json:"by,omitempty"` // of "disappear": "flame" or "character"
}

// A CycleEvent is the start of a cycle and what it costs: type "cycle".
type CycleEvent struct {
	Head
	Cycle int32 `json:"cycle"`
	HP    int16 `json:"hp"`
	Lost  int16 `json:"lost"` // 0 when glyphs appear, otherwise 1
}

// An EndEvent is a victory or a death: type "victory" or "death".
type EndEvent struct {
	Head
	At    Cell   `json:"at"`              // the character
	HP    int16  `json:"hp"`              // the score
	Cause string `json:"cause,omitempty"` // of a death: "hp", "push", "attraction" or "cycle"
	By    *Cell  `json:"by,omitempty"`    // of "attraction": the flame that kills
}

// A FaultEvent is what was wrong with the answer: type "fault".
type FaultEvent struct {
	Head
	Seat int          `json:"seat"`
	Kind referee.Kind `json:"kind"`
	Line string       `json:"line"`
	Why  string       `json:"why"`
}

// phase tells that what follows is shown after what is recorded so far.
func (e *Events) phase() {
	if e != nil {
		e.next = len(e.List) > 0
	}
}

// head begins an event of the current step.
func (e *Events) head(kind string) Head {
	if e.next {
		e.step++
		e.next = false
	}
	return Head{kind, e.step}
}

func (e *Events) add(event any) { e.List = append(e.List, event) }

func (e *Events) moved(a Action, from Cell, s *State) {
	if e == nil {
		return
	}
	kind := "move"
	if orders[a].jumps > 0 {
		kind = "jump"
	}
	e.phase()
	e.add(ActionEvent{e.head(kind), a.String(), from, s.Pos, nil, s.HP, s.AP, s.JumpsLeft})
}

func (e *Events) stayed(a Action, target Cell, s *State) {
	if e == nil {
		return
	}
	e.phase()
	at := target // so that only a recorded target is moved to the heap
	e.add(ActionEvent{e.head("immo"), a.String(), s.Pos, s.Pos, &at, s.HP, s.AP, s.JumpsLeft})
}

func (e *Events) passed(s *State) {
	if e == nil {
		return
	}
	e.phase()
	e.add(ActionEvent{e.head("pass"), Pass.String(), s.Pos, s.Pos, nil, s.HP, s.AP, s.JumpsLeft})
}

func (e *Events) extinguished(s *State) {
	if e == nil {
		return
	}
	e.phase()
	e.add(ExtinguishEvent{e.head("extinguish"), s.Pos, s.HP})
}

func (e *Events) pushed(from, to Cell) {
	if e != nil {
		e.add(FlameEvent{e.head("push"), from, to})
	}
}

func (e *Events) blocked(from, to, by Cell, what string) {
	if e != nil {
		e.add(BlockEvent{e.head("blocked"), from, to, by, what})
	}
}

func (e *Events) attracted(from, to Cell) {
	if e != nil {
		e.add(FlameEvent{e.head("attract"), from, to})
	}
}

func (e *Events) held(from, to, by Cell, what string) {
	if e != nil {
		e.add(BlockEvent{e.head("stay"), from, to, by, what})
	}
}

// converted records what becomes of the glyphs; s still has the old flames.
func (e *Events) converted(glyphs Rows, s *State) {
	if e == nil {
		return
	}
	e.phase()
	for at := range glyphs.All() {
		switch {
		case at == s.Pos || s.Flames.Has(at):
			e.add(GlyphEvent{e.head("disappear"), at, s.what(at)})
		default:
			e.add(GlyphEvent{e.head("convert"), at, ""})
		}
	}
}

// cycled records the start of a cycle with wave w, nil for none.
func (e *Events) cycled(w *Wave, s *State) {
	if e == nil {
		return
	}
	e.phase()
	if w == nil {
		e.add(CycleEvent{e.head("cycle"), s.Cycle, s.HP, CycleHP})
		return
	}
	e.add(CycleEvent{e.head("cycle"), s.Cycle, s.HP, 0})
	for at := range w.Glyphs.All() {
		e.add(GlyphEvent{e.head("glyph"), at, ""})
	}
}

func (e *Events) won(s *State) {
	if e == nil {
		return
	}
	e.phase()
	e.add(EndEvent{Head: e.head("victory"), At: s.Pos, HP: s.HP})
}

func (e *Events) died(s *State, killers ...Cell) {
	if e == nil {
		return
	}
	e.phase()
	end := EndEvent{Head: e.head("death"), At: s.Pos, HP: s.HP, Cause: s.Outcome.cause()}
	if len(killers) > 0 {
		by := killers[0]
		end.By = &by
	}
	e.add(end)
}

func (e *Events) fault(f referee.Fault) {
	e.phase()
	e.add(FaultEvent{e.head("fault"), f.Seat, f.Kind, f.Line, f.Why})
}
