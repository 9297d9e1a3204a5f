package ctf

import (
	"encoding/json"
	"fmt"
	"strings"

	"arbiter/referee"
)

// A position is an explicit start as authors write it. Only grid and minions
// must be given. Lists of two are by seat.
type position struct {
	Rows             *int               `json:"rows,omitempty"`               // default: the lines of grid
	Cols             *int               `json:"cols,omitempty"`               // default: the length of its lines
	Grid             []string           `json:"grid"`                         // '#' wall, '.' empty cell
	FlagBases        []place            `json:"flag_bases"`                   // default: as dealt maps have them
	MinionsPerPlayer *int               `json:"minions_per_player,omitempty"` // default: the length of the lists in minions
	Minions          [][]minionPosition `json:"minions"`
	Credits          []int              `json:"credits"`         // default: 0
	Flags            []flagPosition     `json:"flags"`           // default: at home
	Coins            *[]place           `json:"coins"`           // default: every open cell without minion or base
	Mines            []minePosition     `json:"mines,omitempty"` // default: none
	MaxTurns         *int               `json:"max_turns"`       // default: 200
}

// A place is a row and a column. It is a slice because JSON fills arrays
// whatever the length of a list.
type place []int

type minionPosition struct {
	ID      *int  `json:"id,omitempty"` // default: the place in the list, and nothing else is possible
	Pos     place `json:"pos"`
	Health  *int  `json:"health"`            // default: 100
	Timeout int   `json:"timeout,omitempty"` // default: 0
	Alive   *bool `json:"alive,omitempty"`   // default: whether health is above 0, and nothing else is possible
}

type flagPosition struct {
	Pos     place `json:"pos"`     // default: the base, or where the carrier stands
	Carrier *int  `json:"carrier"` // default: -1
}

type minePosition struct {
	Pos    place `json:"pos"`
	Owner  int   `json:"owner"`
	Minion int   `json:"minion"`
}

// Position returns the start that an explicit position describes. Errors name
// the field and what was expected.
func Position(text json.RawMessage) (State, error) {
	if t := strings.TrimSpace(string(text)); !strings.HasPrefix(t, "{") {
		return State{}, fmt.Errorf("setup: found %.20q; want a JSON object with grid and minions", t)
	}
	var p position
	if err := referee.DecodePosition(text, &p); err != nil {
		return State{}, err
	}
	s, err := p.state()
	if err != nil {
		return State{}, fmt.Errorf("setup: %w", err)
	}
	return s, nil
}

func (p *position) state() (State, error) {
	m, err := p.board()
	if err != nil {
		return State{}, err
	}
	if err := p.checkLists(); err != nil {
		return State{}, err
	}
	if err := p.setBases(&m); err != nil {
		return State{}, err
	}
	s := newState(m, len(p.Minions[0]))
	for _, set := range [...]func(*State) error{p.setMinions, p.setFlags, p.setCoins, p.setMines, p.setCredits, p.setLimit} {
		if err := set(&s); err != nil {
			return State{}, err
		}
	}
	return s, nil
}

// checkLists checks the lengths of all lists that have one element a seat.
func (p *position) checkLists() error {
	for _, list := range [...]struct {
		field  string
		given  bool
		length int
	}{
		{"minions", true, len(p.Minions)},
		{"flag_bases", p.FlagBases != nil, len(p.FlagBases)},
		{"credits", p.Credits != nil, len(p.Credits)},
		{"flags", p.Flags != nil, len(p.Flags)},
	} {
		if list.given && list.length != 2 {
			return fmt.Errorf("%s: a list of %d; want 2, by seat", list.field, list.length)
		}
	}
	n := len(p.Minions[0])
	if n < 1 || n > MaxMinions {
		return fmt.Errorf("minions[0]: %d minions; want 1 to %d", n, MaxMinions)
	}
	if other := len(p.Minions[1]); other != n {
		return fmt.Errorf("minions[1]: %d minions; want %d, as many as minions[0]", other, n)
	}
	if p.MinionsPerPlayer != nil && *p.MinionsPerPlayer != n {
		return fmt.Errorf("minions_per_player: %d; want %d, the length of minions[0]", *p.MinionsPerPlayer, n)
	}
	return nil
}

