package heropath

import (
	"slices"

	"arbiter/referee"
)

// A scene is what never changes in a match: the test.
type scene struct {
	NumTurns int64     `json:"num_turns"`
	Width    int64     `json:"width"`
	Height   int64     `json:"height"`
	Start    cell      `json:"start"`
	Hero     BaseHero  `json:"hero"`
	Monsters []Monster `json:"monsters"`
}

// A cell is a place as [x, y].
type cell [2]int64

func (m *match) Scene() any {
	w := m.state.World
	return scene{w.NumTurns, w.Width, w.Height, cell{w.StartX, w.StartY}, w.Hero, w.Monsters}
}

// A view is what one turn changed: absent means as before. The view of the
// start has all of the hero; the monsters are then as in the scene.
type view struct {
	Turn      int        `json:"turn"`
	Moves     *int       `json:"moves,omitempty"` // moves of the answer, in the first turn
	X         *int64     `json:"x,omitempty"`
	Y         *int64     `json:"y,omitempty"`
	Level     *int64     `json:"level,omitempty"`
	Exp       *int64     `json:"exp,omitempty"`
	Gold      *int64     `json:"gold,omitempty"`
	Fatigue   *int64     `json:"fatigue,omitempty"`
	Speed     *int64     `json:"speed,omitempty"`
	Power     *int64     `json:"power,omitempty"`
	Range     *int64     `json:"range,omitempty"`
	NextLevel *int64     `json:"next_level,omitempty"` // exp that lifts to the next level
	Kills     *int       `json:"kills,omitempty"`
	Monsters  [][2]int64 `json:"monsters,omitempty"` // [id, hp] of the attacked monster
	Score     int64      `json:"score"`              // the gold, 0 once the answer is invalid
	Reason    Reason     `json:"reason,omitempty"`   // at the end of the match
	Events    []any      `json:"events"`

	attackers []int // buffer: the ids of hits
	hits      []hitEvent
}

// The events of a turn in the order of the rules. Steps: what the hero does
// and says, then the kill, the new level, and all hits together.
type (
	moveEvent struct {
		Type string `json:"type"` // "move"; from and to are the same when he stands still
		Step int    `json:"step"`
		Seat int    `json:"seat"`
		From cell   `json:"from"`
		To   cell   `json:"to"`
	}
	attackEvent struct {
		Type    string `json:"type"` // "attack"
		Step    int    `json:"step"`
		Seat    int    `json:"seat"`
		From    cell   `json:"from"`
		To      cell   `json:"to"`
		Monster int64  `json:"monster"`
		Damage  int64  `json:"damage"` // the hero's power
		HP      int64  `json:"hp"`     // health left
	}
	messageEvent struct {
		Type string `json:"type"` // "message": the comment of the move
		Step int    `json:"step"`
		Seat int    `json:"seat"`
		At   cell   `json:"at"`
		Text string `json:"text"`
	}
	killEvent struct {
		Type    string `json:"type"` // "kill"
		Step    int    `json:"step"`
		Seat    int    `json:"seat"`
		At      cell   `json:"at"` // where the monster was
		Monster int64  `json:"monster"`
		Gold    int64  `json:"gold"` // received, after fatigue
		Lost    int64  `json:"lost"` // gold that fatigue cost
		Exp     int64  `json:"exp"`
	}
	levelEvent struct {
		Type  string `json:"type"` // "level"
		Step  int    `json:"step"`
		Seat  int    `json:"seat"`
		At    cell   `json:"at"`
		Level int64  `json:"level"`
		Speed int64  `json:"speed"`
		Power int64  `json:"power"`
		Range int64  `json:"range"`
	}
	hitEvent struct {
		Type    string `json:"type"` // "hit": a monster attacks the hero
		Step    int    `json:"step"`
		Seat    int    `json:"seat"`
		From    cell   `json:"from"`
		To      cell   `json:"to"`
		Monster int    `json:"monster"`
		Damage  int64  `json:"damage"` // fatigue it adds
	}
	faultEvent struct {
		Type   string       `json:"type"` // "fault"
		Step   int          `json:"step"`
		Seat   int          `json:"seat"`
		At     cell         `json:"at"`           // the hero
		To     *cell        `json:"to,omitempty"` // what he aimed at, when it is in the world
		Kind   referee.Kind `json:"kind"`
		Reason Reason       `json:"reason"`
		Line   string       `json:"line"`
		Why    string       `json:"why"`
	}
)

