package keeper

import rules "arbiter/referee/games/keeper"

// A field has a number for every cell.
type field [rules.Cells]int

// nowhere is less than the value of any cell from which a way leads somewhere.
const nowhere = -1 << 30

// A plan tells what it is worth to stand on a cell by where the ways from
// there lead: see routes. It is made of what the hero knows at the start of a turn: what
// beam does not look far enough to see.
type plan struct {
	Parameters
	seen  int // what the hero knew in the turn before: see progress
	tries tries

	sights field     // what there is to see from each cell, until the exit is seen
	turns  field     // turns to the exit, once it is seen
	closed rules.Set // cells that no way out crosses

	news      rules.Set // cells from which something unknown comes into sight, until the exit is seen
	exitKnown bool
	atLeisure bool      // see pace
	items     rules.Set // when the plan was made
	monsters  rules.Set
	charges   [rules.Weapons]int       // what a charge is worth in this turn
	turn      int                      // Turn as it counts in this turn
	threat    int                      // Threat as it counts in this turn
	fear      [rules.MaxHealth + 1]int // of death, by health
	peril     [rules.MaxHealth + 1]int // what lost health costs, fear included
}

// make makes the plan of a turn. start is the cell where the match began.
func (p *plan) make(known *rules.Knowledge, start rules.Cell) {
	s := &known.State
	p.news = rules.Set{}
	p.exitKnown = s.Things[rules.Exit].Len() > 0
	p.items = items(s)
	p.monsters = s.Occupied
	p.progress(known)

	p.closed = s.Things[rules.Obstacle]
	p.atLeisure = false
	if p.exitKnown {
		p.closed = p.pace(known)
	} else {
		p.explore(known, start)
	}
	p.weigh(s.Turn)
}

// routes returns how much it is worth to stand on each cell, by the best way from there.
// Until the exit is seen, and again at leisure, the way leads to where there is most to
// see; otherwise to the exit. It passes an item if that is better. In known, monsters and
// items may be gone that were there when the plan was made.
func (p *plan) routes(known *rules.Knowledge) (worth field) {
	s := &known.State
	turns, left := stepTurns(known), rules.TurnLimit-s.Turn
	cost := p.stepCosts(known, &turns)
	obstacles := s.Things[rules.Obstacle]
	if p.exitKnown {
		worth = waysOut(s, &cost, p.closed)
	} else {
		worth = p.sights
		spread(&worth, &cost, p.news, obstacles)
	}
	if p.atLeisure {
		p.loot(&worth, known, left)
		obstacles = obstacles.Or(s.Things[rules.Exit]) // who has more to collect takes no way across it
		spread(&worth, &cost, known.Known, obstacles)
	}
	for t := rules.Treasure; t <= rules.BowCharge; t++ {
		gain := p.itemWorth(t, s.Hero.Health)
		for c := range s.Things[t].All() {
			if !p.exitKnown || p.inTime(c, left) {
				worth[c] += gain
			}
		}
	}
	spread(&worth, &cost, items(s), obstacles)
	return worth
}

// pace counts the turns to the exits, tells whether the hero is at leisure, and returns
// the cells that his way out may not cross. He is when he knows every cell of a way out,
// has turns to spare for it, and the monsters along it leave him healthy. When there are
// turns for it and none to spare, he counts on no way that he would have to find: an
// exit is often seen across walls.
func (p *plan) pace(known *rules.Knowledge) (closed rules.Set) {
	s := &known.State
	turns, left := stepTurns(known), rules.TurnLimit-s.Turn
	obstacles := s.Things[rules.Obstacle]
	unsure := obstacles.Or(unknown(known)) // obstacles, and what may be one
	p.turns = turnsOut(s, &turns, unsure)
	switch from := s.Hero.Cell; {
	case p.inTime(from, left):
		if p.atLeisure = healthy(s, unsure); p.atLeisure {
			return unsure
		}
	case p.turns[from] < left:
		return unsure
	}
	p.turns = turnsOut(s, &turns, obstacles)
	return obstacles
}

// healthy reports whether the monsters along the safest way out take less than half of
// the hero's health.
func healthy(s *rules.State, blocked rules.Set) bool {
	var harm field
	addHarm(&harm, s, 1, 0)
	safest := waysOut(s, &harm, blocked)
	return -2*safest[s.Hero.Cell] < s.Hero.Health
}

// weigh sets what counts differently from turn to turn. Turns run out on the search
// for the exit, and health and charges are for it: at leisure, most of what is left of
// them may be spent on points.
func (p *plan) weigh(turn int) {
	turnShare, healthShare, chargeShare := 100, 100, 100
	switch {
	case p.atLeisure:
		turnShare, healthShare, chargeShare = p.Leisure, p.Calm, p.Spend
	case !p.exitKnown:
		turnShare += p.Haste * turn
	}
	p.turn = p.Turn * turnShare / 100
	p.charges = [rules.Weapons]int{rules.Hammer: p.Hammer, rules.Scythe: p.Scythe, rules.Bow: p.Bow}
	for w := range p.charges {
		p.charges[w] = p.charges[w] * chargeShare / 100
	}
	p.threat = p.bolder(p.Threat, turn)
	vital := p.bolder(p.Vital, turn)
	for health := range p.peril {
		p.fear[health] = p.fearAt(health, turn) * healthShare / 100
		p.peril[health] = p.fear[health] + vital*(rules.MaxHealth-health)*healthShare/100
	}
}

