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
				style.Find("turtle").Orders(style.View{State: &s, Table: table, Seat: 1}),
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
