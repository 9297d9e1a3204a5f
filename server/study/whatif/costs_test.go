package whatif

import (
	"testing"

	"arbiter/referee/games/ctf"
	"arbiter/server/study/analysis"
)

// The costs of a seat are those of its ranked answers; a judge of values alone tells none.
func TestCostsOf(t *testing.T) {
	a := &analysis.Analysis{Costs: []analysis.RankedCost{
		{Turn: 1, Seat: 0, Cost: 0.3, Error: 0.1, Sure: analysis.Likely, Best: "WAIT 0"}, {Turn: 1, Seat: 1, Cost: 0.2},
	}}
	costs := CostsOf(a, 0)
	if len(costs) != 1 || costs[1] != (Cost{0.3, 0.1, analysis.Likely, "WAIT 0"}) {
		t.Errorf("%+v; want that of turn 1", costs)
	}
	a.ValuesOnly = true
	if n := len(CostsOf(a, 0)) + len(CostsOf(nil, 0)); n > 0 {
		t.Errorf("%d costs of values alone and of nothing", n)
	}
}

// "In ctf a mistake names the minion whose command differs."
func TestDeviations(t *testing.T) {
	all := Deviations(ctf.Game{}, "MOVE 0 5 7 | wait  1|FIRE 2", "FREEZE 0 | WAIT 1 | FIRE 2")
	if len(all) != 1 || all[0].String() != "minion 0: MOVE 0 5 7" || all[0].Best != "FREEZE 0" {
		t.Errorf("%v; want minion 0 alone: the others are told the same", all)
	}
}
