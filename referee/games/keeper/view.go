package keeper

import (
	"slices"
	"strings"

	"arbiter/referee"
)

// A point is a cell for the viewer: x to the right, y down.
type point [2]int

func pointOf(c Cell) point { return point{c.X(), c.Y()} }

// A scene is what never changes in a match.
type scene struct {
	Width     int           `json:"width"`
	Height    int           `json:"height"`
	TurnLimit int           `json:"turn_limit"`
	MaxHealth int           `json:"max_health"`
	Sight     int           `json:"sight"` // how far the hero sees
	Obstacles []point       `json:"obstacles"`
	Monsters  []monsterType `json:"monsters"` // the types
	Weapons   []weapon      `json:"weapons"`
}

type monsterType struct {
	Name string `json:"name"`
	Traits
}

type weapon struct {
	Name   string `json:"name"`
	Damage int    `json:"damage"`
}

// Scene returns the maze and the fixed numbers of the rules.
func (m *match) Scene() any {
	sc := scene{
		Width: Width, Height: Height, TurnLimit: TurnLimit, MaxHealth: MaxHealth, Sight: Sight,
		Obstacles: []point{},
	}
	for c := range m.state.Things[Obstacle].All() {
		sc.Obstacles = append(sc.Obstacles, pointOf(c))
	}
	for t := Box; t <= Vampire; t++ {
		sc.Monsters = append(sc.Monsters, monsterType{t.String(), t.Traits()})
	}
	for w := Sword; w < Weapons; w++ {
		sc.Weapons = append(sc.Weapons, weapon{w.String(), w.Damage()})
	}
	return sc
}

// A view is the position after a turn and what happened in it.
type view struct {
	Turn     int           `json:"turn"`
	Hero     heroView      `json:"hero"`
	Items    []itemView    `json:"items"`
	Monsters []monsterView `json:"monsters"`
	Fog      []string      `json:"fog"` // by row: '#' never shown to the bot, '-' shown before, '.' shown last
	Reason   string        `json:"reason,omitempty"`
	Events   []any         `json:"events"`
}

type heroView struct {
	Cell    point `json:"cell"`
	Health  int   `json:"health"`
	Score   int   `json:"score"`
	Charges []int `json:"charges"` // hammer, scythe, bow
}

type itemView struct {
	Item string `json:"item"`
	Cell point  `json:"cell"`
}

type monsterView struct {
	ID     int    `json:"id"`
	Kind   string `json:"kind"`
	Cell   point  `json:"cell"`
	Health int    `json:"health"`
}

// The symbols of view.Fog.
const (
	fogHidden = '#'
	fogSeen   = '-'
	fogSight  = '.'
)

// View returns the position and the events of the last turn.
func (m *match) View() any {
	s := &m.state
	v := view{
		Turn:     s.Turn,
		Hero:     heroView{pointOf(s.Hero.Cell), s.Hero.Health, s.Hero.Score, slices.Clone(s.Hero.Charges[Hammer:])},
		Items:    []itemView{},
		Monsters: []monsterView{},
		Fog:      m.fog(),
		Reason:   s.End.String(),
		Events:   m.viewEvents(),
	}
	for t := range s.Things {
		if Type(t) == Obstacle {
			continue
		}
		for c := range s.Things[t].All() {
			v.Items = append(v.Items, itemView{Type(t).String(), pointOf(c)})
		}
	}
	for id, monster := range s.Monsters[:s.Count] {
		if monster.Health > 0 {
			v.Monsters = append(v.Monsters, monsterView{id, monster.Type.String(), pointOf(monster.Cell), int(monster.Health)})
		}
	}
	return v
}

func (m *match) fog() []string {
	rows := make([]string, Height)
	for y := range rows {
		var row [Width]byte
		for x := range row {
			switch c := At(x, y); {
			case m.sight.Has(c):
				row[x] = fogSight
			case m.seen.Has(c):
				row[x] = fogSeen
			default:
				row[x] = fogHidden
			}
		}
		rows[y] = string(row[:])
	}
	return rows
}

