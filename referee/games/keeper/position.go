package keeper

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"arbiter/referee"
	"arbiter/referee/rng"
)

// A position is an explicit start position as JSON. Rows draw the maze; a list
// that is given counts instead of what the rows say of it, and must agree with
// them.
type position struct {
	Rows      []string      `json:"rows"`      // Height rows of Width symbols
	Hero      *heroPosition `json:"hero"`      // default: at the H of the rows, as at the start of a game
	Obstacles *[][]int      `json:"obstacles"` // [x, y]
	Items     *[][]int      `json:"items"`     // [type, x, y]
	Monsters  *[][]int      `json:"monsters"`  // [type, x, y, health], or without health: unhurt. The index is the id
	Seed      int64         `json:"seed"`      // of the monsters' order
}

type heroPosition struct {
	X       *int  `json:"x"`
	Y       *int  `json:"y"`
	HP      *int  `json:"hp"`
	Score   int   `json:"score"`
	Charges []int `json:"charges"` // hammer, scythe, bow
}

// Limits of a position that have no rule: far beyond any game, and far from
// where numbers end.
const (
	maxStartScore   = 1_000_000_000
	maxStartCharges = 1_000_000
)

// symbols are the letters of rows, by Type; floor and the hero follow.
const (
	symbols     = "EXtpabc01234"
	floorSymbol = '.'
	heroSymbol  = 'H'
)

// decodePosition reads and checks an explicit start position.
func decodePosition(text json.RawMessage) (State, error) {
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
	drawn, err := readRows(p.Rows)
	if err != nil {
		return State{}, err
	}
	hero, err := p.Hero.hero(drawn.hero)
	if err != nil {
		return State{}, err
	}
	things := drawn.things
	if err := p.placeObstacles(&things, hero.Cell); err != nil {
		return State{}, err
	}
	if err := p.placeItems(&things); err != nil {
		return State{}, err
	}
	monsters, err := p.placeMonsters(drawn.monsters, &things[Obstacle], hero.Cell)
	if err != nil {
		return State{}, err
	}
	s := newState(hero, things, monsters, rng.NewJava(p.Seed))
	return s, p.agree(&s)
}

// A drawing is what rows show.
type drawing struct {
	hero     *Cell
	things   [things]Set
	monsters []Monster
}

func readRows(rows []string) (drawing, error) {
	var d drawing
	if rows == nil {
		return d, nil
	}
	if len(rows) != Height {
		return d, fmt.Errorf("rows: found %d rows; want %d", len(rows), Height)
	}
	for y, row := range rows {
		if len(row) != Width {
			return d, fmt.Errorf("rows[%d]: found %d bytes; want %d symbols", y, len(row), Width)
		}
		for x := range Width {
			c := At(x, y)
			switch t := strings.IndexByte(symbols, row[x]); {
			case t >= int(Box):
				d.monsters = append(d.monsters, newMonster(Type(t), c))
			case t >= 0:
				d.things[t].Add(c)
			case row[x] == heroSymbol && d.hero == nil:
				d.hero = &c
			case row[x] == heroSymbol:
				return d, fmt.Errorf("rows[%d]: a second H; want one hero", y)
			case row[x] != floorSymbol:
				return d, fmt.Errorf("rows[%d]: symbol %q at %d; want one of %c%c%s", y, row[x:x+1], x, floorSymbol, heroSymbol, symbols)
			}
		}
	}
	return d, nil
}

// hero returns the hero of the position; p may be nil. drawn is where the rows
// show him.
func (p *heroPosition) hero(drawn *Cell) (Hero, error) {
	if p == nil {
		p = &heroPosition{}
	}
	var hero Hero
	switch {
	case p.X != nil && p.Y != nil:
		if !Inside(*p.X, *p.Y) {
			return hero, fmt.Errorf("hero: %d %d is %s", *p.X, *p.Y, outside)
		}
		hero = newHero(At(*p.X, *p.Y))
	case p.X != nil || p.Y != nil:
		return hero, errors.New("hero: found only one of x and y; want both or neither")
	case drawn != nil:
		hero = newHero(*drawn)
	default:
		return hero, errors.New("hero: he is nowhere; want an H in rows, or hero.x and hero.y")
	}
	if p.HP != nil {
		if *p.HP < 1 || *p.HP > MaxHealth {
			return hero, fmt.Errorf("hero.hp: found %d; want 1 to %d", *p.HP, MaxHealth)
		}
		hero.Health = *p.HP
	}
	if p.Score < -maxStartScore || p.Score > maxStartScore {
		return hero, fmt.Errorf("hero.score: found %d; want %d to %d", p.Score, -maxStartScore, maxStartScore)
	}
	hero.Score = p.Score
	if p.Charges == nil {
		return hero, nil
	}
	if len(p.Charges) != int(Bow) {
		return hero, fmt.Errorf("hero.charges: found %d numbers; want 3: hammer, scythe, bow", len(p.Charges))
	}
	for i, n := range p.Charges {
		if n < 0 || n > maxStartCharges {
			return hero, fmt.Errorf("hero.charges[%d]: found %d; want 0 to %d", i, n, maxStartCharges)
		}
		hero.Charges[Hammer+Weapon(i)] = n
	}
	return hero, nil
}

