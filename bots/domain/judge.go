package domain

import (
	"math"
	"math/bits"

	"arbiter/referee"
	rules "arbiter/referee/games/domain"
)

const (
	// JudgeName says how Judge judges.
	JudgeName = "search, exact where it proves"
	// JudgeScale is a win instead of a loss.
	JudgeScale = 1
)

// A Judge values the positions of a match by searching them: for both players by
// the referee's rules, paths of MaxPath steps included, and without the reductions
// that make Boss fast. Nothing is hidden in this game. It is an analysis.Searcher.
type Judge struct {
	positions []rules.State // the mover is the seat
}

// NewJudge returns a judge of a match that is about to be shown.
func NewJudge() *Judge { return &Judge{} }

// Look implements analysis.Judge.
func (j *Judge) Look(m referee.Match) {
	s, _ := rules.StateOf(m)
	j.positions = append(j.positions, s)
}

// Took implements analysis.Judge.
func (j *Judge) Took([]string) {}

// Same implements analysis.Judge: it compares the actions, without the messages.
func (j *Judge) Same(_ int, a, b []string) bool {
	x, okX := parse(a)
	y, okY := parse(b)
	return okX && okY && x == y
}

// parse reads an answer. It reports false if there is none, or one that is no
// action.
func parse(answer []string) (rules.Action, bool) {
	if len(answer) == 0 {
		return rules.Action{}, false
	}
	action, _, err := rules.ParseAnswer(answer[0])
	return action, err == nil
}

// Search implements analysis.Searcher.
func (j *Judge) Search(position int, first []string, budget int) (value, error float64, line []string, nodes int) {
	p := j.positions[position]
	if first == nil {
		r := prove(&p, budget)
		return r.value, r.error, r.line, r.nodes
	}
	action, ok := parse(first)
	if !ok || !p.Legal(action) {
		return 0, 0, first, 0
	}
	p.Step(action)
	r := prove(&p, budget)
	return 1 - r.value, r.error, append([]string{action.String()}, r.line...), r.nodes
}

// A finding is what a search tells of a position, for its mover.
type finding struct {
	value, error float64 // of the result; error 0: it is proven
	line         []string
	nodes        int
}

// prove searches a position, the first half of the nodes for its score, and the
// other half for a proof of what the score says.
func prove(p *rules.State, nodes int) finding {
	if p.Over {
		domains := p.Domain(int(p.Mover)).Len() - p.Domain(int(1-p.Mover)).Len()
		return finding{value: exactValue(domains)}
	}
	s := newProver(nodes)
	score, before := s.iterate(p, nodes/2)
	f := finding{line: s.line(p), nodes: s.nodes}
	own, other := p.Mover, 1-p.Mover
	switch {
	case proven(score):
		f.value = exactValue(score)
	case score > 0 && f.atLeast(p, own, 1, nodes/2):
		f.value = 1
	case score < 0 && f.atMost(p, other, -1, nodes/2):
		f.value = 0
	case score == 0 && f.atLeast(p, own, 0, nodes/4) && f.atMost(p, other, 0, nodes/4):
		f.value = 0.5
	default:
		f.value = chance(score)
		f.error = leastError
		for _, earlier := range before {
			f.error = max(f.error, math.Abs(chance(earlier)-f.value))
		}
	}
	return f
}

// proven reports whether a score is a victory or a defeat.
func proven(score int) bool { return max(score, -score) >= decided }

// atLeast reports whether the mover is proven to get a score, even if all positions
// that are not looked at are lost to it.
func (f *finding) atLeast(p *rules.State, own uint8, score, nodes int) bool {
	return f.deeper(p, own, score-1, nodes, func(found int) bool { return found >= score })
}

// atMost reports whether the other player is proven to hold the mover to a score.
func (f *finding) atMost(p *rules.State, other uint8, score, nodes int) bool {
	return f.deeper(p, other, score, nodes, func(found int) bool { return found <= score })
}

// deeper asks of greater and greater depths whether the score of a position is above
// low, until one is enough.
func (f *finding) deeper(p *rules.State, against uint8, low, nodes int, enough func(score int) bool) bool {
	s := newProver(nodes)
	s.against, s.budget = 1+against, budget{nodes: nodes}
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

// newProver returns a search for both players alike, with a table that suits so
// many nodes.
func newProver(nodes int) *search {
	size := min(tableSize, 1<<bits.Len(uint(2*nodes)))
	parameters := DefaultParameters()
	parameters.Path, parameters.Full, parameters.Joint = rules.MaxPath, rules.MaxActions, 0
	return &search{Parameters: parameters, table: make(table, size), history: newHistory(1), proves: true}
}

// iterate is best that returns the score, and those of the two depths before the
// last whole one.
func (s *search) iterate(p *rules.State, nodes int) (score int, before [2]int) {
	s.self, s.budget, s.nodes, s.stopped = p.Mover, budget{nodes: nodes}, 0, false
	actions := p.Actions(s.actions[0][:0])
	s.history.sort(p.Mover, actions)
	for depth := 1; depth <= rules.WallCount; depth++ {
		found := s.deepen(p, actions, depth)
		if s.stopped {
			break
		}
		score, before = found, [2]int{score, before[0]}
		*s.table.at(keyOf(p)) = entry{key: keyOf(p), best: actions[0], score: int16(found), depth: int8(depth), bound: exact}
		if proven(score) {
			break
		}
	}
	return score, before
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

// leastError is the least error of a value that is not proven.
const leastError = 0.08

// steep is how much more likely a point of score makes a win: see chance.
const steep = 0.12

// chance returns how likely the mover is to win, by a score that is no proof: a
// logistic curve, fitted to matches of the boss against itself.
func chance(score int) float64 {
	return 1 / (1 + math.Exp(-steep*float64(score)))
}
