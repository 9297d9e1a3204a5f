package domain

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"arbiter/bots/judge"
	"arbiter/bots/option"
	"arbiter/referee"
	rules "arbiter/referee/games/domain"
)

// Continue implements judge.Judge: two players with small searches play the position to its
// end, or two of another kind.
func (j *Judge) Continue(position int, answers [][]string, kind, n int) float64 {
	s, own, legal := j.answered(position, answers)
	if !legal {
		return 0
	}
	if kind == judge.Own {
		return playOn(s, own, n)
	}
	return finish(s, own, [2]*Policy{newConfirming(kind, confirmFirst+n, 0), newConfirming(kind, confirmFirst+n, 1)})
}

// answered returns a position after the answer of own, the seat to move. Without an answer
// it returns the position as it is. An answer that breaks a rule is not legal.
func (j *Judge) answered(position int, answers [][]string) (s rules.State, own uint8, legal bool) {
	s = j.positions[position]
	own = s.Mover
	if answers[own] == nil {
		return s, own, true
	}
	action, ok := parse(answers[own])
	if !ok || !s.Legal(action) {
		return s, own, false
	}
	s.Step(action)
	return s, own, true
}

// playOn returns the result for a player of the n-th continuation of a position.
func playOn(s rules.State, own uint8, n int) float64 {
	return finish(s, own, [2]*Policy{newContinuing(n, 0), newContinuing(n, 1)})
}

// finish plays a position to the end and returns the result for a player.
func finish(s rules.State, own uint8, players [2]*Policy) float64 {
	for !s.Over {
		s.Step(players[s.Mover].think(&s))
	}
	return exactValue(s.Domain(int(own)).Len() - s.Domain(int(1-own)).Len())
}

// newContinuing returns the n-th player of continuations for a seat. They differ in
// strength and taste: what all of them lose by an answer, it costs, while two players
// of one kind may fail to use a mistake time after time.
func newContinuing(n, seat int) *Policy {
	r := rand.New(rand.NewPCG(uint64(n), uint64(seat)))
	nodes := 400 << r.IntN(2)
	parameters := DefaultParameters()
	parameters.Cell = r.IntN(2)
	parameters.Full = 4 << r.IntN(2)
	p := NewPolicy(nodes, r.Int64(), parameters)
	p.search.table = newTable(matchTurns * nodes)
	p.slips = option.NewSlips(50*r.IntN(2), seat, r.Int64())
	return p
}

// A contender is an action that may be the best one.
type contender struct {
	action rules.Action
	score  int     // of a search, for the mover
	sum    float64 // of the results of n continuations
	n      int
}

// priorWeight is how many continuations the search counts for.
const priorWeight = 8

// mean returns what is known of the position after the action.
func (c *contender) mean() float64 {
	return (priorWeight*chance(c.score) + c.sum) / float64(priorWeight+c.n)
}

// A heat is a round of a contest: so many contenders get so many continuations more.
type heat struct{ contenders, plays int }

// heats are those of Alternatives (successive halving: Karnin, Koren and Somekh, 2013).
var heats = [...]heat{{12, 2}, {6, 4}, {3, 8}, {2, 8}}

const (
	contestNodes = 100_000
	contestFirst = 1 << 30 // the first of the continuations, which no regret is sampled by
)

// Alternatives implements judge.Judge: of the actions that look best to a search, the
// one that brings most in continuations; but a victory that the search sees, and no
// defeat that can be avoided. The line is that action alone.
func (j *Judge) Alternatives(position int) (best, line []string) {
	return j.contest(position, contestNodes)
}

// contest is Alternatives after a search of so many nodes.
func (j *Judge) contest(position, nodes int) (answer []string, line []string) {
	s := j.positions[position]
	all := newGuesser(context.Background(), nodes).contenders(&s)
	if all[0].score > -decided {
		all = slices.DeleteFunc(all, func(c contender) bool { return c.score <= -decided })
	}
	for _, h := range heats {
		if len(all) == 1 {
			break
		}
		all = all[:min(len(all), h.contenders)]
		for i := range all {
			c := &all[i]
			next := s
			next.Step(c.action)
			for range h.plays {
				c.sum += playOn(next, s.Mover, contestFirst+c.n)
				c.n++
			}
		}
		slices.SortStableFunc(all, func(a, b contender) int { return cmp.Compare(b.mean(), a.mean()) })
	}
	answer = []string{all[0].action.String()}
	return answer, answer
}

// contenders returns the actions of a position, the best first, as searches to the
// greatest depth tell that the budget allows for all of them; or the first victory
// that they meet, alone.
func (s *search) contenders(p *rules.State) []contender {
	s.self = p.Mover
	var all []contender
	for _, a := range p.Actions(s.actions[0][:0]) {
		all = append(all, contender{action: a})
	}
	for depth := 1; depth <= rules.WallCount; depth++ {
		found := slices.Clone(all)
		for i := range found {
			found[i].score = s.after(p, found[i].action, 0, depth, 0, -infinite, infinite)
			if !s.stopped && found[i].score >= decided {
				return found[i : i+1]
			}
		}
		if s.stopped {
			break
		}
		all = found
		slices.SortStableFunc(all, func(a, b contender) int { return cmp.Compare(b.score, a.score) })
	}
	return all
}

// Gap implements judge.Judge: it does not guess.
func (j *Judge) Gap(int, []string) float64 { return 0 }

// Imagine implements judge.Judge: nothing is hidden, and nothing is drawn.
func (j *Judge) Imagine(m referee.Match, _, _ int) (imagined referee.Match, drawn bool) {
	return m.(referee.Cloner).Clone(), false
}
