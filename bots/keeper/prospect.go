package keeper

import (
	"math"

	rules "arbiter/referee/games/keeper"
)

// prospect returns the score to expect from a position for a hero who knows a part
// of it.
func prospect(s *rules.State, known *rules.Set) float64 {
	o := look(s, known)
	chance := o.chance(&s.Hero)
	// On its way the boss takes some more items, and kills: a line fitted to the positions
	// of 117 matches of TestProspectComesTrue.
	left := float64(o.left) / rules.TurnLimit
	more := -58 + 334*left + 36*left*float64(o.treasures) + 4.3*float64(o.turns)
	const less = 7 // points that a hero loses who does not get out: he seldom dies
	return float64(s.Hero.Score) + chance*(rules.ExitScore+more) - (1-chance)*less
}

// An outlook is what lies between the hero and an exit.
type outlook struct {
	turns     int  // on the shortest way, with those that the monsters on it take
	cost      int  // of the cheapest way, in points, those turns included
	seen      bool // he has seen the exit
	left      int  // turns of the match
	treasures int  // on the map
	potions   int  // that he has seen
	near      int  // damage of the monsters that reach him
	all       int  // damage of all monsters
}

// look sees what is left to the exit.
func look(s *rules.State, known *rules.Set) outlook {
	o := outlook{
		left: rules.TurnLimit - s.Turn, treasures: s.Things[rules.Treasure].Len(),
		seen:    s.Things[rules.Exit].And(*known) != rules.Set{},
		potions: s.Things[rules.Potion].And(*known).Len(),
		near:    danger(s), all: allDamage(s),
	}
	var turns, cost field
	for c := range turns {
		turns[c] = 1
	}
	for c := range s.Occupied.All() {
		id, _ := s.MonsterAt(c)
		turns[c] += swordHits(s.Monsters[id])
	}
	for c := range cost {
		cost[c] = turnCost * turns[c]
	}
	addHarm(&cost, s, hurtCost, followCost)
	o.turns = min(toExits(s, &turns), rules.TurnLimit)
	o.cost = min(toExits(s, &cost), rules.TurnLimit*turnCost)
	return o
}

// What a way costs, in points: those of the boss, but fixed, since prospect was fitted
// with them.
const (
	turnCost   = 10
	hurtCost   = 25 // a point of damage of a monster that reaches a cell
	followCost = 10 // of one that only sees it
)

// toExits returns what the cheapest way to an exit costs.
func toExits(s *rules.State, step *field) int {
	far := waysOut(s, step, s.Things[rules.Obstacle])
	return -far[s.Hero.Cell]
}

// chance returns how likely the exit is reached: a logistic curve of the features,
// fitted to 43 400 positions of matches that the boss went on with after slips. How well
// it foretells tells TestProspectComesTrue.
func (o *outlook) chance(h *rules.Hero) float64 {
	sum := 0.0
	for i, x := range o.features(h) {
		sum += chances[i] * x
	}
	return 1 / (1 + math.Exp(-sum))
}

// features returns what tells how likely the exit is reached.
func (o *outlook) features(h *rules.Hero) [len(chances)]float64 {
	seen, unseen := 0.0, 1.0
	if o.seen {
		seen, unseen = 1, 0
	}
	health, left, spare := float64(h.Health), float64(o.left)/rules.TurnLimit, float64(o.left-o.turns)
	weak := math.Exp(-health / 6)
	harm := float64(max(0, o.cost-turnCost*o.turns)) / hurtCost
	risk := math.Sqrt(math.Min(4, harm/(health+1)))
	charges := func(w rules.Weapon) float64 { return math.Min(1, float64(h.Charges[w])/5) }
	return [...]float64{
		1, health / rules.MaxHealth, unseen * weak, unseen * left * health / rules.MaxHealth,
		float64(o.turns) / 50, math.Tanh(spare / 5), unseen * math.Tanh(spare/20), left,
		risk, math.Exp(-float64(o.cost) / 400), seen * float64(o.cost) / 500, float64(o.all) / 50, float64(o.near) / 5,
		charges(rules.Scythe), charges(rules.Bow), charges(rules.Bow) * risk, math.Min(1, float64(o.potions)/3) * (1 - health/rules.MaxHealth),
	}
}

// chances are the weights of the features.
var chances = [...]float64{
	-3.41, 4.93, -1.23, -4.16,
	-2.97, 2.34, 1.08, 5.94,
	-0.64, 4.98, -0.10, -1.97, 0.95,
	1.06, 7.12, -2.03, 1.64,
}
