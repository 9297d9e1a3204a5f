package ctf

import rules "arbiter/referee/games/ctf"

const (
	farAway = 100 // turns until the flag is home when nobody can reach it
)

// evaluate scores a position for seat 0: above 0 when it is better off.
func (p *Parameters) evaluate(s *rules.State, table *rules.Table) int {
	if s.Over() {
		scores := s.Scores()
		return int(scores[0]-scores[1]) * (p.Won - 5*s.Turn)
	}
	return p.evaluateSeat(s, table, 0) - p.evaluateSeat(s, table, 1)
}

// evaluateSeat scores what one seat has: lives, health, score points, and how near
// the opponent's flag is to being home.
func (p *Parameters) evaluateSeat(s *rules.State, table *rules.Table, seat int) int {
	sum := p.Credit*min(s.Credits[seat], p.Savings) + max(0, s.Credits[seat]-p.Savings)
	for id := range s.PerSeat {
		if m := &s.Minions[seat][id]; m.Alive() {
			sum += p.Life + int(m.Health) - p.Timeout*int(m.Timeout)
		}
	}
	turns := capture(s, table, seat)
	return sum - p.Step*turns + p.Home/(turns+p.Soft)
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
