package ctf

import (
	rules "arbiter/referee/games/ctf"
	"arbiter/referee/rng"
)

// horizon is how many turns a plan is played ahead.
const horizon = 20

// A plan is what the minions of a seat do: a command each in the first turn, if
// one is chosen, and then their tasks.
type plan struct {
	tasks  team
	first  [rules.MaxMinions]rules.Command
	chosen [rules.MaxMinions]bool // the minion starts with first, not with its task
}

// A search looks for a good plan: it changes the best one it knows at random,
// plays the result on some turns by the rules, against a few opponents that are
// easy to imagine, and keeps what leads to better positions. It allocates
// nothing.
//
// Plans of tasks see far, since a task means something in every position, and
// the first commands are exact where it matters: whether to fire now, to dodge,
// or to plant a mine.
type search struct {
	Parameters
	most  int // nodes of an answer, or 0 for the clock
	draw  rng.SplitMix64
	best  plan // the best one known, of the last turn at first
	nodes int  // turns played since the search began
}

// orders implements chooser.
func (x *search) orders(b *belief) rules.Orders {
	limit := budget{nodes: x.most}
	if x.most == 0 {
		limit = byClock()
	}
	return x.choose(&b.State, b.table, limit)
}

func (x *search) clone() chooser {
	c := *x
	return &c
}

// choose returns the orders of the best plan for seat 0.
func (x *search) choose(s *rules.State, table *rules.Table, limit budget) rules.Orders {
	x.nodes = 0
	x.best.chosen = [rules.MaxMinions]bool{}
	bestScore := x.value(s, table, &x.best)
	if start := (plan{tasks: habit(s, table, 0)}); start.tasks != x.best.tasks {
		if score := x.value(s, table, &start); score > bestScore {
			x.best, bestScore = start, score
		}
	}
	for !limit.spent(x.nodes) {
		try := x.best
		for changes := 1 + x.draw.Below(2); changes > 0; changes-- {
			x.change(s, &try)
		}
		if score := x.value(s, table, &try); score >= bestScore {
			x.best, bestScore = try, score
		}
	}
	return x.best.orders(s, table)
}

// change gives one free minion another task or another first command.
func (x *search) change(s *rules.State, p *plan) {
	id := x.draw.Below(s.PerSeat)
	if !s.Minions[0][id].Free() {
		return
	}
	switch x.draw.Below(3) {
	case 0:
		p.tasks[id] = task(x.draw.Below(int(taskCount)))
		p.chosen[id] = false
	case 1:
		p.tasks[id] = task(x.draw.Below(int(taskCount)))
	default:
		var buffer [rules.MaxChoices]rules.Command
		choices := s.Choices(s.Minions[0][id], s.Credits[0], buffer[:0])
		p.first[id], p.chosen[id] = choices[x.draw.Below(len(choices))], true
	}
}

// orders returns what the plan says for the first turn. A power-up that the
// minions before have left too few score points for is not used.
func (p *plan) orders(s *rules.State, table *rules.Table) rules.Orders {
	o := orders(s, table, 0, p.tasks)
	for id, chosen := range p.chosen {
		if chosen {
			o.Commands[id] = p.first[id]
		}
	}
	credits := s.Credits[0]
	for id := range o.Commands {
		if price := o.Commands[id].Verb.Price(); price <= credits {
			credits -= price
		} else {
			o.Commands[id] = rules.Command{}
		}
	}
	return o
}

// value plays the plan on to the horizon, once against each opponent there may
// be, and scores where that leads. A plan that is good against one of them only
// is a gamble.
func (x *search) value(s *rules.State, table *rules.Table, p *plan) int {
	sum := 0
	for o := byHabit; o < opponentCount; o++ {
		sum += x.against(o, s, table, p)
	}
	return sum
}

// An opponent is a guess at what the other seat does.
type opponent int

const (
	byHabit   opponent = iota // a bit of everything
	attacking                 // all go for the flag
	defending                 // all stop the carrier, or wait for it
	opponentCount
)

// tasks returns what the minions of seat 1 do if the guess is right.
func (o opponent) tasks(s *rules.State, table *rules.Table) team {
	switch o {
	case attacking:
		return team{fetch, fetch, fetch, fetch, fetch}
	case defending:
		return team{guard, guard, guard, guard, guard}
	}
	return habit(s, table, 1)
}

// against plays the plan on against one opponent.
func (x *search) against(o opponent, s *rules.State, table *rules.Table, p *plan) int {
	future := *s
	own := p.orders(&future, table)
	for range horizon {
		enemy := orders(&future, table, 1, o.tasks(&future, table))
		future.Step([2]rules.Orders{own, enemy}, nil)
		x.nodes++
		if future.Over() {
			break
		}
		own = orders(&future, table, 0, p.tasks)
	}
	return x.evaluate(&future, table)
}
