package ctf

import "arbiter/bots/option"

// Parameters are what Boss weighs, in health points of a minion unless List says
// otherwise. They are judgements, found by playing thousands of matches, and no
// rules.
type Parameters struct {
	Life, Credit, Savings, Timeout, Step, Home, Soft, Won, Race, Doubt, Change int
	Horizon, Lasting, Rivals, Slack, Caution                                   int
}

// DefaultParameters returns what Boss weighs when no option says otherwise.
func DefaultParameters() (p Parameters) {
	option.SetDefaults(p.List())
	return p
}

// List returns the parameters as options of the bot: each is declared here alone.
func (p *Parameters) List() []option.Parameter {
	return []option.Parameter{
		{Name: "life", Value: &p.Life, Default: 60, Min: 0, Max: 1000, About: "being alive, beside the health"},
		{Name: "credit", Value: &p.Credit, Default: 4, Min: 0, Max: 100, About: "a score point: 7 of them buy 24 health points of an opponent"},
		{Name: "savings", Value: &p.Savings, Default: 100, Min: 0, Max: 500, About: "score points after which more are worth one each"},
		{Name: "timeout", Value: &p.Timeout, Default: 12, Min: 0, Max: 1000, About: "a turn for which a minion is timed out"},
		{Name: "step", Value: &p.Step, Default: 2, Min: 0, Max: 100, About: "a turn less until the opponent's flag is home, however far it is"},
		{Name: "home", Value: &p.Home, Default: 11000, Min: 0, Max: 100000, About: "the same when it is near: divided by the turns, and by soft more"},
		{Name: "soft", Value: &p.Soft, Default: 5, Min: 1, Max: 100, About: "turns: keeps the last steps from outweighing everything else"},
		{Name: "won", Value: &p.Won, Default: 20000, Min: 1000, Max: 1000000, About: "a match that is won"},
		{Name: "race", Value: &p.Race, Default: 1500, Min: 0, Max: 100000, About: "to be first home with a flag when nobody is on the way to stop it"},
		{Name: "doubt", Value: &p.Doubt, Default: 10, Min: 0, Max: 1000, About: "a score point that a plan spends at once beside what its style spends"},
		{Name: "change", Value: &p.Change, Default: 200, Min: 0, Max: 10000, About: "a first command that a plan chooses beside its style and tasks"},

		{Name: "horizon", Value: &p.Horizon, Default: 10, Min: 1, Max: 200, About: "turns that a plan is played ahead"},
		{Name: "lasting", Value: &p.Lasting, Default: 12, Min: 1, Max: 100, About: "most turns for which a task lasts"},
		{Name: "rivals", Value: &p.Rivals, Default: 3, Min: 1, Max: maxStyles, About: "styles of the opponent that a plan is played against"},
		{Name: "slack", Value: &p.Slack, Default: 100, Min: 0, Max: 1000000, About: "how far a plan may fall behind before it is given up"},
		{Name: "caution", Value: &p.Caution, Default: 20, Min: 0, Max: 100, About: "percent by which the worst of these styles counts, not the mean"},
	}
}
