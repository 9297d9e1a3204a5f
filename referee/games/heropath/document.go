package heropath

import (
	"errors"
	"fmt"
	"strconv"
)

// ParseWorld reads a test document as the contest gives it. Every field of the
// statement is asked for, except the monsters' range and attack: the tests of
// the first day have none, which means 0. An error names the field and says
// what was found and what was expected.
func ParseWorld(text []byte) (*World, error) {
	r := newReader(text)
	p := worldParser{reader: r}
	if r.peek() == '{' {
		p.document()
	} else {
		found := r.value()
		p.wrong("the document", "found "+kindOf(found)+"; want an object: the test")
	}
	r.end()
	if why := r.failed(); why != "" {
		return nil, errors.New(why)
	}
	if p.err != nil {
		return nil, p.err
	}
	return NewWorld(p.world)
}

// A worldParser reads a test document; what is wrong first is kept.
type worldParser struct {
	*reader
	world World
	err   error
}

func (p *worldParser) wrong(field, why string) {
	if p.err == nil {
		p.err = errors.New(field + ": " + why)
	}
}

// present has a bit for each field that was there, to find the missing ones.
type present uint

// missing reports the first of the names that has no bit.
func (p *worldParser) missing(have present, prefix string, names ...string) {
	for i, name := range names {
		if have>>i&1 == 0 {
			p.wrong(prefix+name, "missing; want a value")
			return
		}
	}
}

func (p *worldParser) document() {
	w := &p.world
	var have present
	for o := p.object(); o.next(); {
		switch string(o.key) {
		case "num_turns":
			p.field("", o.key, &w.NumTurns, &have, 0)
		case "width":
			p.field("", o.key, &w.Width, &have, 1)
		case "height":
			p.field("", o.key, &w.Height, &have, 2)
		case "start_x":
			p.field("", o.key, &w.StartX, &have, 3)
		case "start_y":
			p.field("", o.key, &w.StartY, &have, 4)
		case "hero":
			have |= 1 << 5
			p.hero()
		case "monsters":
			have |= 1 << 6
			p.monsters()
		default:
			p.unknown(string(o.key), "num_turns, width, height, start_x, start_y, hero and monsters")
		}
	}
	p.missing(have, "", "num_turns", "width", "height", "start_x", "start_y", "hero", "monsters")
}

func (p *worldParser) hero() {
	if p.peek() != '{' {
		p.wrong("hero", "found "+kindOf(p.value())+"; want an object")
		return
	}
	h := &p.world.Hero
	var have present
	for o := p.object(); o.next(); {
		switch string(o.key) {
		case "base_speed":
			p.field("hero.", o.key, &h.BaseSpeed, &have, 0)
		case "base_power":
			p.field("hero.", o.key, &h.BasePower, &have, 1)
		case "base_range":
			p.field("hero.", o.key, &h.BaseRange, &have, 2)
		case "level_speed_coeff":
			p.field("hero.", o.key, &h.LevelSpeedCoeff, &have, 3)
		case "level_power_coeff":
			p.field("hero.", o.key, &h.LevelPowerCoeff, &have, 4)
		case "level_range_coeff":
			p.field("hero.", o.key, &h.LevelRangeCoeff, &have, 5)
		default:
			p.unknown("hero."+string(o.key), "base_ and level_ fields of speed, power and range")
		}
	}
	p.missing(have, "hero.",
		"base_speed", "base_power", "base_range", "level_speed_coeff", "level_power_coeff", "level_range_coeff")
}

func (p *worldParser) monsters() {
	if p.peek() != '[' {
		p.wrong("monsters", "found "+kindOf(p.value())+"; want a list")
		return
	}
	const shortestMonster = len(`{"x":0,"y":0,"hp":1,"gold":0,"exp":0},`)
	p.world.Monsters = make([]Monster, 0, (len(p.text)-p.pos)/shortestMonster+1)
	l := p.list()
	for id := 0; l.next(); id++ {
		if p.peek() != '{' {
			p.wrong("monsters["+strconv.Itoa(id)+"]", "found "+kindOf(p.value())+"; want an object")
			continue
		}
		p.monster(id)
	}
}

