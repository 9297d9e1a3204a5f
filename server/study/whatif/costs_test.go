package whatif

import (
	"testing"

	"arbiter/server/study/analysis"
)

// "Of those that an analysis has examined": an answer without a regret has no cost.
func TestCostsOf(t *testing.T) {
	regret, mark := 0.3, analysis.Blunder
	r := &analysis.Analysis{Turns: []analysis.Turn{
		{Turn: 1, Seat: 0, Regret: &regret, RegretError: &regret, Mark: &mark, Best: "WAIT 0"},
		{Turn: 1, Seat: 1, Regret: &regret}, {Turn: 2, Seat: 0},
	}}
	costs := CostsOf(r, 0)
	if len(costs) != 1 || costs[1] != (Cost{0.3, 0.3, "blunder", "WAIT 0"}) || !costs[1].Mark.Costly() {
		t.Errorf("costs %v; want that of turn 1", costs)
	}
	if CostsOf(nil, 0) != nil {
		t.Error("a match that is not analysed has costs")
	}
}
