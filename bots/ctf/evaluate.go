package ctf

import rules "arbiter/referee/games/ctf"

// What things are worth to evaluate, in health points of a minion.
const (
	won      = 100_000 // a match that is won at once; a turn later it is worth one less
	life     = 60      // being alive, beside the health
	credit   = 3       // a score point: 7 of them buy 24 health points of an opponent
	savings  = 60      // score points after which more are worth one each
	lost     = 12      // a turn for which a minion is timed out
	step     = 2       // a turn less until the opponent's flag is home, however far it is
	nearHome = 2500    // the same when it is near: divided by the turns, and by softly more
	softly   = 5       // keeps the last steps from outweighing everything else
	farAway  = 100     // turns until the flag is home when nobody can reach it
)

// evaluate scores a position for seat 0: above 0 when it is better off.
func evaluate(s *rules.State, table *rules.Table) int {
	if s.Over() {
		scores := s.Scores()
		return int(scores[0]-scores[1]) * (won - s.Turn)
	}
	return evaluateSeat(s, table, 0) - evaluateSeat(s, table, 1)
}

// evaluateSeat scores what one seat has: lives, health, score points, and how near
// the opponent's flag is to being home.
func evaluateSeat(s *rules.State, table *rules.Table, seat int) int {
	sum := credit*min(s.Credits[seat], savings) + max(0, s.Credits[seat]-savings)
	for id := range s.PerSeat {
		if m := &s.Minions[seat][id]; m.Alive() {
			sum += life + int(m.Health) - lost*int(m.Timeout)
		}
	}
	turns := capture(s, table, seat)
	return sum - step*turns + nearHome/(turns+softly)
}

// capture returns how many turns the seat needs to bring the opponent's flag
// home when nobody stops it.
func capture(s *rules.State, table *rules.Table, seat int) int {
	flag := &s.Flags[1-seat]
	home := table.Between(flag.Pos, s.Bases[seat])
	if home == rules.Unreachable {
		return farAway
	}
	if flag.Carrier != rules.NoCarrier {
		return home
	}
	best := farAway
	for id := range s.PerSeat {
		m := &s.Minions[seat][id]
		if !m.Alive() {
			continue
		}
		if far := table.Between(m.Pos, flag.Pos); far != rules.Unreachable {
			best = min(best, far+int(m.Timeout)+home)
		}
	}
	return best
}
