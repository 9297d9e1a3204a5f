package keeper

import rules "arbiter/referee/games/keeper"

// What Boss weighs, in points of score. These are judgements, found by playing
// a few hundred seeds, and no rules.
const (
	turnCost    = 30 // a turn
	hurtCost    = 50 // a point of damage on a way that is planned and not yet played
	followCost  = 25 // a point of damage of a monster that sees the hero and has yet to reach him
	unknownCost = 60 // a step onto an unknown cell, which may be an obstacle

	exploreWorth = 600  // to see all that is unknown
	exploreHalf  = 2048 // sum of chances (see chance) that is worth half of it

	deathCost   = 4000 // life, when health is about to be 0 ...
	deathScale  = 5    // ... and how many points of health make it 2.7 times safer
	threatCost  = 25   // a point of damage within reach at the end of a line, for a hero at threatAt
	threatAt    = 12
	killWorth   = 20   // a monster's death, for each point of its damage
	lateCost    = 5000 // to be too far from the exit to reach it within the turn limit
	lateReserve = 10   // turns to spare, beside a quarter of the way, when items are still collected

	hammerWorth = 20 // a charge
	scytheWorth = 30
	bowWorth    = 40
)

// boldness is the percentage by which damage counts less at the turn limit than
// at the start: a hero that has not found the exit by then has lost it anyway.
const boldness = 50

// bolder returns a cost of damage as it counts after so many turns.
func bolder(cost, turn int) int { return cost - cost*boldness*turn/(100*rules.TurnLimit) }

// peril returns what is at stake with so much health left: the first points
// of health matter much and the last ones little. It is an exponential made of
// whole numbers, so that every machine plays alike.
func peril(health, turn int) int {
	const fine = 256
	p := bolder(deathCost, turn) * fine
	for range max(0, health) {
		p -= p / deathScale
	}
	return p / fine
}

// worth returns what a position at the end of a line is worth.
func (p *plan) worth(s *rules.State) int {
	hero := &s.Hero
	switch s.End {
	case rules.Won:
		return hero.Score
	case rules.Dead:
		return hero.Score - p.peril[0]
	}
	w := hero.Score +
		hammerWorth*hero.Charges[rules.Hammer] + scytheWorth*hero.Charges[rules.Scythe] + bowWorth*hero.Charges[rules.Bow]
	w -= p.peril[hero.Health] + threatCost*danger(s)*p.peril[hero.Health]/p.peril[threatAt]
	if s.Occupied != p.monsters { // else nothing was killed
		w += killWorth * (p.damage - allDamage(s))
	}
	if items(s).Len() == p.items.Len() {
		w += p.viaItem[hero.Cell]
	} else { // the plan's item may be taken: it must not count again
		w += p.direct[hero.Cell]
	}
	if p.exitKnown {
		w += rules.ExitScore // as good as there
		if p.turns[hero.Cell] >= rules.TurnLimit-s.Turn {
			w -= lateCost
		}
	}
	return w
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

// items returns the cells of all items but the exit.
func items(s *rules.State) rules.Set {
	var all rules.Set
	for t := rules.Treasure; t <= rules.BowCharge; t++ {
		all = all.Or(s.Things[t])
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
	case rules.HammerCharge:
		return hammerWorth
	case rules.ScytheCharge:
		return scytheWorth
	default:
		return bowWorth
	}
}
