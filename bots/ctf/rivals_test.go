package ctf

import (
	"testing"

	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// "A belief about which it faces": after some turns the style that the opponent
// plays is among the three likeliest, if it is not much like others.
func TestRivalsRecognizeTheStyle(t *testing.T) {
	for _, name := range []string{"greedy", "rush3", "hunter"} {
		s := rules.Deal(7)
		p := NewPolicy(&s.Map, 60, 1, DefaultParameters())
		opponent := NewStyle(MapFor(&s.Map, 1), style.Find(name))
		var turn Turn
		for range 30 {
			var orders [2]rules.Orders
			for seat, policy := range [2]*Policy{p, opponent} {
				turn.Show(&s, seat)
				policy.Observe(&turn)
				orders[seat] = policy.Choose()
			}
			s.Step(orders, nil)
		}
		found, total := false, 0
		for _, r := range p.belief.rivals.mixture(3, nil) {
			found = found || r.style.Name == name
			total += r.weight
		}
		if !found || total < 990 || total > 1000 {
			t.Errorf("%s is not among the three likeliest, or their weights come to %d; want about 1000", name, total)
		}
	}
}

// "A flag that nobody can stop": the carrier that is first home counts, unless
// somebody who can pay for a FIRE is before it.
func TestEvaluateSeesTheRace(t *testing.T) {
	s := rules.Deal(7)
	table := rules.NewTable(&s.Map)
	s.Credits = [2]int{rules.FirePrice, rules.FirePrice}
	for id := range s.PerSeat { // nobody of seat 0 is near the base of seat 1
		s.Minions[0][id].Pos = s.Bases[0]
	}
	at := table.Step(s.Bases[1], s.Bases[0]).Target
	s.Minions[1][0].Pos = at
	s.Flags[0] = rules.Flag{Pos: at, Carrier: 0}
	if !runs(&s, table, 1, capture(&s, table, 1)) {
		t.Error("the carrier next to its base is taken for one that can be stopped")
	}
	s.Minions[0][1].Pos = s.Bases[1]
	if runs(&s, table, 1, capture(&s, table, 1)) {
		t.Error("the carrier is taken for one that nobody stops; a minion waits at its base")
	}
	s.Credits[0] = 0
	if !runs(&s, table, 1, capture(&s, table, 1)) {
		t.Error("the carrier is taken for one that can be stopped, by a minion that pays for no FIRE")
	}
}
