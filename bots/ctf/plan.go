package ctf

import (
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// A task is what one minion does for some turns.
type task uint8

const (
	asStyled task = iota // what the plan's style says
	collect              // go to the nearest coin
	fetch                // take the opponent's flag and bring it home
	stop                 // meet the carrier of the own flag; wait at the flag while nobody carries it
	gate                 // wait at the opponent's base
	hunt                 // go to the nearest opponent
	escort               // go before the own carrier
	home                 // go to the own base
	hold                 // stay
	taskCount
)

// A plan is what the minions of a seat do: a command each in the first turn, if
// one is chosen, then their tasks for some turns, and what a style says.
type plan struct {
	style  int
	task   [rules.MaxMinions]task
	until  [rules.MaxMinions]int8 // turns for which the task lasts
	first  [rules.MaxMinions]rules.Command
	chosen [rules.MaxMinions]bool // the minion starts with first
}

// play gives every minion its command of the turn that is so many turns after the
// plan was made.
func (p *plan) play(h *style.Hand, styles []style.Style, turn int) {
	if turn == 0 {
		for id, chosen := range p.chosen {
			if chosen {
				h.Give(id, p.first[id])
			}
		}
	}
	for id := range h.PerSeat {
		if p.task[id] != asStyled && turn < int(p.until[id]) && h.Idle(id) {
			p.task[id].play(h, id)
		}
	}
	styles[p.style].Play(h)
}

// play gives a minion the command of its task.
func (t task) play(h *style.Hand, id int) {
	if id == h.Carrier() {
		if t == hold {
			h.Go(id, h.Own(id).Pos)
		} else if !h.Power(id, style.Thrift) {
			h.Go(id, h.Home())
		}
		return
	}
	if h.Power(id, style.Thrift) {
		return
	}
	switch t {
	case collect:
		h.Collect(id)
	case fetch:
		h.Go(id, h.Prize().Pos)
	case stop:
		h.Go(id, h.Meet(h.Own(id).Pos))
	case gate:
		h.Go(id, h.Gate())
	case hunt:
		if foe := h.NearestFoe(h.Own(id).Pos); foe >= 0 {
			h.Go(id, h.Foe(foe).Pos)
		}
	case escort:
		if c := h.Carrier(); c >= 0 {
			h.Go(id, h.Ahead(c))
		} else {
			h.Go(id, h.Prize().Pos)
		}
	case home:
		h.Go(id, h.Home())
	case hold:
		h.Go(id, h.Own(id).Pos)
	}
}

// next makes the plan one for the turn after.
func (p *plan) next() {
	p.chosen = [rules.MaxMinions]bool{}
	for id := range p.until {
		if p.until[id]--; p.until[id] <= 0 {
			p.task[id], p.until[id] = asStyled, 0
		}
	}
}
