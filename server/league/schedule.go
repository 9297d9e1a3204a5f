package league

import (
	"iter"

	"arbiter/server/rating"
)

// Results tells what matches came to.
type Results interface {
	// Outcome returns what a match came to, and whether it has been played.
	Outcome(matchID string) (Outcome, bool)
}

// Outcomes are Results by match ID, as Store.Outcomes returns them.
type Outcomes map[string]Outcome

// Outcome returns what a match came to, and whether it has been played.
func (o Outcomes) Outcome(matchID string) (Outcome, bool) {
	outcome, ok := o[matchID]
	return outcome, ok
}

// Pairings returns the pairings of a valid tournament in playing order, also
// those that have been played. Two-seat games come in pairs: the same bots on
// the same start, one right after the other with the seats swapped. In a solo
// game every bot plays alone, and no pairing comes twice.
//
// Swiss, Knockout and Ladder choose a round by the results of those before.
// The iterator ends where it would need a result that results does not have;
// once that match is reported, iterating again goes on; a result that arrives
// while iterating counts. The same tournament
// with the same results gives the same pairings, in whatever order the results
// arrived, and more results only append to the sequence.
func Pairings(t Tournament, results Results) iter.Seq[Pairing] {
	return func(yield func(Pairing) bool) {
		s := schedule{Tournament: t, results: results, yield: yield}
		switch t.Format {
		case RoundRobin:
			s.roundRobin()
		case Gauntlet:
			s.gauntlet()
		case Swiss:
			s.swiss()
		case Knockout:
			s.knockout()
		case Ladder:
			s.ladder()
		}
	}
}

// Remaining returns the pairings that can be played now and have not been.
func Remaining(t Tournament, results Results) iter.Seq[Pairing] {
	return func(yield func(Pairing) bool) {
		for p := range Pairings(t, results) {
			if _, played := results.Outcome(p.ID(t.ID)); !played && !yield(p) {
				return
			}
		}
	}
}

// Complete reports whether every match of the tournament has been played. A
// schedule that knows all results so far never stops before its last round, so
// nothing remaining means that nothing will come. An endless Ladder is never
// done.
func Complete(t Tournament, results Results) bool {
	for range Remaining(t, results) {
		return false
	}
	return true
}

// Total returns how many matches a valid tournament has. When the results
// decide that, exact is false and n is an estimate: of Knockout without tied
// encounters, of solo games without rematches. An endless Ladder has 0, false.
func Total(t Tournament) (n int, exact bool) {
	bots, encounters := len(t.Bots), 0
	switch t.Format {
	case RoundRobin:
		encounters, exact = bots*(bots-1)/2, true
	case Gauntlet:
		encounters, exact = t.Challengers*(bots-t.Challengers), true
	case Swiss:
		encounters, exact = t.swissRounds()*(bots/2), !t.Solo()
	case Knockout:
		encounters = bots - 1
	case Ladder:
		if t.Rounds == 0 {
			return 0, false
		}
		encounters, exact = t.Rounds*(bots/2), !t.Solo()
	}
	if t.Solo() {
		return bots * t.games(), exact
	}
	return 2 * encounters * t.games(), exact
}

// games returns how many starts two bots meet on.
func (t Tournament) games() int {
	if t.Games == 0 {
		return len(t.Starts)
	}
	return t.Games
}

// An encounter is two bots that meet on some starts. Games are numbered from
// 0 for each two bots: game g is played on start g, going round again after
// the last start as the next repetition.
type encounter struct {
	a, b  int // numbers of the bots in Tournament.Bots
	first int // number of its first game
	games int
}

// A schedule is one walk over the pairings of a tournament.
type schedule struct {
	Tournament
	results Results
	yield   func(Pairing) bool
	given   map[string]bool // solo matches of round-based formats, by ID
}

// pairing returns the pairing of some bots on a game's start.
func (s *schedule) pairing(round, game int, bots ...int) Pairing {
	seats := make([]string, len(bots))
	for seat, bot := range bots {
		seats[seat] = s.Bots[bot]
	}
	n := len(s.Starts)
	return Pairing{Round: round, Seats: seats, Start: s.Starts[game%n], Repetition: game / n}
}

// meet yields one game of an encounter: a pair, or each bot alone. It reports
// whether to go on.
func (s *schedule) meet(round, game, a, b int) bool {
	if s.Solo() {
		return s.once(s.pairing(round, game, a)) && s.once(s.pairing(round, game, b))
	}
	return s.yield(s.pairing(round, game, a, b)) && s.yield(s.pairing(round, game, b, a))
}

// once yields a solo match unless an earlier encounter asked for it.
func (s *schedule) once(p Pairing) bool {
	id := p.ID(s.ID)
	if s.given[id] {
		return true
	}
	if s.given == nil {
		s.given = make(map[string]bool)
	}
	s.given[id] = true
	return s.yield(p)
}

// play yields the encounters of a round, game by game so that all progress
// evenly, and then reports whether to go on: all results are known.
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

// duels returns the games of an encounter from a's view, up to the first that
// is not known: two outcomes, a on the first seat and a on the second. In a
// solo game the two scores make one duel, and both outcomes are that one.
func (s *schedule) duels(e encounter) iter.Seq2[rating.Outcome, rating.Outcome] {
	return func(yield func(rating.Outcome, rating.Outcome) bool) {
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
			var again bool
			if s.Solo() {
				duel := compare(first.Scores[0], second.Scores[0])
				again = yield(duel, duel)
			} else {
				again = yield(first.first(), rating.Win-second.first())
			}
			if !again {
				return
			}
		}
	}
}

// lead returns the half points that a is ahead of b in an encounter.
func (s *schedule) lead(e encounter) int {
	lead := 0
	for one, other := range s.duels(e) {
		lead += int(one+other) - int(rating.Win)
	}
	return lead
}

// first returns how a two-seat match ended for the first seat.
func (o Outcome) first() rating.Outcome {
	return compare(int64(o.Ranks[1]), int64(o.Ranks[0]))
}

// compare returns how a duel ended for the bot with score a.
func compare(a, b int64) rating.Outcome {
	switch {
	case a > b:
		return rating.Win
	case a < b:
		return rating.Loss
	}
	return rating.Draw
}
