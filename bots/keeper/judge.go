package keeper

import (
	"context"
	"slices"
	"sync"

	"arbiter/bots/judge"
	"arbiter/referee"
	rules "arbiter/referee/games/keeper"
	"arbiter/referee/rng"
)

// Judging returns the maker of the game's judges.
func Judging() judge.Judging {
	return judge.Judging{
		Name: "continuations by varied players in imagined mazes, for 16 turns and to the end",
		// How many points count like a match: what a hero loses who does
		// not find the exit is three times that, and a careless turn a tenth.
		Scale: 3000,
		New:   func(int) judge.Judge { return NewJudge() },
		Kinds: kinds(),
	}
}

// Budgets of a Judge: the best answers are searched like the boss's, and
// continuations are played by players of whom most are nearly as good. Samples end
// early: the luck of a hundred turns hides what one answer costs.
const (
	judgeNodes      = 3000
	playTurns       = 16
	sampleNodes     = 1500
	judgeMazes      = 64
	firstImagined   = 1_000_000 // the seed of the first maze that a Judge imagines by
	rankPerPoint    = 9         // see beam.extend
	sampleSeedSteps = 1 << 32
)

// A Judge values the positions of a match as the hero knows them: what he has
// never seen is imagined, anew in each sample.
type Judge struct {
	now     Policy // without a beam
	minds   []Policy
	ranks   []int // by position, of the best line found
	visible []rules.Entity
	mazes   []rules.State
	beams   sync.Pool
}

// NewJudge returns a judge of a match that is about to be shown.
func NewJudge() *Judge {
	j := &Judge{beams: sync.Pool{New: func() any { return newBeam() }}}
	j.now = Policy{plan: plan{Parameters: DefaultParameters()}}
	for seed := range int64(judgeMazes) {
		j.mazes = append(j.mazes, rules.Deal(firstImagined+seed))
	}
	return j
}

// Look implements judge.Judge.
func (j *Judge) Look(m referee.Match) (kept bool) {
	s, _ := rules.StateOf(m)
	j.visible = s.Visible(j.visible[:0])
	j.now.Observe(s.Hero, j.visible)
	j.minds, j.ranks = append(j.minds, j.now), append(j.ranks, 0)
	j.now.plan.make(&j.now.known, j.now.start) // tells whether there is news
	return true
}

// Took implements judge.Judge. What the answer came to is seen in the next turn, but
// the hero remembers what he tried.
func (j *Judge) Took(answer []string) {
	if action, ok := parse(answer); ok {
		j.now.plan.tries.add(action)
	}
}

// Same implements judge.Judge: it compares what the hero does.
func (j *Judge) Same(position int, a, b []string) bool {
	s := &j.minds[position].known.State
	x, okX := parse(a)
	y, okY := parse(b)
	if !okX || !okY {
		return slices.Equal(a, b)
	}
	one, other := s.Resolve(x), s.Resolve(y)
	one.Note, other.Note = rules.Plain, rules.Plain
	return one == other
}

// parse reads an answer. It reports false if there is no answer, or no valid action in
// it.
func parse(answer []string) (rules.Action, bool) {
	if len(answer) == 0 {
		return rules.Action{}, false
	}
	action, _, fault := rules.Parse(answer[0])
	return action, fault == nil
}

// search plans the turn of a position and searches it. only, if any, are the
// actions that are tried.
func (j *Judge) search(position int, only []rules.Action) (best rules.Action, rank int) {
	mind := j.minds[position]
	b := j.beams.Get().(*beam)
	defer j.beams.Put(b)
	mind.plan.make(&mind.known, mind.start)
	b.only = only
	best = b.search(&mind.known, &mind.plan, budget{nodes: judgeNodes})
	b.only = nil
	return best, b.bestRank
}

// Value implements judge.Judge: it does not search.
func (j *Judge) Value(context.Context, int, []string, int) judge.Estimate { return judge.Unknown() }

// Alternatives implements judge.Judge.
func (j *Judge) Alternatives(position int) (answer, line []string) {
	best, rank := j.search(position, nil)
	j.ranks[position] = rank
	text := best.String()
	return []string{text}, []string{text}
}

// Gap implements judge.Judge. Alternatives has to be called before.
func (j *Judge) Gap(position int, answer []string) float64 {
	action, ok := parse(answer)
	if !ok {
		return -rules.ErrorScore
	}
	_, given := j.search(position, []rules.Action{action})
	return float64(j.ranks[position]-given) / rankPerPoint
}

// Continue implements judge.Judge: its own players play some turns.
func (j *Judge) Continue(position int, answers [][]string, kind, n int) float64 {
	if kind != judge.Own {
		return j.finish(position, answers, kind, n)
	}
	return j.play(position, answers, n, playTurns, sampleNodes, varied)
}

// play plays so many turns on, by a player of about so many nodes, and returns the
// score or what to expect of it. weigh draws what the player weighs.
func (j *Judge) play(position int, answers [][]string, n, turns, nodes int, weigh func(*rng.SplitMix64) Parameters) float64 {
	r := rng.NewSplitMix64(uint64(position)*sampleSeedSteps + uint64(n))
	p := j.minds[position]
	p.plan.Parameters, p.nodes, p.beam = weigh(&r), r.Around(nodes), j.beams.Get().(*beam)
	defer j.beams.Put(p.beam)
	s := p.known.Imagine(j.mazes, r.Next())
	var action rules.Action
	if answers[0] == nil {
		action = p.Choose()
	} else if told, ok := parse(answers[0]); ok {
		action = told
		p.Played(action)
	} else {
		return rules.ErrorScore
	}
	var buf [rules.MaxEntities]rules.Entity
	for turn := 1; ; turn++ {
		s.Step(action, nil)
		if s.Over() {
			return float64(s.Hero.Score)
		}
		p.Observe(s.Hero, s.Visible(buf[:0]))
		if turn == turns {
			return prospect(&s, &p.known.Known)
		}
		action = p.Choose()
	}
}

// varied draws what a player weighs: what costs one player much may cost another one
// nothing.
func varied(r *rng.SplitMix64) Parameters {
	p := DefaultParameters()
	for _, x := range []*int{&p.Turn, &p.Hurt, &p.Explore, &p.Death, &p.Vital, &p.Threat, &p.Kill, &p.Scythe, &p.Bow} {
		*x = r.Around(*x)
	}
	return p
}

// imagineSeeds is where the draws of Imagine begin, which are not those of Continue.
const imagineSeeds = 1 << 31

// Imagine implements judge.Judge.
func (j *Judge) Imagine(m referee.Match, position, n int) (imagined referee.Match, drawn bool) {
	r := rng.NewSplitMix64(uint64(position)*sampleSeedSteps + imagineSeeds + uint64(n))
	imagined, _ = rules.Resume(m, j.minds[position].known.Imagine(j.mazes, r.Next()))
	return imagined, true
}