// The events as the viewer gets them: one flat object each, documented with the
// protocol.
type (
	head struct {
		Type EventType `json:"type"`
		Step int       `json:"step"`
	}
	messageEvent struct {
		head
		Seat int    `json:"seat"`
		Text string `json:"text"`
	}
	faultEvent struct {
		head
		Seat int          `json:"seat"`
		Kind referee.Kind `json:"kind"`
		Line string       `json:"line,omitempty"`
		Why  string       `json:"why"`
	}
	waitEvent struct {
		head
		Target point  `json:"target"`
		Note   string `json:"note,omitempty"`
	}
	moveEvent struct {
		head
		From point  `json:"from"`
		To   point  `json:"to"`
		Note string `json:"note,omitempty"`
	}
	takeEvent struct {
		head
		Item string `json:"item"`
		Cell point  `json:"cell"`
		Gain int    `json:"gain"`
	}
	attackEvent struct {
		head
		Weapon string  `json:"weapon"`
		From   point   `json:"from"`
		Target point   `json:"target"`
		Cells  []point `json:"cells"`
		Note   string  `json:"note,omitempty"`
	}
	hitEvent struct {
		head
		Monster int    `json:"monster"`
		Kind    string `json:"kind"`
		Cell    point  `json:"cell"`
		Damage  int    `json:"damage"`
		Health  int    `json:"health"`
	}
	killEvent struct {
		head
		Monster int    `json:"monster"`
		Kind    string `json:"kind"`
		Cell    point  `json:"cell"`
		Score   int    `json:"score"`
	}
	monsterMoveEvent struct {
		head
		Monster int    `json:"monster"`
		Kind    string `json:"kind"`
		From    point  `json:"from"`
		To      point  `json:"to"`
	}
	monsterAttackEvent struct {
		head
		Monster int    `json:"monster"`
		Kind    string `json:"kind"`
		From    point  `json:"from"`
		To      point  `json:"to"`
		Damage  int    `json:"damage"`
	}
	damageEvent struct {
		head
		Cell   point `json:"cell"`
		Damage int   `json:"damage"`
		Health int   `json:"health"`
	}
	endEvent struct {
		head
		Reason string `json:"reason"`
		Score  int    `json:"score"`
	}
)

// viewEvents returns the bot's message and fault, then what the rules did.
func (m *match) viewEvents() []any {
	events := make([]any, 0, len(m.events.List)+2)
	if text := messageText(m.answered.message); text != "" {
		events = append(events, messageEvent{head: head{Type: "message"}, Text: text})
	}
	if f := m.answered.fault; f != nil {
		events = append(events, faultEvent{head: head{Type: "fault"}, Kind: f.Kind, Line: f.Line, Why: f.Why})
	}
	for i := range m.events.List {
		events = append(events, m.events.List[i].view())
	}
	return events
}

// messageText returns a message as it is shown: trimmed, "\n" breaking lines.
func messageText(message string) string {
	return referee.Quote(strings.ReplaceAll(trim(message), `\n`, "\n"))
}

func (e *Event) view() any {
	h := head{e.Type, e.Step}
	from, to := pointOf(e.From), pointOf(e.To)
	switch e.Type {
	case EventWait:
		return waitEvent{h, to, e.Note.String()}
	case EventMove:
		return moveEvent{h, from, to, e.Note.String()}
	case EventTake:
		return takeEvent{h, e.Kind.String(), to, e.Amount}
	case EventAttack:
		cells := make([]point, e.N)
		for i, c := range e.Cells[:e.N] {
			cells[i] = pointOf(c)
		}
		return attackEvent{h, e.Weapon.String(), from, to, cells, e.Note.String()}
	case EventHit:
		return hitEvent{h, e.Monster, e.Kind.String(), to, e.Amount, e.Left}
	case EventKill:
		return killEvent{h, e.Monster, e.Kind.String(), to, e.Amount}
	case EventMonsterMove:
		return monsterMoveEvent{h, e.Monster, e.Kind.String(), from, to}
	case EventMonsterAttack:
		return monsterAttackEvent{h, e.Monster, e.Kind.String(), from, to, e.Amount}
	case EventDamage:
		return damageEvent{h, to, e.Amount, e.Left}
	default:
		return endEvent{h, e.Reason.String(), e.Amount}
	}
}
