package ctf

import (
	"arbiter/bots/ctf/style"
	"arbiter/referee"
	rules "arbiter/referee/games/ctf"
	"arbiter/referee/rng"
)

// A search looks for a good plan: it changes the best one it knows at random,
// plays the result ahead by the rules, against each of the styles that the
// opponent is likely to have, and keeps what leads to better positions. It
// allocates nothing.
type search struct {
	Parameters
	most   int                // nodes of an answer, or 0 for the clock
	limits referee.TimeLimits // of an answer, when most is 0
	draw   rng.SplitMix64
	best   plan           // the best one known, of the last turn at first
	score  int            // of best
	values [maxStyles]int // of best, by rival
	nodes  int            // turns played since the search began
	styles []style.Style
	rivals []rival
	hands  [2]style.Hand
	future rules.State // that is played ahead
}

func newSearch(nodes int, seed int64, parameters Parameters) *search {
	return &search{
		Parameters: parameters, most: nodes, limits: rules.Game{}.Info().Limits(), draw: rng.NewSplitMix64(uint64(seed)),
		styles: style.All(), rivals: make([]rival, 0, maxStyles),
		best: plan{style: 1},
	}
}

// orders implements chooser.
func (x *search) orders(b *belief) rules.Orders {
	limit := budget{nodes: x.most}
	if x.most == 0 {
		limit = byClock(x.limits)
	}
	x.rivals = b.rivals.mixture(x.Rivals, x.rivals)
	return x.choose(&b.State, b.table, limit)
}

func (x *search) clone() chooser {
	c := *x
	c.rivals = make([]rival, 0, maxStyles)
	return &c
}

// choose returns the orders of the best plan for seat 0.
func (x *search) choose(s *rules.State, table *rules.Table, limit budget) rules.Orders {
	x.nodes = 0
	x.best.next()
	x.score = lowest
	x.try(s, table, x.best)
	for k := range x.styles {
		if !limit.spent(x.nodes) {
			x.try(s, table, plan{style: k})
		}
	}
	for !limit.spent(x.nodes) {
		p := x.best
		for changes := 1 + x.draw.Below(3); changes > 0; changes-- {
			x.change(s, &p)
		}
		x.try(s, table, p)
	}
	return x.follow(style.View{State: s, Table: table, Seat: 0})
}

// follow returns the orders of the best plan for a view's seat.
func (x *search) follow(v style.View) rules.Orders {
	h := &x.hands[0]
	h.Deal(v)
	x.best.play(h, x.styles, 0)
	return h.Orders
}

// try plays a plan on to the horizon, once against each likely opponent. It keeps the
// plan when it is worth at least as much as the best one: in the mean, and a little in
// the worst case. It gives up when the plan falls behind.
func (x *search) try(s *rules.State, table *rules.Table, p plan) {
	if p == x.best && x.score > lowest {
		return
	}
	var values [maxStyles]int
	doubt := x.doubt(&p)
	sum, least, total, behind := 0, 1<<40, 0, 1000*(doubt-x.doubt(&x.best))
	for i, r := range x.rivals {
		v := x.against(r.style, s, table, &p)
		values[i] = v
		sum += r.weight * v
		total += r.weight
		least = min(least, v)
		behind += r.weight * (x.values[i] - v)
		if x.score > lowest && behind > 1000*x.Slack {
			return
		}
	}
	if score := (sum/total*(100-x.Caution)+least*x.Caution)/100 - doubt; score >= x.score {
		x.best, x.score, x.values = p, score, values
	}
}

// change gives one free minion another task or another first command, or all
// another style.
func (x *search) change(s *rules.State, p *plan) {
	id := x.draw.Below(s.PerSeat)
	kind := x.draw.Below(8)
	if kind == 0 {
		p.style = x.draw.Below(len(x.styles))
		return
	}
	if !s.Minions[0][id].Free() {
		return
	}
	if kind <= 3 {
		p.task[id], p.until[id] = task(x.draw.Below(int(taskCount))), int8(1+x.draw.Below(x.Lasting))
		p.chosen[id] = false
		return
	}
	var buffer [rules.MaxChoices]rules.Command
	choices := s.Choices(s.Minions[0][id], s.Credits[0], buffer[:0])
	n := x.draw.Below(len(choices) + 1)
	p.chosen[id] = n > 0
	if n > 0 {
		p.first[id] = choices[n-1]
	}
}

// lowest is below the value of any plan.
const lowest = -1 << 40

// doubt is what a plan has to be better for that chooses first commands beside those
// of its style, power-ups most of all: they look best against opponents that do
// exactly as imagined. Without it, more nodes play worse against all others.
func (x *search) doubt(p *plan) int {
	doubt := 0
	for id, chosen := range p.chosen {
		if chosen {
			doubt += x.Change + x.Doubt*p.first[id].Verb.Price()
		}
	}
	return doubt
}

// against plays the plan on against one style.
func (x *search) against(rival style.Style, s *rules.State, table *rules.Table, p *plan) int {
	future := &x.future
	*future = *s
	var orders [2]rules.Orders
	for turn := range x.Horizon {
		own, foe := &x.hands[0], &x.hands[1]
		own.Deal(style.View{State: future, Table: table, Seat: 0})
		p.play(own, x.styles, turn)
		foe.Deal(style.View{State: future, Table: table, Seat: 1})
		rival.Play(foe)
		orders[0], orders[1] = own.Orders, foe.Orders
		future.Step(orders, nil)
		x.nodes++
		if future.Over() {
			break
		}
	}
	return x.evaluate(future, table)
}
