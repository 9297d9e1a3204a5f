package keeper

import (
	"arbiter/bots/option"
	rules "arbiter/referee/games/keeper"
)

// Parameters are what Boss weighs, in points of score unless List says otherwise. They
// are judgements, found by playing thousands of seeds, and no rules.
type Parameters struct {
	Turn, Haste, Soon, Hurt, Follow, Unknown int
	Explore, ExploreHalf                     int
	Death, Scale, Vital, Threat, Kill        int
	Late, Tight, Reserve                     int
	Bold, Again                              int
	Hammer, Scythe, Bow                      int // a charge
	Leisure, Loot, Calm, Spend               int // once the way out is clear
}

// threatAt is the health at which Threat is the cost of a point of damage.
const threatAt = 12

// DefaultParameters returns what Boss weighs when no option says otherwise.
func DefaultParameters() (p Parameters) {
	option.SetDefaults(p.List())
	return p
}

// List returns the parameters as options of the bot: each is declared here alone.
func (p *Parameters) List() []option.Parameter {
	return []option.Parameter{
		{Name: "turn", Value: &p.Turn, Default: 10, Min: 0, Max: 1000, About: "a turn"},
		{Name: "haste", Value: &p.Haste, Default: 4, Min: 0, Max: 100, About: "percent by which a turn costs more with each turn that the exit is not seen"},
		{Name: "soon", Value: &p.Soon, Default: 50, Min: 0, Max: 100, About: "percent of a turn that it is worth to see something new a turn sooner"},
		{Name: "hurt", Value: &p.Hurt, Default: 25, Min: 0, Max: 1000, About: "a point of damage on a way that is planned and not yet played"},
		{Name: "follow", Value: &p.Follow, Default: 10, Min: 0, Max: 1000, About: "a point of damage of a monster that sees the hero and has yet to reach him"},
		{Name: "unknown", Value: &p.Unknown, Default: 60, Min: 0, Max: 1000, About: "a step onto an unknown cell, which may be an obstacle"},

		{Name: "explore", Value: &p.Explore, Default: 600, Min: 0, Max: 100000, About: "to see all that is unknown"},
		{Name: "explorehalf", Value: &p.ExploreHalf, Default: 2048, Min: 1, Max: 100000, About: "sum of chances (see chance) that is worth half of that"},

		{Name: "death", Value: &p.Death, Default: 2500, Min: 0, Max: 100000, About: "life, when health is about to be 0"},
		{Name: "scale", Value: &p.Scale, Default: 5, Min: 2, Max: 100, About: "points of health that make life 2.7 times safer"},
		{Name: "vital", Value: &p.Vital, Default: 30, Min: 0, Max: 1000, About: "a point of health, however much is left"},
		{Name: "threat", Value: &p.Threat, Default: 25, Min: 0, Max: 1000, About: "a point of damage within reach at the end of a line, for a hero of health 12"},
		{Name: "kill", Value: &p.Kill, Default: 20, Min: 0, Max: 1000, About: "a monster's death, for each point of its damage"},

		{Name: "late", Value: &p.Late, Default: 5000, Min: 0, Max: 100000, About: "to be too far from the exit to reach it within the turn limit"},
		{Name: "tight", Value: &p.Tight, Default: 10, Min: 0, Max: 1000, About: "a turn that is missing of those to spare on the way out"},
		{Name: "reserve", Value: &p.Reserve, Default: 10, Min: 0, Max: rules.TurnLimit, About: "turns to spare, beside a quarter of the way, when items are still collected"},

		{Name: "bold", Value: &p.Bold, Default: 90, Min: 0, Max: 100, About: "percent by which damage counts less at the turn limit than at the start"},
		{Name: "again", Value: &p.Again, Default: 30, Min: 0, Max: 1000, About: "what an action is worth less for each time that it was taken in the same position"},

		{Name: "hammer", Value: &p.Hammer, Default: 12, Min: 0, Max: 1000, About: "a charge of the hammer"},
		{Name: "scythe", Value: &p.Scythe, Default: 35, Min: 0, Max: 1000, About: "a charge of the scythe"},
		{Name: "bow", Value: &p.Bow, Default: 140, Min: 0, Max: 1000, About: "a charge of the bow"},

		{Name: "leisure", Value: &p.Leisure, Default: 15, Min: 0, Max: 100, About: "percent of its cost that a turn keeps once the way out is clear"},
		{Name: "loot", Value: &p.Loot, Default: 6, Min: 0, Max: 1000, About: "to see an unknown cell once the way out is clear"},
		{Name: "calm", Value: &p.Calm, Default: 25, Min: 0, Max: 100, About: "percent of its cost that lost health keeps once the way out is clear"},
		{Name: "spend", Value: &p.Spend, Default: 30, Min: 0, Max: 100, About: "percent of its worth that a charge keeps once the way out is clear"},
	}
}
