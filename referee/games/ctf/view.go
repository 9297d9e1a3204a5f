package ctf

import "arbiter/referee"

// Everything here is JSON for viewers. Cells are [x, y]: column, then row.

// xy is a cell for viewers.
type xy [2]int8

func at(c Cell) xy { return xy{c.C, c.R} }

// cellList returns the cells of a set, row by row.
func (m *Map) cellList(s *Cells) []xy {
	list := make([]xy, 0, s.Len())
	for r := range m.Rows {
		for row := s[r]; row != 0; row &= row - 1 {
			list = append(list, xy{int8(lowest(row)), int8(r)})
		}
	}
	return list
}

// rows draws a set of cells as one string a row: mark for its cells, '.' else.
func (m *Map) rows(s *Cells, mark byte) []string {
	lines := make([]string, m.Rows)
	line := make([]byte, m.Cols)
	for r := range lines {
		for c := range line {
			line[c] = '.'
			if s[r]>>c&1 != 0 {
				line[c] = mark
			}
		}
		lines[r] = string(line)
	}
	return lines
}

// scene is what never changes in a match.
type scene struct {
	Width    int       `json:"width"`
	Height   int       `json:"height"`
	Grid     []string  `json:"grid"`    // by row: '#' wall, '.' empty cell
	Bases    [2]xy     `json:"bases"`   // by seat
	Minions  int       `json:"minions"` // of each seat
	Health   int       `json:"health"`  // of a fresh minion
	MaxTurns int       `json:"max_turns"`
	PowerUps []powerUp `json:"power_ups"`
}

type powerUp struct {
	Name    string `json:"name"`
	Price   int    `json:"price"`
	Damage  int    `json:"damage,omitempty"`
	Timeout int    `json:"timeout,omitempty"`
	Radius  int    `json:"radius,omitempty"`
}

// Scene implements referee.Match.
func (m *match) Scene() any {
	s := &m.state
	return scene{
		Width: s.Cols, Height: s.Rows, Grid: s.rows(&s.Walls, '#'),
		Bases: [2]xy{at(s.Bases[0]), at(s.Bases[1])}, Minions: s.PerSeat, Health: StartHealth, MaxTurns: s.Limit,
		PowerUps: []powerUp{
			{Name: "FIRE", Price: FirePrice, Damage: FireDamage},
			{Name: "FREEZE", Price: FreezePrice, Timeout: FreezeTimeout},
			{Name: "MINE", Price: MinePrice, Damage: MineDamage, Radius: BlastRadius},
		},
	}
}

// view is the position after a turn, and the turn's events.
type view struct {
	Turn   int         `json:"turn"`
	Seats  [2]seatView `json:"seats"`
	Flags  [2]flagView `json:"flags"` // by the seat that owns the flag
	Coins  []string    `json:"coins"` // by row: 'o' a coin, '.' none
	Mines  []mineView  `json:"mines"` // in planting order
	Reason string      `json:"reason,omitempty"`
	Events []any       `json:"events"`
}

type seatView struct {
	Credits int          `json:"credits"`
	Alive   int          `json:"alive"`
	Minions []minionView `json:"minions"` // by id, dead ones too
	Sight   []string     `json:"sight"`   // by row: '+' a cell the seat sees, '.' fog
	Shown   []int        `json:"shown"`   // ids of the opponent's minions the seat is shown
}

type minionView struct {
	At      xy   `json:"at"`
	Health  int  `json:"health"`
	Timeout int  `json:"timeout"`
	Alive   bool `json:"alive"`
	Carries bool `json:"carries"` // the opponent's flag
}

type flagView struct {
	At      xy   `json:"at"`
	Carrier int8 `json:"carrier"` // id of the other seat's minion, or -1
}

type mineView struct {
	At     xy   `json:"at"`
	Seat   int8 `json:"seat"`
	Minion int8 `json:"minion"`
}

// View implements referee.Match.
func (m *match) View() any {
	s, v := &m.state, &m.view
	v.Turn, v.Reason = s.Turn, s.Reason.String()
	v.Coins = s.rows(&s.Coins, 'o')
	v.Mines = v.Mines[:0]
	for _, mine := range s.Mines() {
		v.Mines = append(v.Mines, mineView{at(mine.Pos), mine.Seat, mine.Minion})
	}
	for seat := range v.Seats {
		v.Flags[seat] = flagView{at(s.Flags[seat].Pos), s.Flags[seat].Carrier}
		v.Seats[seat] = s.seatView(seat)
	}
	v.Events = m.eventViews(v.Events[:0])
	return v
}