// inTime reports whether a hero on the cell has turns enough to collect something
// there: left, less those to the exit.
func (p *plan) inTime(c rules.Cell, left int) bool {
	return p.turns[c]+p.spare(p.turns[c]) <= left
}

// spare returns how many turns should be left beside those out, to the exit.
func (p *plan) spare(out int) int { return out/4 + p.Reserve }

// loot adds what may lie on the unknown cells around each cell: treasures above all.
func (p *plan) loot(worth *field, known *rules.Knowledge, left int) {
	for c := range known.Known.Without(known.State.Things[rules.Obstacle]).All() {
		if p.inTime(c, left) {
			worth[c] += p.Loot * rules.Square(c, rules.Sight).Without(known.Known).Len()
		}
	}
}

// progress forgets what was tried when there is news: a cell came into sight, a monster
// died or an item was taken.
func (p *plan) progress(known *rules.Knowledge) {
	seen := known.Known.Len() - p.monsters.Len() - items(&known.State).Len()
	if seen != p.seen {
		p.tries.clear()
	}
	p.seen = seen
	p.tries.here = keyOf(&known.State)
}

// unknown returns the cells that were never in sight.
func unknown(known *rules.Knowledge) rules.Set {
	return rules.Square(0, rules.Width).Without(known.Known)
}

// waysOut returns what the best way from each cell to an exit costs, as a negative
// number, because spread looks for the highest value.
func waysOut(s *rules.State, cost *field, blocked rules.Set) (worth field) {
	for c := range worth {
		worth[c] = nowhere
	}
	for c := range s.Things[rules.Exit].All() {
		worth[c] = 0
	}
	spread(&worth, cost, s.Things[rules.Exit], blocked)
	return worth
}

// turnsOut returns how many turns it takes from each cell to an exit.
func turnsOut(s *rules.State, turns *field, blocked rules.Set) field {
	out := waysOut(s, turns, blocked)
	for c := range out {
		out[c] = -out[c]
	}
	return out
}

// explore gives the known cells a value by what would come into sight there.
func (p *plan) explore(known *rules.Knowledge, start rules.Cell) {
	for c := range rules.Cell(rules.Cells) {
		p.sights[c] = nowhere
		if !known.Known.Has(c) || known.State.Things[rules.Obstacle].Has(c) {
			continue
		}
		gain := 0
		for hidden := range rules.Square(c, rules.Sight).Without(known.Known).All() {
			gain += chance(start, hidden)
		}
		if gain > 0 {
			p.news.Add(c)
			p.sights[c] = p.Explore * gain / (gain + p.ExploreHalf)
		}
	}
}

// chance returns how likely the exit is on a cell, from 0 to 256. The map
// generator puts it at least 16 steps of the maze away from the start, so it
// is hardly ever near: over many maps the chance grows about like this.
func chance(start, c rules.Cell) int {
	distance := min(16, rules.Distance(start, c))
	return distance * distance
}

// stepTurns returns how many turns a step onto each cell takes: a monster there
// must be destroyed first, and an unknown cell may ask for a way round.
func stepTurns(known *rules.Knowledge) (turns field) {
	s := &known.State
	for c := range rules.Cell(rules.Cells) {
		turns[c] = 1
		if !known.Known.Has(c) {
			turns[c]++
		}
		if id, ok := s.MonsterAt(c); ok {
			turns[c] += swordHits(s.Monsters[id])
		}
	}
	return turns
}

// swordHits returns how many hits of the sword destroy a monster.
func swordHits(m rules.Monster) int {
	damage := rules.Sword.Damage()
	return (int(m.Health) + damage - 1) / damage
}

// stepCosts returns what a step onto each cell costs, in points: its turns and
// the damage to expect there.
func (p *plan) stepCosts(known *rules.Knowledge, turns *field) (cost field) {
	s := &known.State
	for c := range rules.Cell(rules.Cells) {
		if known.Known.Has(c) {
			cost[c] = turns[c] * p.turn
		} else {
			cost[c] = p.turn + p.Unknown
		}
	}
	addHarm(&cost, s, p.bolder(p.Hurt, s.Turn), p.bolder(p.Follow, s.Turn))
	return cost
}

// addHarm adds to the cost of a step onto each cell what the monsters may do there: hurt
// for a point of damage of one that reaches the cell, and follow of one that only sees it.
func addHarm(cost *field, s *rules.State, hurt, follow int) {
	for from := range s.Occupied.All() {
		id, _ := s.MonsterAt(from)
		m := s.Monsters[id]
		traits := m.Type.Traits()
		reach := rules.Square(from, traits.Attack)
		for c := range reach.All() {
			cost[c] += traits.Damage * swordHits(m) * hurt
		}
		for c := range rules.Square(from, traits.View).Without(reach).All() {
			cost[c] += traits.Damage * follow
		}
	}
}

// spread raises each cell to what the best way from it leads to: the value of a neighbour
// less the cost of the step there. from are the cells whose values others do not know of
// yet.
func spread(worth, cost *field, from, obstacles rules.Set) {
	for from = from.Without(obstacles); from != (rules.Set{}); {
		var raised rules.Set
		for to := range from.All() {
			w := worth[to] - cost[to]
			steps, n := to.Steps()
			for _, c := range steps[:n] {
				if w > worth[c] && !obstacles.Has(c) {
					worth[c] = w
					raised.Add(c)
				}
			}
		}
		from = raised
	}
}
