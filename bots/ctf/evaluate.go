package ctf

import rules "arbiter/referee/games/ctf"

// farAway is how many turns it is until a flag is home that nobody can reach.
const farAway = 100

// evaluate scores a position for seat 0: above 0 when it is better off.
func (p *Parameters) evaluate(s *rules.State, table *rules.Table) int {
	if s.Over() {
		scores := s.Scores()
		return int(scores[0]-scores[1]) * p.Won
	}
	return p.evaluateSeat(s, table, 0) - p.evaluateSeat(s, table, 1)
}

// evaluateSeat scores what one seat has: lives, health, score points, and in how
// many turns the opponent's flag may be home.
func (p *Parameters) evaluateSeat(s *rules.State, table *rules.Table, seat int) int {
	sum := p.Credit*min(s.Credits[seat], p.Savings) + max(0, s.Credits[seat]-p.Savings)
	alive, health, _ := force(s, seat)
	turns := capture(s, table, seat)
	sum += p.Life*alive + health
	return sum - p.Step*turns + p.Home/(turns+p.Soft)
}

// force returns how many minions of a seat are alive, and the sums of their health
// and of the turns for which they are timed out.
func force(s *rules.State, seat int) (alive, health, timeouts int) {
	for id := range s.PerSeat {
		if m := &s.Minions[seat][id]; m.Alive() {
			alive++
			health += int(m.Health)
			timeouts += int(m.Timeout)
		}
	}
	return alive, health, timeouts
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
