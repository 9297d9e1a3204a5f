package heropath

import "arbiter/bots/option"

// Parameters are what Boss weighs and how it searches: see List.
type Parameters struct{ Stronger, Prospects, Width, Heat int }

// DefaultParameters returns what Boss plans with when no option says otherwise.
func DefaultParameters() (p Parameters) {
	option.SetDefaults(p.List())
	return p
}

// List returns the parameters as options of the bot: each is declared here alone.
func (p *Parameters) List() []option.Parameter {
	return []option.Parameter{
		{Name: "stronger", Value: &p.Stronger, Default: 100, Min: 0, Max: 1000, About: "how much more a stronger hero is expected to earn, in percent"},
		{Name: "prospects", Value: &p.Prospects, Default: 50, Min: 0, Max: 1000, About: "how much monsters in reach count before they are dead, in percent"},
		{Name: "width", Value: &p.Width, Default: 500, Min: 1, Max: 100_000, About: "positions of a turn that a search keeps"},
		{Name: "heat", Value: &p.Heat, Default: 20, Min: 0, Max: 100_000, About: "how much worse a plan may become while it is improved coolest, in thousandths of a turn's gold"},
	}
}