// board reads the map. The border must be wall; nothing need be symmetrical.
func (p *position) board() (Map, error) {
	m := Map{Rows: len(p.Grid)}
	if m.Rows < 3 || m.Rows > MaxRows {
		return m, fmt.Errorf("grid: %d rows; want 3 to %d", m.Rows, MaxRows)
	}
	m.Cols = len(p.Grid[0])
	if m.Cols < 3 || m.Cols > MaxCols {
		return m, fmt.Errorf("grid[0]: %d columns; want 3 to %d", m.Cols, MaxCols)
	}
	if p.Rows != nil && *p.Rows != m.Rows {
		return m, fmt.Errorf("rows: %d; want %d, the lines of grid", *p.Rows, m.Rows)
	}
	if p.Cols != nil && *p.Cols != m.Cols {
		return m, fmt.Errorf("cols: %d; want %d, the length of grid[0]", *p.Cols, m.Cols)
	}
	for r, line := range p.Grid {
		if len(line) != m.Cols {
			return m, fmt.Errorf("grid[%d]: %d columns; want %d, as in grid[0]", r, len(line), m.Cols)
		}
		for c := range len(line) {
			border := r == 0 || r == m.Rows-1 || c == 0 || c == m.Cols-1
			switch {
			case line[c] == '#':
				m.Walls.Add(Cell{int8(r), int8(c)})
			case line[c] != '.':
				return m, fmt.Errorf("grid[%d]: found %q in column %d; want '#' or '.'", r, line[c], c)
			case border:
				return m, fmt.Errorf("grid[%d]: column %d is open; want '#' along the whole border", r, c)
			}
		}
	}
	return m, nil
}

func (p *position) setBases(m *Map) error {
	if p.FlagBases == nil {
		base, ok := m.defaultBase()
		if !ok || !m.Open(m.mirror(base)) {
			return fmt.Errorf("flag_bases: missing, and column 1 has no open cell from row %d down with an open mirror image; want two open cells", m.Rows/2)
		}
		m.Bases = [2]Cell{base, m.mirror(base)}
	} else {
		for seat, at := range p.FlagBases {
			base, err := m.openCell(at, fmt.Sprintf("flag_bases[%d]", seat))
			if err != nil {
				return err
			}
			m.Bases[seat] = base
		}
	}
	if m.Bases[0] == m.Bases[1] {
		return fmt.Errorf("flag_bases: both at [%d %d]; want two cells", m.Bases[0].R, m.Bases[0].C)
	}
	return nil
}

// openCell returns the cell that a field names, which must be open.
func (m *Map) openCell(at place, field string) (Cell, error) {
	if at == nil {
		return Cell{}, fmt.Errorf("%s: missing; want [row, column]", field)
	}
	if len(at) != 2 {
		return Cell{}, fmt.Errorf("%s: found %d numbers; want [row, column]", field, len(at))
	}
	if r, c := at[0], at[1]; r < 0 || r >= m.Rows || c < 0 || c >= m.Cols {
		return Cell{}, fmt.Errorf("%s: %v is outside the grid; want rows 0 to %d and columns 0 to %d", field, at, m.Rows-1, m.Cols-1)
	}
	cell := Cell{int8(at[0]), int8(at[1])}
	if !m.Open(cell) {
		return Cell{}, fmt.Errorf("%s: %v is a wall; want an open cell", field, at)
	}
	return cell, nil
}

func (p *position) setMinions(s *State) error {
	for seat, team := range p.Minions {
		for id, from := range team {
			m, err := from.minion(s, id, fmt.Sprintf("minions[%d][%d]", seat, id))
			if err != nil {
				return err
			}
			s.Minions[seat][id] = m
		}
	}
	return nil
}

// leastHealth is lower than any health that a turn's damage leaves.
const leastHealth = -10000

func (p *minionPosition) minion(s *State, id int, field string) (Minion, error) {
	if p.ID != nil && *p.ID != id {
		return Minion{}, fmt.Errorf("%s.id: %d; want %d, its place in the list", field, *p.ID, id)
	}
	pos, err := s.openCell(p.Pos, field+".pos")
	if err != nil {
		return Minion{}, err
	}
	health := StartHealth
	if p.Health != nil {
		health = *p.Health
	}
	if health < leastHealth || health > StartHealth {
		return Minion{}, fmt.Errorf("%s.health: %d; want %d to %d", field, health, leastHealth, StartHealth)
	}
	if p.Alive != nil && *p.Alive != (health > 0) {
		return Minion{}, fmt.Errorf("%s.alive: %t with health %d; want true above 0 and false otherwise", field, *p.Alive, health)
	}
	if p.Timeout < 0 || p.Timeout > FreezeTimeout {
		return Minion{}, fmt.Errorf("%s.timeout: %d; want 0 to %d", field, p.Timeout, FreezeTimeout)
	}
	return Minion{Pos: pos, Health: int16(health), Timeout: int8(p.Timeout)}, nil
}

