package league

import "slices"

// TieBreaks is how many more starts a tied encounter of a knockout may take,
// one at a time. If it is still tied then, the bot that was entered earlier
// goes on: equal bots would play for ever.
const TieBreaks = 3

// nobody is the opponent of a bot that goes on without playing.
const nobody = -1

// bracket returns the numbers of n bots in the order of a knockout's first
// round, neighbours meeting, with nobody where there are too few. The order of
// entry is the seeding: the first two meet in the final at the earliest, the
// first four in the semi-finals, and the first ones have nobody to play when
// the number of bots is no power of two.
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
			order[i] = nobody
		}
	}
	return order
}

// knockout plays rounds until one bot is left, and returns who was in at the
// start of each round and after the last one whose results are known.
func (s *schedule) knockout() [][]int {
	in := [][]int{bracket(len(s.Bots))}
	for round := 1; len(in[round-1]) > 1; round++ {
		next := s.knockoutRound(round, in[round-1])
		if next == nil {
			break
		}
		in = append(in, next)
	}
	return in
}

// knockoutRound plays a round and returns who goes on, or nil when results
// are missing.
func (s *schedule) knockoutRound(round int, in []int) []int {
	var next []int
	var open []encounter
	for pair := range slices.Chunk(in, 2) {
		next = append(next, pair[0])
		if pair[1] == nobody {
			continue
		}
		open = append(open, encounter{min(pair[0], pair[1]), max(pair[0], pair[1]), 0, s.games()})
	}
	for game := s.games(); len(open) > 0; game++ {
		if !s.play(round, open) {
			return nil
		}
		var tied []encounter
		for _, e := range open {
			lead := s.lead(e)
			if lead == 0 && game < s.games()+TieBreaks {
				tied = append(tied, encounter{e.a, e.b, game, 1})
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
