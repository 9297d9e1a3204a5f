// Package style holds ways to play Capture the Flag, each a few lines of what
// a participant would write first: a league to try a bot against, and what
// Boss imagines its opponent to be.
//
// A Style is a pure function of a position, so that a search plays it ahead; a
// Hand has the words to write one in.
package style

import rules "arbiter/referee/games/ctf"

// A View is a position as one seat sees it.
type View struct {
	*rules.State
	Table *rules.Table
	Seat  int
}

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
		{"raid", "a relentless runner that FREEZEs who sees it with the flag, and a keeper who FIREs at who comes", racer{weapon: 6, guard: 4}.race},
		{"sitter", "a relentless runner, and a keeper who stays at the base", racer{weapon: 6, guard: 4, base: true}.race},
		{"race", "a careful runner, a keeper and score points for whoever wants the flag", racer{careful: true, guard: 4}.race},
		{"rush1", "one carrier, the others collect and stop the opponent's", func(h *Hand) { rush(h, 1) }},
		{"rush2", "two carriers at once", func(h *Hand) { rush(h, 2) }},
		{"rush3", "three carriers at once", func(h *Hand) { rush(h, 3) }},
		{"turtle", "two stay near the flag and kill who comes, one fetches", turtle},
		{"hunter", "spends all on FIRE and goes after whoever is near", hunter},
		{"miner", "plants mines on the way out of its base", miner},
		{"collector", "collects first, then goes out rich", collector},
		{"escort", "a carrier and another who freezes whoever is in the way", escort},
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
