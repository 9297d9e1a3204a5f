package flames

import (
	"math"
	"slices"

	rules "arbiter/referee/games/flames"
)

const (
	// maxDepth is the most actions of a line: two cycles seldom have more.
	maxDepth = 20
	// maxWidth and maxNext bound the memory of a level: the positions that are
	// continued, and the actions after them.
	maxWidth = 1 << 12
	maxNext  = 1 << 15
	// actions is how many actions there are.
	actions = int(rules.ImmoSW) + 1
	// slots is the size of the table of positions seen, a power of two.
	slots = 1 << 17
)

// A candidate is one action after a position of the level before.
type candidate struct {
	worth  int32
	parent int32
	action rules.Action
}

// A line is a row of actions and what the position at its end is worth.
type line struct {
	actions [maxDepth]rules.Action
	length  int
	worth   int32
}

// forget makes the line one that any other is better than.
func (l *line) forget() { *l = line{worth: math.MinInt32} }

// pop takes the first action off the line. An empty line passes.
func (l *line) pop() rules.Action {
	if l.length == 0 {
		return rules.Pass
	}
	first := l.actions[0]
	copy(l.actions[:], l.actions[1:l.length])
	l.length--
	return first
}

// A search is a beam search over single actions: after the best positions of
// one level every action is played, and the best of the positions that follow
// are the next level. It allocates nothing once it is made.
type search struct {
	Parameters                     // judge the ends of lines
	guide            Parameters    // choose the lines that are continued
	level, before    []rules.State // the positions continued in this level and in the one before
	candidates, next []candidate   // those of this level and of the next, best first
	trail            [maxDepth][]candidate
	seen             []uint64 // the hash of the latest position in each slot
	played           int      // actions
}

func newSearch(parameters Parameters) *search {
	s := &search{
		Parameters: parameters,
		level:      make([]rules.State, 0, maxWidth),
		before:     make([]rules.State, 0, maxWidth),
		candidates: make([]candidate, 0, maxNext),
		next:       make([]candidate, 0, maxNext),
		seen:       make([]uint64, slots),
	}
	for depth := range s.trail {
		s.trail[depth] = make([]candidate, 0, maxWidth)
	}
	return s
}

// improve replaces best by a line that is worth more, if it finds one. A line
// ends with a victory or when the cycle end begins. spent tells when the first
// levels have used up their share, but each level continues one position at least.
func (s *search) improve(c *rules.Case, root *rules.State, end int32, best *line, spent func(levels, played int) bool) {
	clear(s.seen)
	s.played = 0
	s.candidates = append(s.candidates[:0], candidate{})
	for depth := range maxDepth {
		s.level, s.trail[depth], s.next = s.level[:0], s.trail[depth][:0], s.next[:0]
		for _, from := range s.candidates {
			full := len(s.level) == maxWidth || len(s.next) > maxNext-actions
			if full || len(s.level) > 0 && spent(depth+1, s.played) {
				break
			}
			position := *root
			if depth > 0 {
				position = s.before[from.parent]
				position.Act(c, from.action, nil)
			}
			s.level = append(s.level, position)
			s.trail[depth] = append(s.trail[depth], from)
			s.expand(c, &position, depth, end, best)
		}
		slices.SortFunc(s.next, better)
		s.candidates, s.next = s.next, s.candidates
		s.before, s.level = s.level, s.before
	}
}

// better orders candidates: the best first, equal ones as they were found.
func better(a, b candidate) int {
	if a.worth != b.worth {
		return int(b.worth) - int(a.worth)
	}
	return (int(a.parent)-int(b.parent))*actions + int(a.action) - int(b.action)
}

// expand plays the actions after the latest position of the level. Later in a line than
// first, an IMMO, for 5 HP, is only for who cannot move: the boss takes one in some hundred
// matches, and a search of as many actions sees a third more without them.
func (s *search) expand(c *rules.Case, position *rules.State, depth int, end int32, best *line) {
	parent := int32(len(s.level) - 1)
	moves := false // somewhere, and lives
	for action := range position.Valid(c).All() {
		if depth > 0 && moves && action >= rules.ImmoNE {
			break
		}
		next := *position
		outcome := next.Act(c, action, nil)
		s.played++
		moves = moves || action != rules.Pass && !outcome.Dead()
		if outcome.Dead() || s.known(next.Hash()) {
			continue
		}
		reached := candidate{s.guide.evaluate(&next), parent, action}
		if action == rules.Pass && position.Flames.Empty() {
			// The flames that begin to burn have to be met in any case. Counted
			// against PASS, they put it behind every walk through an empty map, and
			// a short search did not come to it.
			reached.worth = s.guide.evaluate(position)
		}
		if outcome == rules.Playing && next.Cycle < end {
			s.next = append(s.next, reached)
			continue
		}
		if reached.worth = s.evaluateEnd(&next); reached.worth > best.worth {
			*best = s.line(depth, reached)
		}
	}
}

// known reports whether the position was met before, as far as the table
// remembers, and enters it.
func (s *search) known(hash uint64) bool {
	slot := &s.seen[hash%slots]
	if *slot == hash {
		return true
	}
	*slot = hash
	return false
}

// line returns the line whose last action is last, after depth others.
func (s *search) line(depth int, last candidate) line {
	l := line{length: depth + 1, worth: last.worth}
	for ; depth >= 0; depth-- {
		l.actions[depth] = last.action
		last = s.trail[depth][last.parent]
	}
	return l
}
