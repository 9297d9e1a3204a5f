package keeper

import (
	"io"
	"net/url"

	"arbiter/bots/option"
	rules "arbiter/referee/games/keeper"
	"arbiter/referee/rng"
)

// What a hit point and a turn are worth to Greedy, in points of score.
const (
	greedyHealth = 3
	greedyThreat = 2 // per point of damage that the monsters in reach can do
)

// Greedy plays each action one turn ahead and takes the one with the best score and
// health after it. Where that decides nothing, it goes to the nearest cell from which
// it would see something new. Once the exit is in sight, it goes there instead. The
// option seed, 1 when it is not given, decides among equals.
func Greedy(in io.Reader, out io.Writer, options url.Values) error {
	seed, err := option.Int(options, "seed", 1)
	if err != nil {
		return err
	}
	return answer(in, out, greedy(seed))
}

// greedy returns the choice that Greedy plays.
func greedy(seed int64) thinker {
	r := rng.NewSplitMix64(uint64(seed))
	var known rules.Knowledge
	return func(hero rules.Hero, visible []rules.Entity) rules.Action {
		known.See(hero, visible)
		way := stepsTo(goals(&known), known.State.Things[rules.Obstacle])
		var buffer [rules.MaxActions]rules.Action
		var best rules.Action
		bestWorth, equals := 0, 0
		for _, action := range known.State.Effective(buffer[:0]) {
			next := known.State
			next.StepInOrder(action, nil, nil)
			worth := next.Hero.Score + greedyHealth*next.Hero.Health -
				greedyThreat*danger(&next) - way[next.Hero.Cell]
			if equals == 0 || worth > bestWorth {
				bestWorth, equals = worth, 0
			}
			if worth == bestWorth {
				equals++
				if r.Below(equals) == 0 { // every equal has the same chance to stay
					best = action
				}
			}
		}
		return best
	}
}

// goals returns the exits that were seen, or else the cells from which an
// unknown cell comes into sight.
func goals(known *rules.Knowledge) rules.Set {
	if exits := known.State.Things[rules.Exit]; exits.Len() > 0 {
		return exits
	}
	var lookouts rules.Set
	for c := range rules.Cell(rules.Cells) {
		if rules.Square(c, rules.Sight).Without(known.Known).Len() > 0 {
			lookouts.Add(c)
		}
	}
	return lookouts.Without(known.State.Things[rules.Obstacle])
}

// stepsTo returns for every cell the number of steps to the nearest of the
// goals, monsters ignored. Where no way leads there it is more than any way.
func stepsTo(goals, blocked rules.Set) (steps [rules.Cells]int) {
	for c := range steps {
		steps[c] = rules.Cells
	}
	reached := rules.Set{}
	for n, edge := 0, goals; edge.Len() > 0; n++ {
		for c := range edge.All() {
			steps[c] = n
		}
		reached = reached.Or(edge)
		edge = edge.Grown().Without(reached).Without(blocked)
	}
	return steps
}

// danger returns the damage that the monsters now within attack range do when
// they get to act again.
func danger(s *rules.State) int {
	damage := 0
	for c := range s.Occupied.And(rules.Square(s.Hero.Cell, rules.Sight)).All() {
		id, _ := s.MonsterAt(c)
		traits := s.Monsters[id].Type.Traits()
		if rules.Range(c, s.Hero.Cell) <= traits.Attack {
			damage += traits.Damage
		}
	}
	return damage
}
