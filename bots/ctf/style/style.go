// Package style holds ways to play Capture the Flag, each a few lines of what
// a participant would write first: a league to try a bot against, and what
// Boss imagines its opponent to be.
//
// A Style is a pure function of a position, so that a search plays it ahead; a
// Hand has the words to write one in.
package style

import rules "arbiter/referee/games/ctf"

// A Style is one way to play.
type Style struct {
	Name  string
	About string      // one line
	Play  func(*Hand) // gives each idle minion a command, which follows from the position alone
}

// Orders returns what a seat orders in a position.
func (s Style) Orders(v View) rules.Orders {
	var h Hand
	h.Deal(v)
	s.Play(&h)
	return h.Orders
}

// All returns every style.
func All() []Style {
	return []Style{
		{"greedy", "one fetches the flag, one guards, the others collect; who sees an opponent fires", Greedy},
		{"runner", "a relentless runner, a keeper and score points for the thief alone", racer{}.race},
		{"race", "a careful runner, a keeper and score points for whoever wants the flag", racer{careful: true, guard: 4}.race},
		{"turtle", "two stay near the flag and kill who comes, one fetches", turtle},
	}
}

// Find returns the style of that name; there has to be one.
func Find(name string) Style {
	for _, s := range All() {
		if s.Name == name {
			return s
		}
	}
	panic("style: no style " + name)
}
