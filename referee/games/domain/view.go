package domain

import "arbiter/referee"

// A Point is a cell as [x, y], x to the right, y down.
type Point [2]int

func point(c Cell) Point { return Point{c.X(), c.Y()} }

// appendPoints appends the cells of the set, row by row.
func appendPoints(dst []Point, cells Cells) []Point {
	for c := range cells.All() {
		dst = append(dst, point(c))
	}
	return dst
}

// A Wall is a wall between two cells, and who built it when.
type Wall struct {
	Between [2]Point `json:"between"` // the left or upper cell first
	Seat    int      `json:"seat"`    // who built it; -1: it stood there at the start
	Turn    int      `json:"turn"`    // when; 0 at the start
}

const builtBySetup = -1

func newWall(a, b Cell, seat, turn int) Wall {
	return Wall{Between: [2]Point{point(min(a, b)), point(max(a, b))}, Seat: seat, Turn: turn}
}

// A Scene is what never changes in a match.
type Scene struct {
	Size       [2]int   `json:"size"`        // width and height
	Tokens     [2]Point `json:"tokens"`      // where they start, by seat
	Walls      []Wall   `json:"walls"`       // inner walls at the start
	FirstMover int      `json:"first_mover"` // the seat that moves in turn 1
	MaxTurns   int      `json:"max_turns"`   // most turns of the match
}

func sceneOf(st start) Scene {
	return Scene{
		Size:       [2]int{Size, Size},
		Tokens:     [2]Point{point(st.state.Tokens[0]), point(st.state.Tokens[1])},
		Walls:      append([]Wall{}, st.walls...),
		FirstMover: int(st.state.Mover),
		MaxTurns:   min(st.maxTurns, WallCount-len(st.walls)),
	}
}

// Scene returns the match's *Scene.
func (m *match) Scene() any { return &m.scene }

// A View is the position after a turn, and that turn's events.
type View struct {
	Turn       int         `json:"turn"`        // turns played
	Mover      int         `json:"mover"`       // the seat that moves next; -1 when the match is over
	Tokens     [2]Point    `json:"tokens"`      // by seat
	Walls      []Wall      `json:"walls"`       // in the order in which they were built
	LastAction string      `json:"last_action"` // as the next mover is sent it
	Messages   [2]string   `json:"messages"`    // by seat, at most 20 characters; a blank for none
	Reachable  [2][]Point  `json:"reachable"`   // by seat: the cells that its token could move to, its own included
	Nearer     [2][]Point  `json:"nearer"`      // by seat: the cells that its token is nearer to, in steps around walls; once separated, its domain
	Domains    *[2][]Point `json:"domains"`     // by seat, once the walls separate the tokens; else null
	Over       bool        `json:"over"`        // the match has ended
	Reason     string      `json:"reason"`      // why; else empty
	Events     []any       `json:"events"`      // of the turn: *MessageEvent, *MoveEvent, *WallEvent, *SeparationEvent, *FaultEvent

	domains [2][]Point // backs Domains
	message MessageEvent
	move    MoveEvent
	wall    WallEvent
	parted  SeparationEvent
	fault   FaultEvent
}

// A MessageEvent is the message of the mover's answer.
type MessageEvent struct {
	Type string `json:"type"` // "message"
	Step int    `json:"step"`
	Seat int    `json:"seat"`
	Text string `json:"text"`
}

// A MoveEvent is a token that moves, or stays: then its path is one cell.
type MoveEvent struct {
	Type string  `json:"type"` // "move"
	Step int     `json:"step"`
	Seat int     `json:"seat"`
	From Point   `json:"from"`
	To   Point   `json:"to"`
	Path []Point `json:"path"` // a shortest way, both ends included
}

// A WallEvent is a wall that is built.
type WallEvent struct {
	Type      string   `json:"type"` // "wall"
	Step      int      `json:"step"`
	Seat      int      `json:"seat"`
	At        Point    `json:"at"`        // the builder's cell
	Direction string   `json:"direction"` // the side of that cell: U, D, L or R
	Between   [2]Point `json:"between"`   // the cells that it parts, the left or upper one first
}

// A SeparationEvent is the wall that ended the game; View.Domains has the cells.
type SeparationEvent struct {
	Type  string `json:"type"` // "separation"
	Step  int    `json:"step"`
	Seat  int    `json:"seat"`  // who built the last wall
	Sizes [2]int `json:"sizes"` // of the domains, by seat
}

// A FaultEvent is a mistake that ended the match.
type FaultEvent struct {
	Type string       `json:"type"` // "fault"
	Step int          `json:"step"`
	Seat int          `json:"seat"`
	Kind referee.Kind `json:"kind"`
	Line string       `json:"line"`
	Why  string       `json:"why"`
	At   *Point       `json:"at"` // the cell that was asked for; null when the answer names none
}

// View returns the match's *View; its slices are used again for the next one.
func (m *match) View() any {
	v := &m.view
	v.Turn, v.Mover, v.Over, v.Reason = m.turn, m.mover(), m.Over(), m.reason
	if v.Over {
		v.Mover = -1
	}
	v.Walls = append(v.Walls[:0], m.walls...)
	v.LastAction = string(m.appendLast(nil))
	v.Domains = nil
	nearer := m.state.Nearer()
	for seat := range v.Tokens {
		v.Tokens[seat] = point(m.state.Tokens[seat])
		v.Messages[seat] = shown(m.messages[seat])
		v.Reachable[seat] = appendPoints(v.Reachable[seat][:0], m.state.Targets(seat))
		v.Nearer[seat] = appendPoints(v.Nearer[seat][:0], nearer[seat])
		if m.state.Over {
			v.domains[seat] = appendPoints(v.domains[seat][:0], m.state.Domain(seat))
			v.Domains = &v.domains
		}
	}
	v.Events = v.Events[:0]
	if m.turn > 0 {
		m.viewEvents(v)
	}
	return v
}

// viewEvents lists what the last turn did, one step after the other.
func (m *match) viewEvents(v *View) {
	seat := int(m.before.Mover)
	action := m.played.action
	step := 0
	if m.played.readable && m.played.message != "" {
		v.message = MessageEvent{"message", step, seat, shown(m.played.message)}
		v.Events = append(v.Events, &v.message)
	}
	if m.moved {
		v.move = MoveEvent{"move", step, seat, point(m.before.Tokens[seat]), point(action.To), v.move.Path[:0]}
		var path [CellCount]Cell
		for _, c := range m.before.Path(seat, action.To, path[:0]) {
			v.move.Path = append(v.move.Path, point(c))
		}
		v.Events = append(v.Events, &v.move)
		step++
	}
	if m.built {
		wall := m.walls[len(m.walls)-1]
		v.wall = WallEvent{"wall", step, seat, point(action.To), action.Wall.String(), wall.Between}
		v.Events = append(v.Events, &v.wall)
		step++
	}
	if m.state.Over {
		v.parted = SeparationEvent{"separation", step, seat, [2]int{int(m.scores[0]), int(m.scores[1])}}
		v.Events = append(v.Events, &v.parted)
	}
	if len(m.faults) > 0 {
		f := m.faults[0] // the first one ends the match
		v.fault = FaultEvent{Type: "fault", Step: step, Seat: f.Seat, Kind: f.Kind, Line: f.Line, Why: f.Why}
		if m.played.readable {
			at := point(action.To)
			v.fault.At = &at
		}
		v.Events = append(v.Events, &v.fault)
	}
}
