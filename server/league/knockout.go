package league

import "slices"

// Knockout eliminates the loser of each encounter.
const Knockout Format = "knockout"

func knockout() FormatInfo {
	return FormatInfo{
		Name: Knockout, About: "A bot that loses an encounter is out.",
		pair:       func(s *schedule) { s.knockout() },
		encounters: func(t Tournament) (int, bool) { return len(t.Bots) - 1, false }, // ties are extended
		placings:   func(s *schedule) []Placing { return s.knockoutPlacings(s.knockout()) },
	}
}

// TieBreaks is the number of extra starts that a tied Knockout encounter may
// take, one at a time. If it is still tied then, the bot that was entered first
// advances: equal bots would play for ever.
const TieBreaks = 3

// bye is the opponent of a bot that advances without playing.
const bye = -1

// bracket returns the numbers of n bots in the order of the first round, where
// neighbours meet, padded with byes. The order of entry is the seeding: the
// first two bots meet in the final at the earliest, the first four in the
// semi-finals, and the first ones get the byes when n is not a power of two.
func bracket(n int) []int {
	order := []int{0}
	for len(order) < n {
		size := 2 * len(order)
		next := make([]int, 0, size)
		for _, seed := range order {
			next = append(next, seed, size-1-seed)
		}
		order = next
	}
	for i, seed := range order {
		if seed >= n {
			order[i] = bye
		}
	}
	return order
}

// knockout plays rounds until one bot is left. It returns the bots at the start
// of each round, and those left after the last round whose results are known.
func (s *schedule) knockout() [][]int {
	rounds := [][]int{bracket(len(s.Bots))}
	for round := 1; len(rounds[round-1]) > 1; round++ {
		next := s.knockoutRound(round, rounds[round-1])
		if next == nil {
			break
		}
		rounds = append(rounds, next)
	}
	return rounds
}

// knockoutRound plays a round and returns the bots that advance, or nil when
// results are missing.
func (s *schedule) knockoutRound(round int, bots []int) []int {
	var next []int
	var open []encounter
	first := s.first(round, 0)
	for pair := range slices.Chunk(bots, 2) {
		next = append(next, pair[0])
		if pair[1] == bye {
			continue
		}
		open = append(open, encounter{min(pair[0], pair[1]), max(pair[0], pair[1]), first, s.games()})
	}
	for game := s.games(); len(open) > 0; game++ {
		if !s.play(round, open) {
			return nil
		}
		var tied []encounter
		for _, e := range open {
			lead := s.lead(e)
			if lead == 0 && game < s.games()+TieBreaks {
				tied = append(tied, encounter{e.a, e.b, first + game, 1})
				continue
			}
			winner := e.a
			if lead < 0 {
				winner = e.b
			}
			place := slices.IndexFunc(next, func(bot int) bool { return bot == e.a || bot == e.b })
			next[place] = winner
		}
		open = tied
	}
	return next
}

// knockoutPlacings walks back from the last round: bots that survived a round
// come before those that it eliminated.
func (s *schedule) knockoutPlacings(rounds [][]int) []Placing {
	var placings []Placing
	placed := []int{bye}
	for _, round := range slices.Backward(rounds) {
		place := len(placings) + 1
		for _, bot := range slices.Sorted(slices.Values(round)) {
			if !slices.Contains(placed, bot) {
				placed = append(placed, bot)
				placings = append(placings, Placing{Place: place, Bot: s.Bots[bot]})
			}
		}
	}
	return placings
}
