package keeper

import (
	"arbiter/bots/option"
	rules "arbiter/referee/games/keeper"
)

// Parameters are what Boss weighs, in points of score unless they say
// otherwise. They are judgements, found by playing thousands of seeds, and no
// rules.
type Parameters struct {
	Turn    int // a turn
	Haste   int // percent by which a turn costs more with each turn that the exit is not seen
	Soon    int // percent of a turn that it is worth to see something new a turn sooner
	Hurt    int // a point of damage on a way that is planned and not yet played
	Follow  int // a point of damage of a monster that sees the hero and has yet to reach him
	Unknown int // a step onto an unknown cell, which may be an obstacle

	Explore     int // to see all that is unknown
	ExploreHalf int // sum of chances (see chance) that is worth half of it

	Death  int // life, when health is about to be 0 ...
	Scale  int // ... and how many points of health make it 2.7 times safer
	Vital  int // a point of health, however much is left
	Threat int // a point of damage within reach at the end of a line, for a hero at threatAt
	Kill   int // a monster's death, for each point of its damage

	Late    int // to be too far from the exit to reach it within the turn limit
	Reserve int // turns to spare, beside a quarter of the way, when items are still collected

	Bold     int // percent by which damage counts less at the turn limit than at the start
	Patience int // turns without news after which damage counts less ...
	Restless int // ... by so many percent each turn
	Floor    int // percent of its cost that damage keeps at least

	Hammer, Scythe, Bow int // a charge
}

// threatAt is the health at which Threat is the cost of a point of damage.
const threatAt = 12

// DefaultParameters returns what Boss weighs when no option says otherwise.
func DefaultParameters() Parameters {
	return Parameters{
		Turn: 10, Haste: 4, Soon: 50, Hurt: 25, Follow: 10, Unknown: 60,
		Explore: 600, ExploreHalf: 2048,
		Death: 2500, Scale: 5, Vital: 30, Threat: 25, Kill: 20,
		Late: 5000, Reserve: 10,
		Bold: 90, Patience: 10, Restless: 5, Floor: 4,
		Hammer: 12, Scythe: 35, Bow: 90,
	}
}

// List returns the parameters as options of the bot.
func (p *Parameters) List() []option.Parameter {
	return []option.Parameter{
		{Name: "turn", Value: &p.Turn, Min: 0, Max: 1000, About: "a turn"},
		{Name: "haste", Value: &p.Haste, Min: 0, Max: 100, About: "percent by which a turn costs more with each turn without an exit"},
		{Name: "soon", Value: &p.Soon, Min: 0, Max: 100, About: "percent of a turn that it is worth to see something new a turn sooner"},
		{Name: "hurt", Value: &p.Hurt, Min: 0, Max: 1000, About: "a point of damage on a planned way"},
		{Name: "follow", Value: &p.Follow, Min: 0, Max: 1000, About: "a point of damage of a monster that will follow"},
		{Name: "unknown", Value: &p.Unknown, Min: 0, Max: 1000, About: "a step onto an unknown cell"},
		{Name: "explore", Value: &p.Explore, Min: 0, Max: 100000, About: "to see all that is unknown"},
		{Name: "explorehalf", Value: &p.ExploreHalf, Min: 1, Max: 100000, About: "sum of chances worth half of that"},
		{Name: "death", Value: &p.Death, Min: 0, Max: 100000, About: "life, when health is about to be 0"},
		{Name: "scale", Value: &p.Scale, Min: 2, Max: 100, About: "points of health that make life 2.7 times safer"},
		{Name: "vital", Value: &p.Vital, Min: 0, Max: 1000, About: "a point of health, however much is left"},
		{Name: "threat", Value: &p.Threat, Min: 0, Max: 1000, About: "a point of damage within reach at health 12"},
		{Name: "kill", Value: &p.Kill, Min: 0, Max: 1000, About: "a monster's death, for a point of its damage"},
		{Name: "late", Value: &p.Late, Min: 0, Max: 100000, About: "to be too far from the exit"},
		{Name: "reserve", Value: &p.Reserve, Min: 0, Max: rules.TurnLimit, About: "turns to spare when items are collected"},
		{Name: "bold", Value: &p.Bold, Min: 0, Max: 100, About: "percent by which damage counts less at the turn limit"},
		{Name: "patience", Value: &p.Patience, Min: 0, Max: rules.TurnLimit, About: "turns without news until damage counts less"},
		{Name: "restless", Value: &p.Restless, Min: 0, Max: 100, About: "percent by which it counts less each turn from then on"},
		{Name: "floor", Value: &p.Floor, Min: 0, Max: 100, About: "percent of its cost that damage keeps"},
		{Name: "hammer", Value: &p.Hammer, Min: 0, Max: 1000, About: "a charge of the hammer"},
		{Name: "scythe", Value: &p.Scythe, Min: 0, Max: 1000, About: "a charge of the scythe"},
		{Name: "bow", Value: &p.Bow, Min: 0, Max: 1000, About: "a charge of the bow"},
	}
}
