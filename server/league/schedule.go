package league

import (
	"iter"
	"slices"

	"arbiter/server/league/rating"
)

// Results are the results that a schedule depends on.
type Results interface {
	// Outcome returns the outcome of a match, and whether it has been played.
	Outcome(matchID string) (Outcome, bool)
}

// Outcomes are Results in a map by match ID.
type Outcomes map[string]Outcome

// Outcome returns the outcome of a match, and whether it has been played.
func (o Outcomes) Outcome(matchID string) (Outcome, bool) {
	outcome, ok := o[matchID]
	return outcome, ok
}

// Pairings returns the pairings of a valid tournament in playing order,
// including those that have been played. Two-seat games come in pairs: the same
// bots on the same start, one right after the other with the seats swapped. In a
// solo game every bot plays alone, and no pairing comes twice.
//
// A format that is not fixed chooses a round by the results of earlier rounds.
// The iterator ends where it needs a result that is missing; once that match has
// been reported, a new iteration gets further. Results that arrive during an
// iteration count. The same tournament with the same results gives the same
// pairings, in whatever order the results arrived, and more results only append
// to the sequence.
func Pairings(t Tournament, results Results) iter.Seq[Pairing] {
	return func(yield func(Pairing) bool) {
		t.Format.Info().pair(&schedule{Tournament: t, results: results, yield: yield})
	}
}

// Remaining returns the pairings that can be played now: those of Pairings without a result.
func Remaining(t Tournament, results Results) iter.Seq[Pairing] {
	return func(yield func(Pairing) bool) {
		for p := range Pairings(t, results) {
			if _, played := results.Outcome(p.ID(t.ID)); !played && !yield(p) {
				return
			}
		}
	}
}

// Complete reports whether every match of the tournament has been played. An endless tournament
// is never complete.
func Complete(t Tournament, results Results) bool {
	for range Remaining(t, results) {
		return false
	}
	return true
}

// Total returns the number of matches of a valid tournament. When that depends
// on the results, exact is false and n is an estimate that assumes no tied
// encounter in a Knockout and no rematch in a solo game. An endless tournament
// returns 0, false.
func Total(t Tournament) (n int, exact bool) {
	if !t.Series.IsZero() {
		return t.TrialMatches() * t.Series.Pairs(), true
	}
	if t.Endless() {
		return 0, false
	}
	info := t.Format.Info()
	if t.Solo() && !t.goesOn() {
		return len(t.Bots) * t.games(), info.Fixed // elsewhere a rematch plays other starts
	}
	if t.Seats > 2 && t.Format == RoundRobin {
		return groupMatches(len(t.Bots), t.Seats) * t.games(), true
	}
	encounters, exact := info.encounters(t)
	return t.TrialMatches() * encounters * t.games(), exact
}

// TrialMatches returns how many matches two bots play on a start: a pair, two alone, or one for
// each seat.
func (t Tournament) TrialMatches() int { return max(2, t.Seats) }

// games returns the number of starts on which two bots meet.
func (t Tournament) games() int {
	if t.Games == 0 {
		return len(t.Starts)
	}
	return t.Games
}

// goesOn reports whether each round plays other starts than the one before: those
// that follow in the list. Where a round plays the whole list there are no others.
func (t Tournament) goesOn() bool {
	return t.Schedule > 0 && !t.Format.Fixed() && t.games()%len(t.Starts) != 0
}

// first returns the number of the first game of an encounter. The games of a round follow
// those of the round before. In an old schedule they follow those that the two bots have played.
func (s *schedule) first(round, met int) int {
	if s.goesOn() {
		return (round - 1) * s.games()
	}
	return met * s.games()
}

// An encounter is two bots that meet on some starts. The games of two bots are
// numbered from 0: game g is played on start g; after the last start the first
// one follows again, as the next repetition.
type encounter struct {
	a, b  int // numbers of the bots in Tournament.Bots
	first int // number of its first game
	games int
}

// A schedule is one iteration over the pairings of a tournament.
type schedule struct {
	Tournament
	results Results
	yield   func(Pairing) bool
	yielded map[string]bool // IDs of solo matches of round-based formats
}

// pairing returns the pairing of bots, by seat, on the start of a game.
func (s *schedule) pairing(round, game int, bots ...int) Pairing {
	seats := make([]string, len(bots))
	for seat, bot := range bots {
		seats[seat] = s.Bots[bot]
	}
	n := len(s.Starts)
	return Pairing{Round: round, Seats: seats, Start: s.Starts[game%n], Repetition: game / n}
}

// meet yields one game of an encounter: a pair of matches with the seats
// swapped, or a solo match of each bot. Of more than two seats, a has each once, and b all
// others. It reports whether to continue.
func (s *schedule) meet(round, game, a, b int) bool {
	if s.Solo() {
		return s.yieldOnce(s.pairing(round, game, a)) && s.yieldOnce(s.pairing(round, game, b))
	}
	if s.Seats > 2 {
		for own := range s.Seats {
			bots := slices.Repeat([]int{b}, s.Seats)
			bots[own] = a
			if !s.yield(s.pairing(round, game, bots...)) {
				return false
			}
		}
		return true
	}
	return s.yield(s.pairing(round, game, a, b)) && s.yield(s.pairing(round, game, b, a))
}

// yieldOnce yields a solo match unless an earlier encounter already has.
func (s *schedule) yieldOnce(p Pairing) bool {
	id := p.ID(s.ID)
	if s.yielded[id] {
		return true
	}
	if s.yielded == nil {
		s.yielded = make(map[string]bool)
	}
	s.yielded[id] = true
	return s.yield(p)
}

// play yields the encounters of a round, game by game so that all progress
// evenly. It reports whether all of their results are known.
func (s *schedule) play(round int, encounters []encounter) bool {
	longest := 0
	for _, e := range encounters {
		longest = max(longest, e.games)
	}
	for g := range longest {
		for _, e := range encounters {
			if g < e.games && !s.meet(round, e.first+g, e.a, e.b) {
				return false
			}
		}
	}
	for _, e := range encounters {
		if !s.known(e) {
			return false
		}
	}
	return true
}

// known reports whether every match of an encounter has been played.
func (s *schedule) known(e encounter) bool {
	for range s.duels(e) {
		e.games--
	}
	return e.games == 0
}

// duels returns the games of an encounter from a's view, up to the first whose
// result is missing, as two outcomes each: with a on the first seat and on the
// second. In a solo game both are the comparison of the two scores.
func (s *schedule) duels(e encounter) iter.Seq2[rating.Score, rating.Score] {
	return func(yield func(rating.Score, rating.Score) bool) {
		for g := e.first; g < e.first+e.games; g++ {
			one, other := []int{e.a, e.b}, []int{e.b, e.a}
			if s.Solo() {
				one, other = one[:1], other[:1]
			}
			first, ok := s.results.Outcome(s.pairing(0, g, one...).ID(s.ID))
			second, okToo := s.results.Outcome(s.pairing(0, g, other...).ID(s.ID))
			if !ok || !okToo {
				return
			}
			var more bool
			if s.Solo() {
				duel := first.Against(second)
				more = yield(duel, duel)
			} else {
				more = yield(first.ForSeat(0), second.ForSeat(1))
			}
			if !more {
				return
			}
		}
	}
}

// lead returns by how many half points a leads b in an encounter.
func (s *schedule) lead(e encounter) int {
	lead := 0
	for one, other := range s.duels(e) {
		lead += int(one+other) - int(rating.Win)
	}
	return lead
}
