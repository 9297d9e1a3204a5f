package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// A stop is a kill of a plan that is improved: a monster, and the cell to
// attack it from.
type stop struct {
	cell       // nowhere: to be chosen
	way  *way  // the way there, where the straight one is attacked; or nil
	id   int32 // of the monster
}

// nowhere is the cell of a stop that is still to be chosen.
var nowhere = cell{-1, -1}

// A way leads from a cell to another one around the ranges of monsters. It
// never changes.
type way struct {
	from    cell
	hops    []cell // the last one is where it leads
	fatigue int64  // that it costs before its end
}

// A runner is the hero of a plan that is improved: what rules.Hero is, as far
// as a plan of kills needs it.
type runner struct {
	x, y           int64
	turn           int64
	gold, fatigue  int64
	level          int64
	exp, nextLevel int64
	threat         int64 // on his cell
}

// start returns the hero of the root.
func (p *planner) start() runner {
	h := &p.root.Hero
	return runner{
		x: h.X, y: h.Y, turn: h.Turn, gold: h.Gold, fatigue: h.Fatigue,
		level: h.Level, exp: h.Exp, nextLevel: h.NextLevel, threat: p.root.Threat(h.X, h.Y),
	}
}

// like reports whether two heroes differ in turns and gold at most, when they
// have killed the same monsters.
func (h *runner) like(other *runner) bool {
	return h.x == other.x && h.y == other.y && h.fatigue == other.fatigue
}

func stopOf(v *visit) stop {
	s := stop{id: v.id, cell: v.cell}
	if len(v.via) > 1 {
		s.way = &way{from: v.from, hops: v.via, fatigue: v.toll}
	}
	return s
}

// run kills the first monster of the rest of a plan, in the same turns as by
// the rules but with all attacks in one step, and fills in the stop. It reports
// whether the turns of the game suffice; the hero stays where he is when not.
func (m *improver) run(rest []stop, h *runner) bool {
	before, played := *h, len(m.moves)
	if m.killNext(rest, h) {
		return true
	}
	*h, m.moves = before, m.moves[:played]
	return false
}

func (m *improver) killNext(rest []stop, h *runner) bool {
	m.stops++
	s := &rest[0]
	target := &m.world.Monsters[s.id]
	hits := m.hits(h.level)[s.id]
	if hits > float64(m.turns-h.turn) {
		return false
	}
	dx, dy := s.x-target.X, s.y-target.Y
	if reach2 := m.level(h.level).reach2; s.cell == nowhere || dx*dx+dy*dy > reach2 {
		next := nowhere
		if len(rest) > 1 {
			next = rest[1].cell
		}
		m.put(h)
		s.cell = m.standBefore(target, next)
	}
	if (s.x != h.x || s.y != h.y) && !m.travel(s, h) {
		return false
	}
	n := int64(hits)
	if h.turn += n; h.turn > m.turns {
		return false
	}
	if m.attackers {
		h.fatigue += h.threat * (n - 1)
		h.gold += target.Gold * fatigueScale / (fatigueScale + h.fatigue)
		if dx, dy := h.x-target.X, h.y-target.Y; target.Attack > 0 && dx*dx+dy*dy <= m.reach2[s.id] {
			h.threat -= target.Attack
		}
		h.fatigue += h.threat
	} else {
		h.gold += target.Gold
	}
	h.exp += target.Exp
	for h.exp >= h.nextLevel {
		h.level++
		h.nextLevel += rules.LevelCost(h.level + 1)
	}
	m.state.SetHP(int(s.id), 0)
	if m.records {
		for range n {
			m.moves = append(m.moves, rules.AttackOn(int(s.id)))
		}
	}
	return true
}

// travel goes to the cell of a stop. It goes straight if no monster attacks on the
// way. Otherwise it takes the way of the stop if that costs no more than before, or
// else a new one.
func (m *improver) travel(s *stop, h *runner) bool {
	at := m.level(h.level)
	dx, dy := s.x-h.x, s.y-h.y
	d2 := dx*dx + dy*dy
	switch {
	case d2 <= at.speed2:
		m.hop(h, s.cell)
	case math.Sqrt(float64(d2)) > float64(at.speed*(m.turns-h.turn)):
		return false
	case m.straight(s, h, at):
	case m.follow(s, h, at):
	default:
		return m.detour(s, h)
	}
	return h.turn <= m.turns
}

