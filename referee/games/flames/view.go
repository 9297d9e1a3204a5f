package flames

import (
	"fmt"
	"slices"
)

// A Scene is what never changes in a match.
type Scene struct {
	Height int      `json:"height"`
	Width  int      `json:"width"`
	Arena  []string `json:"arena"` // rows of #, . and S
	Start  Cell     `json:"start"`
	HP     int16    `json:"hp"` // at the beginning: never exceeded
	AP     int      `json:"ap"`
	Jumps  int      `json:"jumps"`
	// Waves are the glyphs of the cycles from FirstCycle on. The bot learns each
	// only when it appears.
	FirstCycle int      `json:"first_cycle"`
	Waves      [][]Cell `json:"waves"`
}

// A View is the position after a turn and how it came about.
type View struct {
	Turn      int    `json:"turn"` // turns played; 0 before the first
	Pos       Cell   `json:"pos"`
	HP        int16  `json:"hp"`
	AP        int8   `json:"ap"`
	JumpsLeft int8   `json:"jumps_left"`
	Cycle     int32  `json:"cycle"`
	Status    string `json:"status"`          // "playing", "won", "dead", "illegal", "timeout" or "forfeit"
	Cause     string `json:"cause,omitempty"` // of "dead": "hp", "push", "attraction" or "cycle"
	Done      int    `json:"done"`            // actions executed in this turn
	Flames    []Cell `json:"flames"`
	// Toward tells for each flame which cell it would step to, if nothing
	// blocked it, were it attracted to the character where it stands.
	Toward []Cell `json:"toward"`
	Glyphs []Cell `json:"glyphs"`
	Events []any  `json:"events"`
}

// Scene implements referee.Match.
func (m *match) Scene() any {
	c := m.test
	scene := Scene{
		Height: c.Arena.Height, Width: c.Arena.Width, Start: c.Arena.Start,
		HP: m.firstHP, AP: AP, Jumps: Jumps, FirstCycle: c.First, Waves: [][]Cell{},
	}
	for y := range c.Arena.Height {
		scene.Arena = append(scene.Arena, string(c.Arena.AppendRow(nil, y)))
	}
	for i := range c.Waves {
		scene.Waves = append(scene.Waves, list(&c.Waves[i].Glyphs))
	}
	return scene
}

// View implements referee.Match.
func (m *match) View() any {
	s := &m.state
	glyphs := s.Glyphs(m.test)
	view := View{
		Turn: m.turn, Pos: s.Pos, HP: s.HP, AP: s.AP, JumpsLeft: s.JumpsLeft, Cycle: s.Cycle,
		Status: s.Outcome.status(), Cause: s.Outcome.cause(), Done: m.played.done,
		Flames: list(&s.Flames), Toward: []Cell{}, Glyphs: list(&glyphs), Events: m.events(),
	}
	for _, flame := range view.Flames {
		view.Toward = append(view.Toward, Toward(flame, s.Pos))
	}
	return view
}

// events plays the last turn again and records it.
func (m *match) events() []any {
	e := Events{List: []any{}}
	if m.turn > 0 && m.drop == nil {
		again := m.before
		play(m.test, &again, m.line, &e)
	}
	for _, f := range m.faults {
		if f.Turn == m.turn {
			e.fault(f)
		}
	}
	return e.List
}

// list returns the cells, never nil: a viewer wants [].
func list(cells *Rows) []Cell {
	return slices.AppendSeq(make([]Cell, 0, cells.Len()), cells.All())
}

// status returns the outcome's family, as traces name it.
func (o Outcome) status() string {
	switch {
	case o == Playing:
		return "playing"
	case o == Victory:
		return "won"
	case o.Dead():
		return "dead"
	default:
		return o.reason()
	}
}

// cause returns of what the character died, or "".
func (o Outcome) cause() string {
	switch o {
	case DeadHP:
		return "hp"
	case DeadPush:
		return "push"
	case DeadAttraction:
		return "attraction"
	case DeadCycle:
		return "cycle"
	default:
		return ""
	}
}

// reason returns the tag of the result, empty while the match goes on.
func (o Outcome) reason() string {
	switch {
	case o == Victory:
		return "victory"
	case o.Dead():
		return "dead_" + o.cause()
	case o == Illegal:
		return "illegal"
	case o == Timeout:
		return "timeout"
	case o == Forfeit:
		return "forfeit"
	default:
		return ""
	}
}

// String returns the outcome in the words of the results; "playing" before the end.
func (o Outcome) String() string {
	if o == Playing {
		return o.status()
	}
	return o.reason()
}

// Board implements referee.Match.
func (m *match) Board(dst []byte) []byte {
	s := &m.state
	dst = fmt.Appendf(dst, "cycle %d   hp %d   ap %d   jumps %d   flames %d   %v\n",
		s.Cycle, s.HP, s.AP, s.JumpsLeft, s.Flames.Len(), s.Outcome)
	dst = append(dst, "@ character   * flame   o glyph   % flame on a glyph\n"...)
	glyphs := s.Glyphs(m.test)
	for y := range m.test.Arena.Height {
		skipped := 0 // walls before the next open cell: they are drawn as absence
		for x := range m.test.Arena.Width {
			cell := Cell{int8(x), int8(y)}
			if !m.test.Arena.Open(cell) {
				skipped++
				continue
			}
			for ; skipped > 0; skipped-- {
				dst = append(dst, "  "...)
			}
			dst = append(append(dst, ' '), s.sign(cell, &glyphs)...)
		}
		dst = append(dst, '\n')
	}
	return dst
}

// sign draws one open cell.
func (s *State) sign(cell Cell, glyphs *Rows) string {
	flame, glyph := s.Flames.Has(cell), glyphs.Has(cell)
	switch {
	case cell == s.Pos:
		return "@"
	case flame && glyph:
		return "%"
	case flame:
		return "*"
	case glyph:
		return "o"
	default:
		return "·"
	}
}
