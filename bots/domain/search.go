package domain

import (
	"slices"

	rules "arbiter/referee/games/domain"
)

// A search looks for the best action by iterative deepening: alpha-beta over
// all actions to a depth of 1, then 2, 3 and so on, until the game is decided
// or the budget is spent. What one depth learns, in table and history, makes
// the next one cheap. It allocates nothing while it searches.
type search struct {
	Parameters
	table   table // of tableSize unless a smaller one is enough
	history history
	actions [rules.WallCount][rules.MaxActions]rules.Action // the buffer of every ply

	self    uint8 // the player who asks
	proves  bool  // a proven score counts whatever depth it was found at
	against uint8 // 1 + the player who is taken to lose where the search looks no further; 0: such positions are guessed at
	budget  budget
	nodes   int  // positions looked at
	stopped bool // the budget is spent: the scores of this depth mean nothing
}

func newSearch(seed int64, parameters Parameters) *search {
	return &search{Parameters: parameters, history: newHistory(seed)}
}

// best returns the best action found in a position within the budget.
func (s *search) best(p *rules.State, b budget) rules.Action {
	s.self, s.budget, s.nodes, s.stopped = p.Mover, b, 0, false
	if s.table == nil {
		s.table = newTable(tableSize)
	}
	s.history.fade()
	actions := p.ActionsWithin(s.steps(p), s.actions[0][:0])
	s.history.sort(p.Mover, actions)
	for depth := 1; depth <= rules.WallCount && !s.stopped; depth++ {
		if score := s.deepen(p, actions, depth); score >= decided || score <= -decided {
			break
		}
	}
	return actions[0]
}

// deepen searches the position itself to a depth and moves the best action to
// the front. A depth that is cut short counts too: it began with the best
// action of the depth before, and only a better one takes its place.
func (s *search) deepen(p *rules.State, actions []rules.Action, depth int) int {
	low := -infinite
	for i, action := range actions {
		score := s.after(p, action, i, depth, 0, low, infinite)
		if s.stopped {
			break
		}
		if score > low {
			low = score
			copy(actions[1:i+1], actions[:i])
			actions[0] = action
		}
	}
	return low
}

// value returns the score of a position for its mover, depth actions ahead.
// Between low and high it is exact. At or below low it says that the true score
// is no higher, at or above high that it is no lower: nobody asks for more.
func (s *search) value(p *rules.State, depth, ply, low, high int) int {
	if depth == 0 || p.Over {
		return s.leaf(p, ply, low, high)
	}
	key := keyOf(p)
	known := s.table.at(key)
	enough := depth
	if s.proves && proven(int(known.score)) {
		enough = 0
	}
	if known.answers(key, enough, low, high) {
		return int(known.score)
	}
	actions := p.ActionsWithin(s.steps(p), s.actions[ply][:0])
	tried := 0 // actions at the front that need no choice
	if known.key == key && putFirst(actions, known.best) {
		tried = 1
	}
	found := entry{key: key, depth: int8(depth), bound: atMost}
	best := -infinite
	for i := range actions {
		if i >= tried && i < s.Full {
			s.history.pick(p.Mover, actions[i:])
		}
		score := s.after(p, actions[i], i, depth, ply, max(low, best), high)
		if s.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best, found.best = score, actions[i]
		if best > low {
			found.bound = exact
		}
		if best >= high {
			found.bound = atLeast
			s.history.add(p.Mover, actions[i], depth)
			break // the opponent will not let it come to this
		}
	}
	found.score = int16(best)
	*known = found
	return best
}

// undecided is what a position is taken to be lost with that the search does not
// look beyond: less than a defeat, which would else look better and be no proof.
const undecided = decided - 1

// leaf scores the end of a line for its mover.
func (s *search) leaf(p *rules.State, ply, low, high int) int {
	switch {
	case p.Over || s.against == 0:
		return s.region(p, ply, low, high)
	case s.against == 1+p.Mover:
		return -undecided
	}
	return undecided
}

// after returns the score for the mover of playing an action, the i-th of its
// position. Of all but the first it expects that they are no better than low,
// and asks only whether they are, of the late ones with a shorter look ahead;
// the few that are better get a full search.
func (s *search) after(p *rules.State, action rules.Action, i, depth, ply, low, high int) int {
	next, ok := s.step(p, action)
	if !ok {
		return 0
	}
	if i > 0 {
		if i >= s.Full && depth > 1 {
			less := min(depth/2, 2)
			if score := -s.value(&next, depth-1-less, ply+1, -low-1, -low); score <= low {
				return score
			}
		}
		if score := -s.value(&next, depth-1, ply+1, -low-1, -low); score <= low || score >= high {
			return score
		}
	}
	return -s.value(&next, depth-1, ply+1, -high, -low)
}

// step returns the position after an action, and false once the budget is spent.
func (s *search) step(p *rules.State, action rules.Action) (next rules.State, ok bool) {
	next = *p
	next.Step(action)
	s.nodes++
	s.stopped = s.stopped || s.budget.spent(s.nodes)
	return next, !s.stopped
}

// steps returns how long a path the mover may walk. The bot keeps to its
// Path, by default one that is legal under every reading of the rules, and
// reckons with an opponent who does not.
func (s *search) steps(p *rules.State) int {
	if p.Mover == s.self {
		return s.Path
	}
	return rules.MaxPath
}

// putFirst moves an action to the front and reports whether it is there at all.
func putFirst(actions []rules.Action, first rules.Action) bool {
	i := slices.Index(actions, first)
	if i < 0 {
		return false
	}
	actions[0], actions[i] = actions[i], actions[0]
	return true
}
