package flames

import (
	"errors"
	"fmt"

	"arbiter/referee"
)

// The most that a setup may ask for, so that every match stays short.
const (
	MaxSetupHP    = 1000
	MaxSetupCycle = 1_000_000
	MaxSetupWaves = 100
)

// A position is an explicit start. Every field may be left out.
type position struct {
	Arena     []string  `json:"arena"`      // rows of #, . and one S; default: the standard arena
	Pos       []int     `json:"pos"`        // of the character; default: S
	HP        *int      `json:"hp"`         // default: 40
	AP        *int      `json:"ap"`         // default: 10
	JumpsLeft *int      `json:"jumps_left"` // default: 2
	Cycle     *int      `json:"cycle"`      // default: 1
	Flames    [][]int   `json:"flames"`     // default: none
	Glyphs    [][]int   `json:"glyphs"`     // default: the wave of the cycle
	Waves     [][][]int `json:"waves"`      // waves[c-1] belongs to cycle c; default: dealt as Mode says
	Mode      string    `json:"mode"`       // "atoms" (default on the standard arena), "scatter", or no waves
	Seed      *int64    `json:"seed"`       // deals the waves; default: the seed of the match
}

// start returns the case and the position that the setup describes.
func start(setup referee.Setup) (*Case, State, error) {
	if setup.Position == nil {
		c, s := Deal(setup.Seed)
		return c, s, nil
	}
	var p position
	if err := referee.DecodePosition(setup.Position, &p); err != nil {
		return nil, State{}, err
	}
	c, s, err := p.build(setup.Seed)
	if err != nil {
		return nil, State{}, fmt.Errorf("setup: %w", err)
	}
	return c, s, nil
}

// build checks the fields and makes the case and its start of them.
func (p *position) build(seed int64) (*Case, State, error) {
	c := &Case{Arena: StandardArena()}
	if p.Arena != nil {
		arena, err := ParseArena(p.Arena)
		if err != nil {
			return nil, State{}, err
		}
		c.Arena = arena
	}
	s := State{Pos: c.Arena.Start}
	if p.Pos != nil {
		pos, err := c.openCell(p.Pos, "pos")
		if err != nil {
			return nil, State{}, err
		}
		s.Pos = pos
	}
	hp, errHP := within("hp", p.HP, HP, 1, MaxSetupHP)
	ap, errAP := within("ap", p.AP, AP, 0, AP)
	jumps, errJumps := within("jumps_left", p.JumpsLeft, Jumps, 0, Jumps)
	cycle, errCycle := within("cycle", p.Cycle, 1, 1, MaxSetupCycle)
	if err := errors.Join(errHP, errAP, errJumps, errCycle); err != nil {
		return nil, State{}, err
	}
	s.HP, s.AP, s.JumpsLeft, s.Cycle = int16(hp), int8(ap), int8(jumps), int32(cycle)
	c.First = cycle
	flames, err := c.cells(p.Flames, "flames")
	if err != nil {
		return nil, State{}, err
	}
	if flames.Glyphs.Has(s.Pos) {
		return nil, State{}, fmt.Errorf("flames: %v is the cell of the character; want another", s.Pos)
	}
	s.Flames = flames.Glyphs
	c.Waves, err = p.waves(c, seed)
	return c, s, err
}

// waves returns the waves from the cycle of the start on.
func (p *position) waves(c *Case, seed int64) ([]Wave, error) {
	if p.Seed != nil {
		seed = *p.Seed
	}
	var waves []Wave
	switch {
	case p.Waves != nil && (p.Mode != "" || p.Seed != nil):
		return nil, errors.New("waves: given together with mode or seed, which deal them; want one or the other")
	case p.Waves != nil:
		given, err := p.givenWaves(c)
		if err != nil {
			return nil, err
		}
		waves = given
	case p.Mode == "scatter":
		waves = dealScatter(uint64(seed), &c.Arena)
	case p.Mode == "atoms" && p.Arena != nil:
		return nil, errors.New(`mode: "atoms" belongs to the standard arena; want "scatter" or waves for an arena of your own`)
	case p.Mode == "atoms" || p.Mode == "" && p.Arena == nil:
		waves = dealAtoms(uint64(seed))
	case p.Mode == "" && p.Seed == nil:
	case p.Mode == "":
		return nil, errors.New(`seed: deals nothing without a mode; want mode "scatter" for an arena of your own`)
	default:
		return nil, fmt.Errorf(`mode: %q; want "atoms" or "scatter"`, p.Mode)
	}
	waves = waves[min(c.First-1, len(waves)):]
	if p.Glyphs == nil {
		return waves, nil
	}
	glyphs, err := c.cells(p.Glyphs, "glyphs")
	if err != nil {
		return nil, err
	}
	if len(waves) == 0 {
		waves = make([]Wave, 1)
	}
	waves[0] = glyphs
	return waves, nil
}

// givenWaves reads the field waves. Waves of past cycles are not looked at,
// nor the current one when glyphs are given.
func (p *position) givenWaves(c *Case) ([]Wave, error) {
	if len(p.Waves) > MaxSetupWaves {
		return nil, fmt.Errorf("waves: %d; want at most %d", len(p.Waves), MaxSetupWaves)
	}
	waves := make([]Wave, len(p.Waves))
	first := c.First - 1
	if p.Glyphs != nil {
		first++
	}
	for i := first; i < len(waves); i++ {
		wave, err := c.cells(p.Waves[i], fmt.Sprintf("waves[%d]", i))
		if err != nil {
			return nil, err
		}
		waves[i] = wave
	}
	return waves, nil
}

// within returns the number of a field, or its default.
func within(field string, given *int, standard, least, most int) (int, error) {
	if given == nil {
		return standard, nil
	}
	if *given < least || *given > most {
		return 0, fmt.Errorf("%s: %d; want %d to %d", field, *given, least, most)
	}
	return *given, nil
}

// cells reads a list of different open cells.
func (c *Case) cells(list [][]int, field string) (Wave, error) {
	var w Wave
	for i, xy := range list {
		cell, err := c.openCell(xy, fmt.Sprintf("%s[%d]", field, i))
		if err != nil {
			return Wave{}, err
		}
		if w.Glyphs.Has(cell) {
			return Wave{}, fmt.Errorf("%s[%d]: %v is there twice; want different cells", field, i, cell)
		}
		w.add(cell)
	}
	return w, nil
}

// openCell reads a cell that is no wall.
func (c *Case) openCell(xy []int, field string) (Cell, error) {
	if len(xy) != 2 {
		return Cell{}, fmt.Errorf("%s: %v; want [x, y]", field, xy)
	}
	x, y := xy[0], xy[1]
	if x < 0 || x >= c.Arena.Width || y < 0 || y >= c.Arena.Height {
		return Cell{}, fmt.Errorf("%s: %v is outside the arena of %d columns and %d rows", field, xy, c.Arena.Width, c.Arena.Height)
	}
	cell := Cell{int8(x), int8(y)}
	if !c.Arena.Open(cell) {
		return Cell{}, fmt.Errorf("%s: %v is a wall; want an open cell", field, xy)
	}
	return cell, nil
}
