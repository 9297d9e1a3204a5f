package keeper

import (
	"math"

	rules "arbiter/referee/games/keeper"
)

// prospect returns the score to expect from a position for a hero who knows a part
// of it: the exit is reached with a chance that is a logistic curve of its features,
// fitted to 10 600 positions of 466 matches of the boss. On positions of 234 others its
// Brier score is 0.073; that of how often the boss gets out is 0.105.
func prospect(s *rules.State, known *rules.Set) float64 {
	o := look(s, known)
	sum := 0.0
	for i, x := range o.features(&s.Hero) {
		sum += chances[i] * x
	}
	chance := 1 / (1 + math.Exp(-sum))
	// Until then the boss takes some more items.
	more := -117 + 135*float64(o.left)/rules.TurnLimit + 18*float64(o.treasures) + 7.3*float64(o.turns)
	const less = 105 // points that a hero loses who does not get out: he seldom dies
	return float64(s.Hero.Score) + chance*(rules.ExitScore+more) - (1-chance)*less
}

// An outlook is what lies between the hero and an exit.
type outlook struct {
	turns     int     // on the shortest way, with those that the monsters on it take
	harm      int     // what the monsters along this way may do
	hidden    float64 // share of this way that the hero has never seen
	seen      bool    // he has seen the exit
	left      int     // turns of the match
	treasures int     // on the map
}

// look follows the shortest way to an exit.
func look(s *rules.State, known *rules.Set) outlook {
	exits, obstacles := s.Things[rules.Exit], s.Things[rules.Obstacle]
	o := outlook{
		turns: rules.TurnLimit, hidden: 1, left: rules.TurnLimit - s.Turn,
		seen: exits.And(*known) != rules.Set{}, treasures: s.Things[rules.Treasure].Len(),
	}
	var far, step field // far is negative because spread looks for the highest value
	for c := range far {
		far[c], step[c] = nowhere, 1
	}
	for c := range exits.All() {
		far[c] = 0
	}
	for c := range s.Occupied.All() {
		id, _ := s.MonsterAt(c)
		step[c] += swordHits(s.Monsters[id])
	}
	spread(&far, &step, obstacles)
	at := s.Hero.Cell
	if far[at] == nowhere {
		return o
	}
	o.turns = -far[at]
	way := rules.Square(at, 0)
	for far[at] < 0 {
		steps, n := at.Steps()
		for _, to := range steps[:n] {
			if !obstacles.Has(to) && far[to]-step[to] == far[at] {
				at = to
				break
			}
		}
		way.Add(at)
	}
	o.hidden = float64(way.Without(*known).Len()) / float64(way.Len())
	for c := range s.Occupied.All() {
		id, _ := s.MonsterAt(c)
		m := s.Monsters[id]
		traits := m.Type.Traits()
		switch harm := traits.Damage * swordHits(m); {
		case way.And(rules.Square(c, traits.Attack)) != rules.Set{}:
			o.harm += harm
		case way.And(rules.Square(c, traits.View)) != rules.Set{}:
			o.harm += harm / 2 // it may not come near
		}
	}
	return o
}

// features returns what tells how likely the exit is reached.
func (o *outlook) features(h *rules.Hero) [len(chances)]float64 {
	health, harm := float64(h.Health), float64(o.harm)
	left, spare := float64(o.left)/rules.TurnLimit, float64(o.left-o.turns)
	seen, unseen := 0.0, 1.0
	if o.seen {
		seen, unseen = 1, 0
	}
	charges := func(w rules.Weapon) float64 { return math.Min(1, float64(h.Charges[w])/10) }
	return [...]float64{
		1, health / rules.MaxHealth, math.Exp(-health / 5), seen, seen * health / rules.MaxHealth,
		math.Tanh(spare / 10), unseen * math.Tanh(spare/40), left, unseen * left,
		float64(o.turns) / 50, harm / 20, math.Min(3, harm/(health+1)), o.hidden,
		charges(rules.Hammer), charges(rules.Scythe), charges(rules.Bow),
	}
}

// chances are the weights of the features.
var chances = [...]float64{
	0.79, 0.04, -1.16, -2.06, 3.42,
	2.35, 0.73, 1.42, -2.02,
	0.35, -0.95, -0.86, -0.64,
	-0.48, 1.73, 4.57,
}
