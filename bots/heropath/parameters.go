package heropath

import "arbiter/bots/option"

// Parameters are what Boss weighs and how it searches.
type Parameters struct {
	Stronger  int // how much more a stronger hero is expected to earn, in percent
	Prospects int // how much monsters in reach count before they are dead, in percent
	Richer    int // how much it counts to be in a rich part of the world, in percent; 0 in the first search
	Width     int // positions of a turn that a search keeps
	Heat      int // how much worse a plan may become while it is improved coolest, in thousandths of a turn's gold: see annealings
}

// DefaultParameters returns what Boss plans with when no option says otherwise.
func DefaultParameters() Parameters {
	return Parameters{Stronger: 100, Prospects: 50, Richer: 30, Width: 500, Heat: 20}
}

// List returns the parameters as options of the bot.
func (p *Parameters) List() []option.Parameter {
	return []option.Parameter{
		{Name: "stronger", Value: &p.Stronger, Min: 0, Max: 1000, About: "how much more a stronger hero earns, in percent"},
		{Name: "prospects", Value: &p.Prospects, Min: 0, Max: 1000, About: "how much monsters in reach count, in percent"},
		{Name: "richer", Value: &p.Richer, Min: 0, Max: 1000, About: "how much rich parts of the world attract, in percent"},
		{Name: "width", Value: &p.Width, Min: 1, Max: 100_000, About: "positions of a turn that a search keeps"},
		{Name: "heat", Value: &p.Heat, Min: 0, Max: 100_000, About: "how much worse an improved plan may become, in thousandths of a turn's gold"},
	}
}