func (s *State) seatView(seat int) seatView {
	sight := s.Sees(seat)
	v := seatView{
		Credits: s.Credits[seat], Alive: s.Alive(seat), Minions: []minionView{},
		Sight: s.rows(&sight, '+'), Shown: []int{},
	}
	for id := range s.PerSeat {
		m := s.Minions[seat][id]
		v.Minions = append(v.Minions, minionView{
			at(m.Pos), int(m.Health), int(m.Timeout), m.Alive(), s.Flags[1-seat].Carrier == int8(id),
		})
		if s.Shows(seat, id) {
			v.Shown = append(v.Shown, id)
		}
	}
	return v
}

// eventBase is in every event that happens to a minion.
type eventBase struct {
	Type   string `json:"type"`
	Step   int    `json:"step"`
	Seat   int8   `json:"seat"`
	Minion int8   `json:"minion"`
	At     xy     `json:"at"`
}

type faultEvent struct {
	Type string       `json:"type"`
	Step int          `json:"step"`
	Seat int          `json:"seat"`
	Kind referee.Kind `json:"kind"`
	Line string       `json:"line"`
	Why  string       `json:"why"`
}

type moveEvent struct {
	eventBase
	To     xy `json:"to"`
	Target xy `json:"target"`
}

type targetEvent struct {
	eventBase
	Target xy `json:"target"`
}

type cellsEvent struct {
	eventBase
	Cells []xy `json:"cells"`
}

type unpaidEvent struct {
	eventBase
	PowerUp string `json:"power_up"`
	Price   int    `json:"price"`
	Credits int    `json:"credits"`
}

type hitEvent struct {
	eventBase
	By     string `json:"by"`
	Damage int    `json:"damage"`
	Health int    `json:"health"`
}

type frozenEvent struct {
	eventBase
	Timeout int `json:"timeout"`
}

type flagEvent struct {
	eventBase
	Flag int8 `json:"flag"` // the seat that owns it
}

type carryEvent struct {
	flagEvent
	To xy `json:"to"`
}

type killEvent struct {
	eventBase
	Health int `json:"health"`
}

type endEvent struct {
	Type   string   `json:"type"`
	Step   int      `json:"step"`
	Reason string   `json:"reason"`
	Scores [2]int64 `json:"scores"`
}

// eventViews appends the last turn's events: what was wrong with the answers,
// what the rules made of the rest, and the end.
func (m *match) eventViews(dst []any) []any {
	step := 0 // the present step
	for _, f := range m.faults[m.from:m.end] {
		dst = append(dst, faultEvent{"fault", 0, f.Seat, f.Kind, f.Line, f.Why})
	}
	first := 0
	if len(dst) > 0 {
		first = 1
	}
	for _, e := range m.events.All() {
		step = first + int(e.Step)
		dst = append(dst, m.state.eventView(e, step))
	}
	if m.state.Over() {
		if len(dst) > 0 {
			step++
		}
		dst = append(dst, endEvent{"end", step, m.state.Reason.String(), m.state.Scores()})
	}
	return dst
}

func (s *State) eventView(e Event, step int) any {
	base := eventBase{Step: step, Seat: e.Seat, Minion: e.Minion, At: at(e.At)}
	of := func(name string) eventBase { base.Type = name; return base }
	flag := 1 - e.Seat
	switch e.Kind {
	case Dropped:
		return flagEvent{of("drop"), flag}
	case Taken:
		return flagEvent{of("take"), flag}
	case Captured:
		return flagEvent{of("capture"), flag}
	case Carried:
		return carryEvent{flagEvent{of("carry"), flag}, at(e.To)}
	case Moved:
		return moveEvent{of("move"), at(e.To), at(e.Target)}
	case Stuck:
		return targetEvent{of("stuck"), at(e.Target)}
	case Misplaced:
		return targetEvent{of("misplaced"), at(e.Target)}
	case Mined:
		return targetEvent{of("mine"), at(e.Target)}
	case Collected:
		return of("coin")
	case Unpaid:
		return unpaidEvent{of("unpaid"), e.By.String(), e.By.Price(), int(e.Amount)}
	case Fired, Froze:
		name := "fire"
		if e.Kind == Froze {
			name = "freeze"
		}
		cells := s.Sight(e.At)
		return cellsEvent{of(name), s.cellList(&cells)}
	case Exploded:
		cells := s.Blast(e.At)
		return cellsEvent{of("blast"), s.cellList(&cells)}
	case Hit:
		return hitEvent{of("hit"), e.By.String(), int(e.Amount), int(e.Health)}
	case Frozen:
		return frozenEvent{of("frozen"), int(e.Amount)}
	case Killed:
		return killEvent{of("kill"), int(e.Health)}
	case Unfrozen:
		return of("unfrozen")
	}
	return of("ignored")
}