// hop moves the hero to a cell that one move reaches.
func (m *improver) hop(h *runner, to cell) {
	h.x, h.y = to.x, to.y
	h.turn++
	if m.attackers {
		h.threat = m.threat(to.x, to.y)
		h.fatigue += h.threat
	}
	if m.records {
		m.moves = append(m.moves, rules.MoveTo(to.x, to.y))
	}
}

// straight goes straight to the cell of a stop, if no monster attacks on the
// way there.
func (m *improver) straight(s *stop, h *runner, at *skill) bool {
	if m.attackers {
		for x, y := hopTo(h.x, h.y, s.x, s.y, at.speed); x != s.x || y != s.y; x, y = hopTo(x, y, s.x, s.y, at.speed) {
			if m.threat(x, y) > 0 {
				return false
			}
		}
	} else if n, ok := movesTo(s.x-h.x, s.y-h.y, at.speed); ok && !m.records {
		h.x, h.y, h.turn = s.x, s.y, h.turn+n
		return true
	}
	for (h.x != s.x || h.y != s.y) && h.turn <= m.turns {
		x, y := hopTo(h.x, h.y, s.x, s.y, at.speed)
		m.hop(h, cell{x, y})
	}
	return true
}

// lostByRounding is how much shorter a move of hopTo may be than the hero's speed.
const lostByRounding = 1.5

// movesTo returns how many moves of hopTo lead so far, unless what they lose by rounding
// may take another one.
func movesTo(dx, dy, speed int64) (n int64, ok bool) {
	far := hypot(float64(dx), float64(dy))
	moves := math.Ceil(far / float64(speed))
	return int64(moves), far <= moves*float64(speed)-(moves-1)*lostByRounding
}

// follow goes the way of a stop, if it leads from here to its cell, is not too
// far for the hero, and costs no more than it did.
func (m *improver) follow(s *stop, h *runner, at *skill) bool {
	w, here := s.way, cell{h.x, h.y}
	if w == nil || w.from != here || w.hops[len(w.hops)-1] != s.cell {
		return false
	}
	for _, c := range w.hops {
		dx, dy := c.x-here.x, c.y-here.y
		if dx*dx+dy*dy > at.speed2 {
			return false
		}
		here = c
	}
	if m.fatigueOf(w.hops) > w.fatigue {
		return false
	}
	for _, c := range w.hops {
		m.hop(h, c)
	}
	return true
}

// searchOdds is of how many attacked arcs one is replaced by a search.
const searchOdds = 64

// detour finds a way to the cell of a stop: an arc or, where all are attacked or
// too long, now and then one that is searched. It goes none that would take half
// of all gold to come.
func (m *improver) detour(s *stop, h *runner) bool {
	m.put(h)
	w := &way{from: cell{h.x, h.y}}
	fatigue, ok := m.bend(s.x, s.y)
	if !ok || fatigue > 0 && (m.thorough || m.rng.Below(searchOdds) == 0) {
		if ok = m.find(s.x, s.y); !ok {
			return false
		}
	}
	w.hops = append(w.hops, m.route...)
	w.fatigue = m.fatigueOf(w.hops)
	if w.fatigue > fatigueScale+h.fatigue {
		return false
	}
	s.way = w
	for _, c := range w.hops {
		m.hop(h, c)
	}
	return h.turn <= m.turns
}

// put makes h the hero of the planner's state, for functions that look around there.
func (m *improver) put(h *runner) {
	s := &m.state
	s.X, s.Y, s.Turn, s.Gold, s.Fatigue = h.x, h.y, h.turn, h.gold, h.fatigue
	s.Level, s.Exp, s.NextLevel = h.level, h.exp, h.nextLevel
	s.Speed, s.Power, s.Range = s.World.Hero.Abilities(h.level)
	m.fatiguePrice = float64(m.turns-h.turn) / (fatigueScale + float64(h.fatigue))
}