func (p *position) setFlags(s *State) error {
	if p.Flags == nil {
		return nil
	}
	for owner, from := range p.Flags {
		field := fmt.Sprintf("flags[%d]", owner)
		flag := &s.Flags[owner]
		if from.Carrier != nil && *from.Carrier != NoCarrier {
			id := *from.Carrier
			if id < 0 || id >= s.PerSeat || !s.Minions[1-owner][id].Alive() {
				return fmt.Errorf("%s.carrier: %d is no living minion of the opponent; want -1 or its id", field, id)
			}
			*flag = Flag{Pos: s.Minions[1-owner][id].Pos, Carrier: int8(id)}
		}
		if from.Pos == nil {
			continue
		}
		pos, err := s.openCell(from.Pos, field+".pos")
		if err != nil {
			return err
		}
		if flag.Carrier != NoCarrier && pos != flag.Pos {
			return fmt.Errorf("%s.pos: %v; want [%d %d], where its carrier stands", field, from.Pos, flag.Pos.R, flag.Pos.C)
		}
		flag.Pos = pos
	}
	return nil
}

// setCoins reads the coins. Their order in the list says nothing: coins are
// always sent in the order of dealt maps.
func (p *position) setCoins(s *State) error {
	if p.Coins == nil {
		s.Coins = s.allCoins()
		return nil
	}
	for i, at := range *p.Coins {
		field := fmt.Sprintf("coins[%d]", i)
		c, err := s.openCell(at, field)
		if err != nil {
			return err
		}
		if s.Coins.Has(c) {
			return fmt.Errorf("%s: a second coin on %v; want one a cell", field, at)
		}
		s.Coins.Add(c)
	}
	return nil
}

func (p *position) setMines(s *State) error {
	if len(p.Mines) > MaxMines {
		return fmt.Errorf("mines: %d; want at most %d", len(p.Mines), MaxMines)
	}
	for i, from := range p.Mines {
		field := fmt.Sprintf("mines[%d]", i)
		pos, err := s.openCell(from.Pos, field+".pos")
		if err != nil {
			return err
		}
		if from.Owner != 0 && from.Owner != 1 {
			return fmt.Errorf("%s.owner: %d; want 0 or 1", field, from.Owner)
		}
		if from.Minion < 0 || from.Minion >= s.PerSeat {
			return fmt.Errorf("%s.minion: %d; want 0 to %d", field, from.Minion, s.PerSeat-1)
		}
		s.Planted[i] = Mine{pos, int8(from.Owner), int8(from.Minion)}
	}
	s.MineCount = len(p.Mines)
	return nil
}

// maxCredits keeps the sum of setCredits small; MaxMines is the real bound.
const maxCredits = MaxMines * MinePrice

// setCredits refuses credits that could plant more mines than a State holds.
func (p *position) setCredits(s *State) error {
	mines, coins := s.MineCount, s.Coins.Len()
	copy(s.Credits[:], p.Credits)
	for seat, credits := range s.Credits {
		if credits < 0 || credits > maxCredits {
			return fmt.Errorf("credits[%d]: %d; want 0 to %d", seat, credits, maxCredits)
		}
		mines += (credits + coins) / MinePrice
	}
	if mines > MaxMines {
		return fmt.Errorf("credits: %v with %d coins and %d mines could come to %d mines; want credits for at most %d",
			s.Credits, coins, s.MineCount, mines, MaxMines)
	}
	return nil
}

func (p *position) setLimit(s *State) error {
	if p.MaxTurns == nil {
		return nil
	}
	if *p.MaxTurns < 1 || *p.MaxTurns > MaxTurns {
		return fmt.Errorf("max_turns: %d; want 1 to %d", *p.MaxTurns, MaxTurns)
	}
	s.Limit = *p.MaxTurns
	return nil
}
