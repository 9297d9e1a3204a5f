package domain

import (
	"context"
	"math"

	"arbiter/bots/judge"
	"arbiter/referee"
	rules "arbiter/referee/games/domain"
)

// Judging returns the maker of the game's judges.
func Judging() judge.Judging {
	return judge.Judging{
		Name: "search, exact where it proves, and continuations where it does not",
		// A win instead of a loss.
		Scale: 1,
		New:   func(int) judge.Judge { return NewJudge() },

		Searches: true,
		Kinds:    kinds(),
	}
}

// A Judge values the positions of a match by searching them: for both players by the referee's
// rules, with paths of MaxPath steps. Where it proves something, it does without the reductions
// that make Boss fast. Players tell what a search cannot prove. Nothing is hidden in this game.
type Judge struct {
	positions []rules.State // the mover is the seat
}

// NewJudge returns a judge of a match that is about to be shown.
func NewJudge() *Judge { return &Judge{} }

// Look implements judge.Judge.
func (j *Judge) Look(m referee.Match) (kept bool) {
	s, _ := rules.StateOf(m)
	j.positions = append(j.positions, s)
	return true
}

// Took implements judge.Judge.
func (j *Judge) Took([]string) {}

// Same implements judge.Judge: it compares the actions, without the messages.
func (j *Judge) Same(_ int, a, b []string) bool {
	x, okX := parse(a)
	y, okY := parse(b)
	return okX && okY && x == y
}

// parse reads an answer. It reports false if there is no answer, or no valid action in
// it.
func parse(answer []string) (rules.Action, bool) {
	if len(answer) == 0 {
		return rules.Action{}, false
	}
	action, _, err := rules.ParseAnswer(answer[0])
	return action, err == nil
}

// Value implements judge.Judge.
func (j *Judge) Value(ctx context.Context, position int, given []string, budget int) judge.Estimate {
	p := &j.positions[position]
	var other *rules.Action
	action, ok := parse(given)
	ok = ok && p.Legal(action)
	if ok {
		other = &action
	}
	s := newGuesser(ctx, budget)
	looks, done := s.iterate(p, other)
	best := finding{line: s.line(p), nodes: s.nodes}
	best.conclude(ctx, p, looks[:done], budget/2)
	regret, regretError := 0.0, 0.0
	switch {
	case given == nil:
	case ok && len(best.line) > 0 && best.line[0] == action.String():
		if best.error > 0 {
			regretError = leastRegretError
		}
	case !ok:
		regret, regretError = best.value, best.error
	default:
		next := *p
		next.Step(action)
		after := finding{}
		after.conclude(ctx, &next, turned(looks[:done]), budget/2)
		after.value = 1 - after.value
		best.nodes += after.nodes
		regret, regretError = compare(&best, &after, looks[:done])
	}
	return judge.Estimate{
		Value: best.value, Error: best.error, Regret: regret, RegretError: regretError,
		Line: best.line, Nodes: best.nodes,
	}
}

// A finding is what a search tells of a position, for its mover.
type finding struct {
	value, error float64 // of the result; error 0: it is proven
	line         []string
	nodes        int
}

// A look is what a search to a depth tells of a position: the score of the best
// action, and of a given one.
type look struct{ best, given int }

// lastLooks is how many of them tell a value and its error: scores swing between
// odd and even depths.
const lastLooks = 4

// conclude values a position by the last looks at it, the latest first, and tries
// to prove what they say.
func (f *finding) conclude(ctx context.Context, p *rules.State, looks []look, nodes int) {
	if p.Over {
		domains := p.Domain(int(p.Mover)).Len() - p.Domain(int(1-p.Mover)).Len()
		f.value = exactValue(domains)
		return
	}
	score := 0
	if len(looks) > 0 {
		score = looks[0].best
	}
	own, other := p.Mover, 1-p.Mover
	switch {
	case score > 0 && f.atLeast(ctx, p, own, 1, nodes):
		f.value = 1
	case score < 0 && f.atMost(ctx, p, other, -1, nodes):
		f.value = 0
	case score == 0 && f.atLeast(ctx, p, own, 0, nodes/2) && f.atMost(ctx, p, other, 0, nodes/2):
		f.value = 0.5
	default:
		f.value, f.error = guess(looks, func(l look) float64 { return chance(l.best) }, leastError)
	}
}

// guess returns the mean of the two latest looks, and an error by how they differ
// from those before.
func guess(looks []look, of func(look) float64, least float64) (value, error float64) {
	if len(looks) == 0 {
		return 0.5, 0.5
	}
	value = (of(looks[0]) + of(looks[min(1, len(looks)-1)])) / 2
	if len(looks) >= lastLooks {
		error = math.Abs((of(looks[2])+of(looks[3]))/2 - value)
	} else {
		for _, l := range looks {
			error = max(error, math.Abs(of(l)-value))
		}
	}
	return value, max(least, error)
}

// turned returns looks as the other player sees them who is to move after the given
// action.
func turned(looks []look) []look {
	after := make([]look, len(looks))
	for i, l := range looks {
		after[i] = look{best: -l.given}
	}
	return after
}

