package keeper

import rules "arbiter/referee/games/keeper"

// bolder returns a cost of damage as it counts in this turn. It counts less and less as
// the turns run out: a hero who has not found the exit by then has lost the health
// anyway.
func (p *plan) bolder(cost, turn int) int {
	return cost * (100 - p.Bold*turn/rules.TurnLimit) / 100
}

// fearAt returns what is at stake with so much health left: the first points
// of health matter much and the last ones little. It is an exponential made of
// whole numbers, so that every machine plays alike.
func (p *plan) fearAt(health, turn int) int {
	const fine = 256
	at := p.bolder(p.Death, turn) * fine
	for range max(0, health) {
		at -= at / p.Scale
	}
	return at / fine
}

// evaluate returns what a position at the end of a line is worth. r are the routes of
// the turn in which the line begins.
func (p *plan) evaluate(s *rules.State, r *routes) int {
	hero := &s.Hero
	switch s.End {
	case rules.Won:
		return hero.Score
	case rules.Dead:
		return hero.Score - p.peril[0]
	}
	w := hero.Score
	for weapon := rules.Hammer; weapon <= rules.Bow; weapon++ {
		w += p.charges[weapon] * hero.Charges[weapon]
	}
	w -= p.peril[hero.Health] + p.threat*danger(s)*p.fear[hero.Health]/max(1, p.fear[threatAt])
	if p.killed(s) {
		for _, m := range s.Monsters[:s.Count] {
			if m.Health <= 0 {
				w += p.Kill * m.Type.Traits().Damage
			}
		}
	}
	w += r.of(p, s)[hero.Cell]
	if p.exitKnown {
		w += rules.ExitScore // as good as there
		w -= p.lateness(hero.Cell, rules.TurnLimit-s.Turn)
	}
	return w
}

// lateness returns the cost of being on a cell with so many turns left, when the exit is
// known. If the turns are too few, it is all of Late. Each turn that is missing to spare
// costs something, because a monster that comes into the way takes some.
func (p *plan) lateness(c rules.Cell, left int) (cost int) {
	out := min(p.turns[c], rules.TurnLimit) // there may be no way
	if out >= left {
		cost = p.Late
	}
	missing := p.spare(out) - max(0, left-out)
	return cost + p.Tight*max(0, missing)
}

// allDamage returns the damage that all monsters together can do in a turn.
func allDamage(s *rules.State) int {
	damage := 0
	for c := range s.Occupied.All() {
		id, _ := s.MonsterAt(c)
		damage += s.Monsters[id].Type.Traits().Damage
	}
	return damage
}

// items returns the cells of all items but the exit. It is asked at every node, where word
// by word takes a third of the time of Set.Or.
func items(s *rules.State) rules.Set {
	var all rules.Set
	for t := rules.Treasure; t <= rules.BowCharge; t++ {
		of := &s.Things[t]
		for i := range all {
			all[i] |= of[i]
		}
	}
	return all
}

// itemWorth returns what an item is worth to the hero.
func (p *plan) itemWorth(t rules.Type, health int) int {
	switch t {
	case rules.Treasure:
		return rules.TreasureScore
	case rules.Potion:
		return p.peril[health] - p.peril[min(health+rules.PotionHealth, rules.MaxHealth)]
	default: // the charges come in the order of the weapons
		return p.charges[rules.Hammer+rules.Weapon(t-rules.HammerCharge)]
	}
}
