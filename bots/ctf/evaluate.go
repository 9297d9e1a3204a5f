package ctf

import rules "arbiter/referee/games/ctf"

// farAway is how many turns it is until a flag is home that nobody can reach.
const farAway = 100

// evaluate scores a position for seat 0: above 0 when it is better off.
func (p *Parameters) evaluate(s *rules.State, table *rules.Table) int {
	if s.Over() {
		scores := s.Scores()
		return int(scores[0]-scores[1]) * (p.Won - 5*s.Turn)
	}
	turns, first := race(s, table)
	sum := 0
	for seat, sign := range [2]int{1, -1} {
		one := p.evaluateSeat(s, seat, turns[seat])
		if seat == first {
			one += p.Race
		}
		sum += sign * one
	}
	return sum
}

// race returns in how many turns each seat may have the opponent's flag home, and
// the seat that is first and that nobody can stop, or -1.
func race(s *rules.State, table *rules.Table) (turns [2]int, first int) {
	turns = [2]int{capture(s, table, 0), capture(s, table, 1)}
	for seat := range turns {
		if turns[seat] < turns[1-seat] && runs(s, table, seat, turns[seat]) {
			return turns, seat
		}
	}
	return turns, -1
}

// runs reports whether the seat has the opponent's flag and nobody can be at its
// base before it who could pay for a FIRE.
func runs(s *rules.State, table *rules.Table, seat, turns int) bool {
	flag := &s.Flags[1-seat]
	if flag.Carrier == rules.NoCarrier {
		return false
	}
	if s.Credits[1-seat] < rules.FirePrice {
		return true
	}
	for id := range s.PerSeat {
		m := &s.Minions[1-seat][id]
		if !m.Alive() || s.Flags[seat].Carrier == int8(id) {
			continue
		}
		if far := table.Between(m.Pos, s.Bases[seat]); far != rules.Unreachable && far+int(m.Timeout) < turns {
			return false
		}
	}
	return true
}

// evaluateSeat scores what one seat has: lives, health, score points, and in how
// many turns the opponent's flag may be home.
func (p *Parameters) evaluateSeat(s *rules.State, seat, turns int) int {
	sum := p.Credit*min(s.Credits[seat], p.Savings) + max(0, s.Credits[seat]-p.Savings)
	alive, health, timeouts := force(s, seat)
	sum += p.Life*alive + health - p.Timeout*timeouts
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