// compare returns the regret of the given answer. The best is worth no less than
// the given one; where neither is proven, looks at the same depth are compared.
func compare(best, given *finding, looks []look) (regret, error float64) {
	switch {
	case given.error == 0 && given.value == 1:
		best.value, best.error = 1, 0
	case best.error == 0 && best.value == 0:
		given.value, given.error = 0, 0
	case best.error > 0 && given.error > 0:
		return guess(looks, func(l look) float64 { return chance(l.best) - chance(l.given) }, leastRegretError)
	}
	if best.error == 0 && given.error == 0 {
		return best.value - given.value, 0
	}
	return best.value - given.value, halfProvenError
}

// proven reports whether a score is a victory or a defeat.
func proven(score int) bool { return max(score, -score) >= decided }

// atLeast reports whether the mover is proven to get a score, even if all positions
// that are not looked at are lost to it.
func (f *finding) atLeast(ctx context.Context, p *rules.State, own uint8, score, nodes int) bool {
	return f.deeper(ctx, p, own, score-1, nodes, func(found int) bool { return found >= score })
}

// atMost reports whether the other player is proven to hold the mover to a score.
func (f *finding) atMost(ctx context.Context, p *rules.State, other uint8, score, nodes int) bool {
	return f.deeper(ctx, p, other, score, nodes, func(found int) bool { return found <= score })
}

// deeper asks of greater and greater depths whether the score of a position is above
// low, until one is enough.
func (f *finding) deeper(ctx context.Context, p *rules.State, against uint8, low, nodes int, enough func(score int) bool) bool {
	s := newProver(ctx, nodes, against)
	defer func() { f.nodes += s.nodes }()
	for depth := 1; depth <= rules.WallCount; depth++ {
		score := s.value(p, depth, 0, low, low+1)
		if s.stopped {
			return false
		}
		if enough(score) {
			if own := against == p.Mover; own { // else it is the other player's proof
				f.line = s.line(p)
			}
			return true
		}
	}
	return false
}

// exactValue returns what a proven score is worth to the mover.
func exactValue(score int) float64 {
	switch {
	case score > 0:
		return 1
	case score < 0:
		return 0
	}
	return 0.5
}

// newGuesser returns a search like Boss's, by which both players may walk what the
// referee accepts. It looks at so many nodes, unless ctx ends before.
func newGuesser(ctx context.Context, nodes int) *search {
	parameters := DefaultParameters()
	parameters.Path = rules.MaxPath
	return &search{
		Parameters: parameters, table: newTable(2 * nodes), history: newHistory(1),
		budget: budget{nodes: nodes, done: ctx.Done()},
	}
}

// newProver returns a search without the reductions of newGuesser. Where it looks no
// further it takes the player against to lose.
func newProver(ctx context.Context, nodes int, against uint8) *search {
	s := newGuesser(ctx, nodes)
	s.Full, s.Joint = rules.MaxActions, 0
	s.proves, s.against = true, 1+against
	return s
}

// iterate is best that returns the last looks at whole depths, the latest first,
// and how many there are. At each depth it values the given action, if any, as it
// does the best one.
func (s *search) iterate(p *rules.State, given *rules.Action) (looks [lastLooks]look, done int) {
	s.self = p.Mover
	actions := p.Actions(s.actions[0][:0])
	s.history.sort(p.Mover, actions)
	for depth := 1; depth <= rules.WallCount; depth++ {
		found := looks[0]
		if !proven(found.best) {
			found.best = s.deepen(p, actions, depth)
		}
		best := entry{key: keyOf(p), best: actions[0], score: int16(found.best), depth: int8(depth), bound: exact}
		if found.given = found.best; given != nil && *given != actions[0] && !s.stopped {
			found.given = s.after(p, *given, 0, depth, 0, -infinite, infinite)
		}
		if s.stopped {
			break
		}
		copy(looks[1:], looks[:])
		looks[0], done = found, min(done+1, lastLooks)
		*s.table.at(best.key) = best
		if proven(found.best) && proven(found.given) {
			break
		}
	}
	return looks, done
}

// longestLine is how many actions of the best play are told.
const longestLine = 8

// line returns the best play as far as the table remembers it.
func (s *search) line(p *rules.State) (line []string) {
	at := *p
	for len(line) < longestLine && !at.Over {
		known := s.table.at(keyOf(&at))
		if known.key != keyOf(&at) || !at.Legal(known.best) {
			break
		}
		line = append(line, known.best.String())
		at.Step(known.best)
	}
	return line
}

// Least errors of what is not proven: of a value, and of a regret that looks at the
// same depth tell. Continuations by another policy differ by about that from it.
const (
	leastError       = 0.08
	leastRegretError = 0.12
	// halfProvenError is the error of a regret with one proven side. Most often a
	// longer search proves the same of the other side.
	halfProvenError = 0.25
)

// steep is how much more likely a point of score makes a win: see chance.
const steep = 0.12

// chance returns how likely the mover is to win, by a score that is no proof: a
// logistic curve, fitted to matches of the boss against itself.
func chance(score int) float64 {
	return 1 / (1 + math.Exp(-steep*float64(score)))
}
