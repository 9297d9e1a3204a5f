package heropath

import (
	"cmp"
	"math"

	rules "arbiter/referee/games/heropath"
)

// kill plays on the planner's position until the monster is dead: it chooses
// a cell to attack from, walks there and attacks. It reports whether the turns
// of the game suffice, and appends the moves to p.moves.
func (p *planner) kill(id int) bool {
	s := &p.state
	x, y := p.stand(id)
	if !p.walk(x, y) {
		return false
	}
	for s.Alive(id) {
		if !p.step(rules.AttackOn(id)) {
			return false
		}
	}
	return true
}

// try kills each of the targets and takes it back, and calls then after each
// kill. It reports whether there was one.
func (p *planner) try(targets []target, then func(id int)) (any bool) {
	played := len(p.moves)
	for _, t := range targets {
		before := p.state.Save(rules.AttackOn(t.id))
		if p.kill(t.id) {
			any = true
			then(t.id)
		}
		p.state.Undo(before) // the monster is the only one that was hurt
		p.moves = p.moves[:played]
	}
	return any
}

// tryHard is try with a long search for the paths.
func (p *planner) tryHard(targets []target, then func(id int)) bool {
	p.mostHops, p.desperate = manyHops, true
	any := p.try(targets, then)
	p.mostHops, p.desperate = fewHops, false
	return any
}

// killAnyway kills a target that try or tryHard killed, in the same way.
func (p *planner) killAnyway(id int) visit {
	before, played := p.state.Save(rules.AttackOn(id)), len(p.moves)
	if !p.kill(id) {
		p.state.Undo(before)
		p.moves = p.moves[:played]
		p.mostHops, p.desperate = manyHops, true
		p.kill(id)
		p.mostHops, p.desperate = fewHops, false
	}
	return visit{id: int32(id), via: wayOf(p.moves[played:])}
}

// wayOf returns the cells of the moves before the first attack.
func wayOf(moves []rules.Action) (way []cell) {
	for _, a := range moves {
		if a.Type == rules.Attack {
			break
		}
		way = append(way, cell{a.TargetX, a.TargetY})
	}
	return way
}

func (p *planner) step(a rules.Action) bool {
	if p.state.Turn >= p.turns || p.state.Step(a) != rules.OK {
		return false
	}
	p.moves = append(p.moves, a)
	return true
}

// stand chooses the cell from which to attack the monster: not far, outside
// the ranges of the monsters, and with other worthy monsters in reach.
func (p *planner) stand(id int) (x, y int64) {
	s := &p.state
	m := &s.World.Monsters[id]
	dx, dy := float64(s.X-m.X), float64(s.Y-m.Y)
	distance := hypot(dx, dy)
	reach := float64(s.Range)
	hits := p.hits(s.Level)[id]
	x, y = s.X, s.Y
	best := math.Inf(1)
	if distance <= reach {
		threat := p.threat(x, y)
		if threat == 0 {
			return x, y
		}
		best = p.fatiguePrice*float64(threat)*(hits-1) - p.prospectTurns(x, y)
	}
	if s.Speed == 0 {
		return x, y
	}
	try := func(cx, cy int64) {
		cost := math.Ceil(hypot(float64(cx-s.X), float64(cy-s.Y)) / float64(s.Speed))
		if cost >= best+mostProspect {
			return
		}
		if p.attackers {
			cost += p.fatiguePrice * float64(p.threat(cx, cy)) * hits
			if cost >= best+mostProspect {
				return
			}
		}
		if cost -= p.prospectTurns(cx, cy); cost < best {
			best, x, y = cost, cx, cy
		}
	}
	if distance > reach {
		try(m.X+int64(dx*reach/distance), m.Y+int64(dy*reach/distance))
		// As far as the same number of turns leads, to be closer to what follows.
		walk := math.Ceil((distance-reach)/float64(s.Speed)) * float64(s.Speed)
		left := max(distance-walk, 0)
		try(m.X+int64(dx*left/distance), m.Y+int64(dy*left/distance))
	}
	if distance == 0 {
		dx, distance = 1, 1 // any direction will do
	}
	cos, sin := dx/distance, dy/distance
	for _, radius := range [...]float64{1, 0.5} {
		for i := range directions {
			c := &p.circle[i]
			cx := m.X + int64(reach*radius*(cos*c[0]-sin*c[1]))
			cy := m.Y + int64(reach*radius*(sin*c[0]+cos*c[1]))
			if cx >= 0 && cy >= 0 && cx <= s.World.Width && cy <= s.World.Height {
				try(cx, cy)
			}
		}
		if !p.attackers {
			break
		}
	}
	return x, y
}

// walk goes to the cell: around the ranges of monsters if a path is found,
// else straight, unless that would take half of all gold to come.
func (p *planner) walk(x, y int64) bool {
	s := &p.state
	if p.attackers {
		straight := p.straightFatigue(x, y)
		if straight > 0 && p.find(x, y) {
			for _, c := range p.route {
				if !p.step(rules.MoveTo(c.x, c.y)) {
					return false
				}
			}
			return true
		}
		if !p.desperate && straight > fatigueScale+s.Fatigue {
			return false
		}
	}
	for s.X != x || s.Y != y {
		if !p.step(rules.MoveTo(hopTo(s.X, s.Y, x, y, s.Speed))) {
			return false
		}
	}
	return true
}

// straightFatigue returns the fatigue that the straight walk to the cell
// costs before it is there.
func (p *planner) straightFatigue(x, y int64) (fatigue int64) {
	s := &p.state
	for cx, cy := hopTo(s.X, s.Y, x, y, s.Speed); cx != x || cy != y; cx, cy = hopTo(cx, cy, x, y, s.Speed) {
		fatigue += p.threat(cx, cy)
	}
	return fatigue
}

// hopTo returns where one move of the straight walk from a cell ends.
func hopTo(fromX, fromY, x, y, speed int64) (int64, int64) {
	dx, dy := x-fromX, y-fromY
	d2 := dx*dx + dy*dy
	if d2 <= speed*speed {
		return x, y
	}
	share := float64(speed) / math.Sqrt(float64(d2))
	hopX, hopY := int64(float64(dx)*share), int64(float64(dy)*share)
	// Rounded towards the hero, it falls short: one more cell along either
	// side often is in reach.
	sideX, sideY := sign(dx), sign(dy)
	far := func(x, y int64) bool { return x*x+y*y > speed*speed }
	if wide := max(dx, -dx) >= max(dy, -dy); wide && !far(hopX+sideX, hopY) || far(hopX, hopY+sideY) && !far(hopX+sideX, hopY) {
		hopX += sideX
	} else if !far(hopX, hopY+sideY) {
		hopY += sideY
	}
	if hopX == 0 && hopY == 0 {
		hopX = sideX // refused by the rules: the hero cannot move
		if sideX == 0 {
			hopY = sideY
		}
	}
	return fromX + hopX, fromY + hopY
}

func sign(n int64) int64 { return int64(cmp.Compare(n, 0)) }

// hypot is math.Hypot for lengths that can be squared, as those of a world can: it takes
// a fraction of the time.
func hypot(dx, dy float64) float64 { return math.Sqrt(dx*dx + dy*dy) }
