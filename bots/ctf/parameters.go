package ctf

import "arbiter/bots/option"

// Parameters are what Boss weighs, in health points of a minion unless they say
// otherwise. They are judgements, found by playing thousands of matches, and no
// rules.
type Parameters struct {
	Life    int // being alive, beside the health
	Credit  int // a score point: 7 of them buy 24 health points of an opponent
	Savings int // score points after which more are worth one each
	Timeout int // a turn for which a minion is timed out
	Step    int // a turn less until the opponent's flag is home, however far it is
	Home    int // the same when it is near: divided by the turns, and by Soft more
	Soft    int // turns: keeps the last steps from outweighing everything else
	Won     int // a match that is won
	Race    int // to be first home with a flag when nobody is on the way to stop it
	Doubt   int // a score point that a plan spends at once beside what its style spends
	Change  int // a first command that a plan chooses beside its style and tasks

	Horizon int // turns that a plan is played ahead
	Lasting int // most turns for which a task lasts
	Rivals  int // styles of the opponent that a plan is played against
	Slack   int // how far a plan may fall behind before it is given up
	Caution int // percent by which the worst of these styles counts, not the mean
}

// DefaultParameters returns what Boss weighs when no option says otherwise.
func DefaultParameters() Parameters {
	return Parameters{Life: 60, Credit: 4, Savings: 100, Timeout: 12, Step: 2, Home: 11000, Soft: 5, Won: 20000, Race: 1500, Horizon: 10, Lasting: 12, Rivals: 3, Slack: 100, Caution: 20, Doubt: 10, Change: 200}
}

// List returns the parameters as options of the bot.
func (p *Parameters) List() []option.Parameter {
	return []option.Parameter{
		{Name: "life", Value: &p.Life, Min: 0, Max: 1000, About: "being alive, beside the health"},
		{Name: "credit", Value: &p.Credit, Min: 0, Max: 100, About: "a score point"},
		{Name: "savings", Value: &p.Savings, Min: 0, Max: 500, About: "score points after which more are worth one each"},
		{Name: "timeout", Value: &p.Timeout, Min: 0, Max: 1000, About: "a turn for which a minion is timed out"},
		{Name: "step", Value: &p.Step, Min: 0, Max: 100, About: "a turn less until the opponent's flag is home"},
		{Name: "home", Value: &p.Home, Min: 0, Max: 100000, About: "the same when it is near, divided by the turns"},
		{Name: "soft", Value: &p.Soft, Min: 1, Max: 100, About: "turns that are added to those"},
		{Name: "won", Value: &p.Won, Min: 1000, Max: 1000000, About: "a match that is won"},
		{Name: "race", Value: &p.Race, Min: 0, Max: 100000, About: "to be first home with a flag that nobody can stop"},
		{Name: "doubt", Value: &p.Doubt, Min: 0, Max: 1000, About: "a score point that a plan spends at once beside its style"},
		{Name: "change", Value: &p.Change, Min: 0, Max: 10000, About: "a first command that a plan chooses beside its style and tasks"},
		{Name: "horizon", Value: &p.Horizon, Min: 1, Max: 200, About: "turns that a plan is played ahead"},
		{Name: "lasting", Value: &p.Lasting, Min: 1, Max: 100, About: "most turns for which a task lasts"},
		{Name: "rivals", Value: &p.Rivals, Min: 1, Max: maxStyles, About: "styles of the opponent that a plan is played against"},
		{Name: "slack", Value: &p.Slack, Min: 0, Max: 1000000, About: "how far a plan may fall behind before it is given up"},
		{Name: "caution", Value: &p.Caution, Min: 0, Max: 100, About: "percent by which the worst of these counts, not the mean"},
	}
}
