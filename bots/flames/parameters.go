package flames

import "arbiter/bots/option"

// Parameters are what Boss weighs, in hundredths of a HP: see List. They are judgements,
// found by playing seeds, and no rules.
type Parameters struct{ Flame, Distance, Crowd, Vary int }

// many is how many flames are seldom too many.
const many = 14

// DefaultParameters returns what Boss weighs when no option says otherwise.
func DefaultParameters() (p Parameters) {
	option.SetDefaults(p.List())
	return p
}

// List returns the parameters as options of the bot: each is declared here alone.
func (p *Parameters) List() []option.Parameter {
	return []option.Parameter{
		{Name: "flame", Value: &p.Flame, Default: 30, Min: 0, Max: 1000, About: "a flame: little, since most are put out for free once they are close"},
		{Name: "distance", Value: &p.Distance, Default: 3, Min: 0, Max: 100, About: "a step that a flame still has to come"},
		{Name: "crowd", Value: &p.Crowd, Default: 150, Min: 0, Max: 1000, About: "a flame beyond the fourteenth: among so many the character may be trapped"},
		{Name: "vary", Value: &p.Vary, Default: 200, Min: 100, Max: 1000, About: "percent by which searches of successive turns differ in the first two: see guide"},
	}
}

// guide returns the parameters that choose which lines the search of a turn
// continues. They differ from turn to turn, so that lines which one search
// drops are found by the next; the ends of all lines are judged alike.
func (p *Parameters) guide(turn int) Parameters {
	g := *p
	switch turn % 3 {
	case 1:
		g.Flame, g.Distance = p.Flame*100/p.Vary, p.Distance*100/p.Vary
	case 2:
		g.Flame, g.Distance = p.Flame*p.Vary/100, p.Distance*p.Vary/100
	}
	return g
}