func (p *worldParser) monster(id int) {
	p.world.Monsters = append(p.world.Monsters, Monster{})
	m := &p.world.Monsters[len(p.world.Monsters)-1]
	var have present
	for o := p.object(); o.next(); {
		var ok bool
		var text []byte
		switch string(o.key) {
		case "x":
			m.X, ok, text = p.integer()
			have |= 1 << 0
		case "y":
			m.Y, ok, text = p.integer()
			have |= 1 << 1
		case "hp":
			m.HP, ok, text = p.integer()
			have |= 1 << 2
		case "gold":
			m.Gold, ok, text = p.integer()
			have |= 1 << 3
		case "exp":
			m.Exp, ok, text = p.integer()
			have |= 1 << 4
		case "range":
			m.Range, ok, text = p.integer()
		case "attack":
			m.Attack, ok, text = p.integer()
		default:
			p.unknown(monsterField(id, string(o.key)), "x, y, hp, gold, exp, range and attack")
			continue
		}
		if !ok {
			p.wrong(monsterField(id, string(o.key)), noInteger(text))
		}
	}
	if have != 1<<5-1 {
		p.missing(have, monsterField(id, ""), "x", "y", "hp", "gold", "exp")
	}
}

// field reads the integer of a field and notes that it was there.
func (p *worldParser) field(prefix string, key []byte, n *int64, have *present, bit int) {
	name := prefix + string(key)
	value, ok, text := p.integer()
	if !ok {
		p.wrong(name, noInteger(text))
	}
	*n = value
	*have |= 1 << bit
}

func noInteger(text []byte) string {
	return "found " + valueOf(text) + "; want an integer literal of 64 bits"
}

func (p *worldParser) unknown(name, known string) {
	p.value()
	if p.err == nil {
		p.err = fmt.Errorf("unknown field %q; want %s", name, known)
	}
}

// AppendDocument appends the world as a test document on one line, without its
// end, in the order of the statement's sample.
func (w *World) AppendDocument(dst []byte) []byte {
	h := &w.Hero
	dst = append(dst, `{"hero":{`...)
	dst = appendField(dst, "base_speed", h.BaseSpeed)
	dst = appendField(append(dst, ','), "base_power", h.BasePower)
	dst = appendField(append(dst, ','), "base_range", h.BaseRange)
	dst = appendField(append(dst, ','), "level_speed_coeff", h.LevelSpeedCoeff)
	dst = appendField(append(dst, ','), "level_power_coeff", h.LevelPowerCoeff)
	dst = appendField(append(dst, ','), "level_range_coeff", h.LevelRangeCoeff)
	dst = appendField(append(dst, "},"...), "start_x", w.StartX)
	dst = appendField(append(dst, ','), "start_y", w.StartY)
	dst = appendField(append(dst, ','), "width", w.Width)
	dst = appendField(append(dst, ','), "height", w.Height)
	dst = appendField(append(dst, ','), "num_turns", w.NumTurns)
	dst = append(dst, `,"monsters":[`...)
	for i := range w.Monsters {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = w.Monsters[i].appendDocument(dst)
	}
	return append(dst, "]}"...)
}

func (m *Monster) appendDocument(dst []byte) []byte {
	dst = appendField(append(dst, '{'), "x", m.X)
	dst = appendField(append(dst, ','), "y", m.Y)
	dst = appendField(append(dst, ','), "hp", m.HP)
	dst = appendField(append(dst, ','), "gold", m.Gold)
	dst = appendField(append(dst, ','), "exp", m.Exp)
	dst = appendField(append(dst, ','), "range", m.Range)
	dst = appendField(append(dst, ','), "attack", m.Attack)
	return append(dst, '}')
}

func appendField(dst []byte, name string, value int64) []byte {
	dst = append(append(append(dst, '"'), name...), `":`...)
	return strconv.AppendInt(dst, value, 10)
}