const outside = "outside the maze; want x from 0 to 15 and y from 0 to 11"

// readCell returns the cell x y of a list's entry, which must be open.
func readCell(field string, i int, xy []int, blocked Set) (Cell, error) {
	if !Inside(xy[0], xy[1]) {
		return 0, fmt.Errorf("%s[%d]: %v is %s", field, i, xy, outside)
	}
	c := At(xy[0], xy[1])
	if blocked.Has(c) {
		return 0, fmt.Errorf("%s[%d]: %v is taken; want another cell", field, i, xy)
	}
	return c, nil
}

// placeObstacles checks that the hero's cell is open, too.
func (p *position) placeObstacles(things *[things]Set, hero Cell) error {
	if p.Obstacles != nil {
		var blocked Set
		things[Obstacle] = Set{}
		if p.Items == nil { // the items of the rows stay
			for t := range things {
				blocked = blocked.Or(things[t])
			}
		}
		for i, entry := range *p.Obstacles {
			if len(entry) != 2 {
				return fmt.Errorf("obstacles[%d]: found %d numbers; want [x, y]", i, len(entry))
			}
			c, err := readCell("obstacles", i, entry, blocked)
			if err != nil {
				return err
			}
			blocked.Add(c)
			things[Obstacle].Add(c)
		}
	}
	if things[Obstacle].Has(hero) {
		return fmt.Errorf("hero: [%d %d] is an obstacle; want an open cell", hero.X(), hero.Y())
	}
	return nil
}

// placeItems keeps to "An item can be found only at passable cells, and there
// is at most one item on a single cell."
func (p *position) placeItems(things *[things]Set) error {
	if p.Items != nil {
		blocked := things[Obstacle]
		*things = [len(things)]Set{Obstacle: blocked}
		for i, entry := range *p.Items {
			if len(entry) != 3 {
				return fmt.Errorf("items[%d]: found %d numbers; want [type, x, y]", i, len(entry))
			}
			t := entry[0]
			if t < int(Exit) || t > int(BowCharge) || t == int(Obstacle) {
				return fmt.Errorf("items[%d]: type %d is no item; want 0 or 2 to 6", i, t)
			}
			c, err := readCell("items", i, entry[1:], blocked)
			if err != nil {
				return err
			}
			blocked.Add(c)
			things[t].Add(c)
		}
	}
	return nil
}

// placeMonsters keeps to "At most one monster can occupy a cell at any moment."
func (p *position) placeMonsters(drawn []Monster, obstacles *Set, hero Cell) ([]Monster, error) {
	blocked := *obstacles
	blocked.Add(hero)
	if p.Monsters == nil {
		for _, m := range drawn {
			if blocked.Has(m.Cell) {
				return nil, fmt.Errorf("rows[%d]: the %v at %d is on an obstacle or the hero", m.Cell.Y(), m.Type, m.Cell.X())
			}
		}
		return drawn, nil
	}
	monsters := make([]Monster, 0, MaxMonsters)
	for id, entry := range *p.Monsters {
		if len(entry) != 3 && len(entry) != 4 {
			return nil, fmt.Errorf("monsters[%d]: found %d numbers; want [type, x, y] or [type, x, y, health]", id, len(entry))
		}
		if entry[0] < int(Box) || entry[0] > int(Vampire) {
			return nil, fmt.Errorf("monsters[%d]: type %d is no monster; want %d to %d", id, entry[0], Box, Vampire)
		}
		c, err := readCell("monsters", id, entry[1:3], blocked)
		if err != nil {
			return nil, err
		}
		blocked.Add(c)
		m := newMonster(Type(entry[0]), c)
		if len(entry) == 4 {
			if entry[3] < 1 || entry[3] > int(m.Health) {
				return nil, fmt.Errorf("monsters[%d]: health %d; want 1 to %d for a %v", id, entry[3], m.Health, m.Type)
			}
			m.Health = int8(entry[3])
		}
		monsters = append(monsters, m)
	}
	return monsters, nil
}

// agree checks that rows, when given, agree with the lists: each cell shows one of the
// things on it.
func (p *position) agree(s *State) error {
	for y, row := range p.Rows {
		for x := range Width {
			if shown := s.symbolsAt(At(x, y)); !strings.Contains(shown, row[x:x+1]) {
				return fmt.Errorf("rows[%d]: symbol %q at %d, but the lists say %q", y, row[x:x+1], x, shown)
			}
		}
	}
	return nil
}

// symbolsAt returns the symbols of everything on a cell.
func (s *State) symbolsAt(c Cell) string {
	var found []byte
	if s.Hero.Cell == c {
		found = append(found, heroSymbol)
	}
	if id, ok := s.MonsterAt(c); ok {
		found = append(found, symbols[s.Monsters[id].Type])
	}
	for t := range s.Things {
		if s.Things[t].Has(c) {
			found = append(found, symbols[t])
		}
	}
	if found == nil {
		return string(floorSymbol)
	}
	return string(found)
}
