package ctf

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// Show shows what the protocol sends.
func TestTurnShowsWhatIsSent(t *testing.T) {
	var direct Turn
	for seed := range int64(10) {
		s := rules.Deal(seed)
		table := rules.NewTable(&s.Map)
		for !s.Over() && s.Alive(0) > 0 && s.Alive(1) > 0 {
			for seat := range s.Minions {
				m, sent := shown(t, &s, seat)
				direct.Show(&s, seat)
				if diff := cmp.Diff(coinSet(sent), coinSet(&direct)); diff != "" {
					t.Fatalf("seed %d, turn %d, seat %d: coins differ: %s", seed, s.Turn, seat, diff)
				}
				other := direct
				other.Coins = sent.Coins
				if diff := cmp.Diff(sent, &other, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("seed %d, turn %d, seat %d: %s", seed, s.Turn, seat, diff)
				}
				if diff := cmp.Diff(m, MapFor(&s.Map, seat)); diff != "" {
					t.Fatalf("seed %d, seat %d: %s", seed, seat, diff)
				}
			}
			s.Step([2]rules.Orders{
				style.Find("greedy").Orders(style.View{State: &s, Table: table, Seat: 0}),
				style.Find("rush2").Orders(style.View{State: &s, Table: table, Seat: 1}),
			}, nil)
		}
	}
}

func coinSet(t *Turn) rules.Cells {
	var coins rules.Cells
	for _, c := range t.Coins {
		coins.Add(c)
	}
	return coins
}

// A clone knows the same and goes on alone.
func TestCloneGoesOnAlone(t *testing.T) {
	s := rules.Deal(4)
	p := NewPolicy(&s.Map, 200, 1, DefaultParameters())
	rival := NewGreedy(MapFor(&s.Map, 1))
	var turn Turn
	for range 15 {
		turn.Show(&s, 0)
		p.Observe(&turn)
		c := p.Clone()
		mine, its := p.Choose(), c.Choose()
		if mine != its {
			t.Fatalf("turn %d: the policy orders %v; its clone %v", s.Turn, mine, its)
		}
		turn.Show(&s, 1)
		rival.Observe(&turn)
		s.Step([2]rules.Orders{mine, rival.Choose()}, nil)
	}
	c := p.Clone()
	before := p.belief.State
	turn.Show(&s, 0)
	c.Observe(&turn)
	c.Choose()
	if p.belief.State != before {
		t.Error("a clone that goes on changes the policy it was made of")
	}
}
