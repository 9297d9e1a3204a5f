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
}

// DefaultParameters returns what Boss weighs when no option says otherwise.
func DefaultParameters() Parameters {
	return Parameters{Life: 60, Credit: 3, Savings: 60, Timeout: 12, Step: 2, Home: 2500, Soft: 5}
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
	}
}