// View makes the view when somebody looks, so that Step costs nothing for it.
func (m *match) View() any {
	v := &m.view
	now, before := &m.state.Hero, &m.before
	all := m.turn == 0
	*v = view{
		Turn:  m.turn,
		X:     changed(all, &now.X, before.X),
		Y:     changed(all, &now.Y, before.Y),
		Level: changed(all, &now.Level, before.Level),
		Exp:   changed(all, &now.Exp, before.Exp),
		Gold:  changed(all, &now.Gold, before.Gold), Fatigue: changed(all, &now.Fatigue, before.Fatigue),
		Speed: changed(all, &now.Speed, before.Speed), Power: changed(all, &now.Power, before.Power),
		Range: changed(all, &now.Range, before.Range), NextLevel: changed(all, &now.NextLevel, before.NextLevel),
		Kills: changed(all, &now.Kills, before.Kills),
		Score: m.score(), Reason: m.reason,
		Monsters: v.Monsters[:0], Events: v.Events[:0], attackers: v.attackers[:0], hits: v.hits[:0],
	}
	if v.Events == nil {
		v.Events = []any{}
	}
	if m.turn == 1 && m.drop == nil && m.wrong == nil {
		moves := len(m.answer.Moves)
		v.Moves = &moves
	}
	switch {
	case m.played:
		m.playedEvents(v)
	case m.turn > 0:
		m.faultEvent(v)
	}
	return v
}

// changed returns the value when it is to be shown.
func changed[T comparable](always bool, now *T, before T) *T {
	if always || *now != before {
		return now
	}
	return nil
}

// playedEvents tells the events of a move that was carried out.
func (m *match) playedEvents(v *view) {
	now, before := &m.state.Hero, &m.before
	a, at := m.move(), cell{now.X, now.Y}
	if a.Type == Move {
		v.Events = append(v.Events, &moveEvent{Type: "move", From: cell{before.X, before.Y}, To: at})
	} else {
		monster := &m.state.World.Monsters[a.TargetID]
		hp := m.state.hp[a.TargetID]
		v.Monsters = append(v.Monsters, [2]int64{a.TargetID, hp})
		v.Events = append(v.Events, &attackEvent{
			Type: "attack", From: at, To: cell{monster.X, monster.Y},
			Monster: a.TargetID, Damage: before.Power, HP: hp,
		})
	}
	if text := m.answer.Comment(m.turn - 1); text != "" {
		v.Events = append(v.Events, &messageEvent{Type: "message", At: at, Text: text})
	}
	step := 0
	if now.Kills > before.Kills {
		step++
		monster := &m.state.World.Monsters[a.TargetID]
		gold := now.Gold - before.Gold
		v.Events = append(v.Events, &killEvent{
			Type: "kill", Step: step, At: cell{monster.X, monster.Y}, Monster: a.TargetID,
			Gold: gold, Lost: monster.Gold - gold, Exp: monster.Exp,
		})
	}
	if now.Level > before.Level {
		step++
		v.Events = append(v.Events, &levelEvent{
			Type: "level", Step: step, At: at,
			Level: now.Level, Speed: now.Speed, Power: now.Power, Range: now.Range,
		})
	}
	v.attackers = m.state.Attackers(v.attackers, now.X, now.Y)
	slices.Sort(v.attackers)
	for _, id := range v.attackers {
		monster := &m.state.World.Monsters[id]
		v.hits = append(v.hits, hitEvent{
			Type: "hit", Step: step + 1, From: cell{monster.X, monster.Y}, To: at,
			Monster: id, Damage: monster.Attack,
		})
	}
	for i := range v.hits {
		v.Events = append(v.Events, &v.hits[i])
	}
}

// faultEvent tells what ended the match, if anything did.
func (m *match) faultEvent(v *view) {
	f := m.fault()
	if f == nil {
		return
	}
	e := &faultEvent{Type: "fault", At: cell{m.state.X, m.state.Y}, Kind: f.Kind, Reason: m.reason, Line: f.Line, Why: f.Why}
	switch m.reason {
	case TooFar:
		a := m.move()
		e.To = &cell{a.TargetX, a.TargetY}
	case MonsterDead, OutOfRange:
		monster := &m.state.World.Monsters[m.move().TargetID]
		e.To = &cell{monster.X, monster.Y}
	}
	v.Events = append(v.Events, e)
}
