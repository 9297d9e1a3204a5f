package flames

import (
	"context"
	"slices"
	"strings"
	"sync"

	"arbiter/bots/judge"
	"arbiter/referee"
	rules "arbiter/referee/games/flames"
	"arbiter/referee/rng"
)

// Judging returns the maker of the game's judges.
func Judging() judge.Judging {
	return judge.Judging{
		Name: "continuations by varied players in imagined waves",
		// How many HP count like a match: half of what a character has at the start.
		Scale: 20,
		New:   func(int) judge.Judge { return NewJudge() },
	}
}

// Budgets of a Judge, in actions.
const (
	judgeNodes      = 8000  // of each of three searches for the best answer
	playNodes       = 2500  // of a turn of a continuation
	lastNodes       = 10000 // of one after the last wave, where a line that is missed costs the match
	sampleSeedSteps = 1 << 32
)

// A Judge values the positions of a match as the player knows them: the waves to come are
// imagined, anew in each sample.
type Judge struct {
	positions []seen
	searches  sync.Pool
}

// A seen is a position with the case as far as the player knows it.
type seen struct {
	test   rules.Case // as expect makes it
	before rules.Case // the waves so far
	state  rules.State
	worth  int32 // of the best line found
}

// NewJudge returns a judge of a match that is about to be shown.
func NewJudge() *Judge {
	return &Judge{searches: sync.Pool{New: func() any { return newSearch(DefaultParameters()) }}}
}

// Look implements judge.Judge.
func (j *Judge) Look(m referee.Match) (kept bool) {
	test, s, _ := rules.StateOf(m)
	p := seen{state: s, test: rules.Case{Arena: test.Arena}}
	expect(&p.test, int(s.Cycle), s.Glyphs(test))
	p.before = *test
	p.before.Waves = test.Waves[:max(0, min(int(s.Cycle)-test.First+1, len(test.Waves)))]
	j.positions = append(j.positions, p)
	return true
}

// Took implements judge.Judge: there is nothing to learn.
func (j *Judge) Took([]string) {}

// Same implements judge.Judge: it compares the actions, without those after a
// PASS.
func (j *Judge) Same(_ int, a, b []string) bool {
	x, okX := actionsOf(a)
	y, okY := actionsOf(b)
	return okX && okY && slices.Equal(x, y)
}

// actionsOf reads an answer up to its first PASS.
func actionsOf(answer []string) (actions []rules.Action, ok bool) {
	if len(answer) == 0 {
		return nil, false
	}
	pieces := rules.ReadAnswer(answer[0])
	for piece, more := pieces.Next(); more; piece, more = pieces.Next() {
		action, err := rules.ParseAction(piece)
		if err != nil {
			return nil, false
		}
		if actions = append(actions, action); action == rules.Pass {
			break
		}
	}
	return actions, len(actions) > 0
}

// best searches for the best line from a state of a position.
func (j *Judge) best(p *seen, s *rules.State) line {
	x := j.searches.Get().(*search)
	defer j.searches.Put(x)
	from := Policy{state: p.state}
	end := from.horizon()
	var best line
	best.forget()
	if s.Cycle >= end || s.Outcome != rules.Playing {
		best.worth = x.evaluateEnd(s)
		return best
	}
	for turn := range 3 {
		x.guide = x.Parameters.guide(turn)
		x.improve(&p.test, s, end, &best, byNodes(judgeNodes, 0))
	}
	return best
}

// Value implements judge.Judge: it does not search.
func (j *Judge) Value(context.Context, int, []string, int) judge.Estimate { return judge.Unknown() }

// Alternatives implements judge.Judge. The line goes to the end of the cycle.
func (j *Judge) Alternatives(position int) (answer, line []string) {
	p := &j.positions[position]
	best := j.best(p, &p.state)
	p.worth = best.worth
	for {
		action := best.pop()
		line = append(line, action.String())
		if action == rules.Pass {
			return line[:1], line
		}
	}
}

// Gap implements judge.Judge. Alternatives has to be called before.
func (j *Judge) Gap(position int, answer []string) float64 {
	p := &j.positions[position]
	after := p.state
	after.Play(&p.test, strings.Join(answer, "\n"))
	if after.Outcome != rules.Playing && after.Outcome != rules.Victory {
		return float64(p.state.HP)
	}
	given := j.best(p, &after).worth // the lowest there is when all lines end in death
	return min(float64(p.state.HP), (float64(p.worth)-float64(given))/hpWorth)
}

// Continue implements judge.Judge. While waves are to come, samples differ by the waves that
// are drawn. After the last wave they differ by the player that goes on: what one player
// misses, others find.
func (j *Judge) Continue(position int, answers [][]string, _, n int) float64 {
	answer := answers[0]
	p := &j.positions[position]
	x := j.searches.Get().(*search)
	defer func() {
		x.Parameters = DefaultParameters()
		j.searches.Put(x)
	}()
	seed := uint64(position)*sampleSeedSteps + uint64(n)
	test := p.before.Imagine(p.state.Cycle, seed)
	r := rng.NewSplitMix64(seed ^ playerSeeds)
	last := varied(&r)
	player := Policy{nodes: playNodes, test: rules.Case{Arena: p.test.Arena}, search: x}
	player.plan.forget()
	s := p.state
	if answer != nil {
		s.Play(test, strings.Join(answer, "\n"))
	}
	for s.Outcome == rules.Playing {
		if s.Cycle >= rules.GlyphCycles {
			player.nodes, x.Parameters = lastNodes, last
		}
		player.Observe(&s, s.Glyphs(test))
		s.Act(test, player.Choose(), nil)
	}
	return float64(s.Score())
}

// playerSeeds sets the draws of players apart from those of waves.
const playerSeeds = 1 << 63

// varied draws what a player weighs.
func varied(r *rng.SplitMix64) Parameters {
	p := DefaultParameters()
	for _, x := range []*int{&p.Flame, &p.Distance, &p.Crowd} {
		*x = r.Around(*x)
	}
	return p
}

// imagineSeeds is where the draws of Imagine begin, which are not those of Continue.
const imagineSeeds = 1 << 31

// Imagine implements judge.Judge.
func (j *Judge) Imagine(m referee.Match, position, n int) (imagined referee.Match, drawn bool) {
	p := &j.positions[position]
	test := p.before.Imagine(p.state.Cycle, uint64(position)*sampleSeedSteps+imagineSeeds+uint64(n))
	imagined, _ = rules.Resume(m, test)
	return imagined, p.state.Cycle < rules.GlyphCycles // after the last wave nothing is drawn
}
