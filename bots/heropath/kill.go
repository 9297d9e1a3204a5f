package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// A stop is a kill of a plan: a monster, and the cell to attack it from.
type stop struct {
	cell       // nowhere: to be chosen
	way  *way  // the way there, where the straight one is attacked; or nil
	id   int32 // of the monster
}

// kill lets the hero go to a stop and kill its monster, in the same turns as by the rules
// but with all attacks in one step, and fills in the stop. next is the cell of the stop
// after it, or nowhere. It reports whether the turns of the game suffice; the hero stays
// where he is when not.
func (p *planner) kill(s *stop, next cell) bool {
	before, played := p.hero, len(p.moves)
	if p.goAndKill(s, next) {
		return true
	}
	p.hero, p.moves = before, p.moves[:played]
	return false
}

func (p *planner) goAndKill(s *stop, next cell) bool {
	h, at := &p.hero, p.level(p.hero.level)
	m, there := &p.world.Monsters[s.id], p.cellOf(s.id)
	hits := p.hits(h.level)[s.id]
	if hits > float64(p.turns-h.turn) {
		return false
	}
	if s.cell == nowhere || between2(s.cell, there) > at.reach2 {
		s.cell = p.stand(s.id, next)
		if between2(s.cell, there) > at.reach2 {
			return false
		}
	}
	if s.cell != h.cell && !p.travel(s) {
		return false
	}
	n := int64(hits)
	if h.turn += n; h.turn > p.turns {
		return false
	}
	h.fatigue += h.threat * (n - 1)
	h.gold += m.Gold * fatigueScale / (fatigueScale + h.fatigue)
	if m.Attack > 0 && between2(h.cell, there) <= p.foes[s.id].reach2 {
		h.threat -= m.Attack
	}
	h.fatigue += h.threat
	h.exp += m.Exp
	for h.exp >= h.nextLevel {
		h.level++
		h.nextLevel += rules.LevelCost(h.level + 1)
	}
	p.dead.add(s.id)
	if p.records {
		for range n {
			p.moves = append(p.moves, rules.AttackOn(int(s.id)))
		}
	}
	return true
}

// travel goes to the cell of a stop: straight if no monster attacks on the way, or else on
// the way of the stop if that costs no more than before, or else on a new one.
func (p *planner) travel(s *stop) bool {
	h, at := &p.hero, p.level(p.hero.level)
	d2 := between2(s.cell, h.cell)
	switch {
	case d2 <= at.speed2:
		p.hop(s.cell)
	case math.Sqrt(float64(d2)) > float64(at.speed)*float64(p.turns-h.turn):
		return false
	case p.straight(s.cell, at.speed):
	case p.follow(s.way, s.cell, at):
	default:
		return p.detour(s)
	}
	return h.turn <= p.turns
}

// hop moves the hero to a cell that one move reaches.
func (p *planner) hop(to cell) {
	h := &p.hero
	h.cell = to
	h.turn++
	if p.attackers {
		h.threat = p.threat(to)
		h.fatigue += h.threat
	}
	if p.records {
		p.moves = append(p.moves, rules.MoveTo(to.x, to.y))
	}
}

// straight goes straight to a cell, if no monster attacks on the way there.
func (p *planner) straight(to cell, speed int64) bool {
	h := &p.hero
	if p.attackers {
		for c := hopTo(h.cell, to, speed); c != to; c = hopTo(c, to, speed) {
			if p.threat(c) > 0 {
				return false
			}
		}
	} else if n, ok := movesTo(to.x-h.x, to.y-h.y, speed); ok && !p.records {
		h.cell, h.turn = to, h.turn+n
		return true
	}
	for h.cell != to && h.turn <= p.turns {
		p.hop(hopTo(h.cell, to, speed))
	}
	return true
}

// follow goes a way, if there is one from here to the cell, it is not too far for the
// hero, and costs no more than it did.
func (p *planner) follow(w *way, to cell, at *skill) bool {
	here := p.hero.cell
	if w == nil || w.from != here || w.hops[len(w.hops)-1] != to {
		return false
	}
	fatigue := int64(0)
	for i, c := range w.hops {
		if between2(c, here) > at.speed2 {
			return false
		}
		if here = c; i < len(w.hops)-1 {
			fatigue += p.threat(c)
		}
	}
	if fatigue > w.fatigue {
		return false
	}
	for _, c := range w.hops {
		p.hop(c)
	}
	return true
}

// detour goes to the cell of a stop in an arc, unless that would take half of all gold to
// come. If it is thorough and arcs are attacked, it takes the best of all ways at any cost.
func (p *planner) detour(s *stop) bool {
	w, ok := p.around(s.cell)
	if p.thorough && (!ok || w.fatigue > 0) {
		if searched, found := p.through(s.cell); found {
			w, ok = searched, true
		}
	}
	if !ok || !p.thorough && w.fatigue > fatigueScale+p.hero.fatigue {
		return false
	}
	s.way = w
	for _, c := range w.hops {
		p.hop(c)
	}
	return p.hero.turn <= p.turns
}
