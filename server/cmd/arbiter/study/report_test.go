package study

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// A report has no table without rows.
func TestReportTables(t *testing.T) {
	link := func(match string, turn, seat int) string { return fmt.Sprintf("%s turn %d seat %d", match, turn, seat) }
	r := whatif.BotReport{Bot: "mine", Game: "domain", Matches: 2, Analysed: 2, Unit: "points of winning chance"}
	print := func() string {
		var out strings.Builder
		if err := printReport(&out, r, link); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if text := print(); strings.Contains(text, "MOST COSTLY") || strings.Contains(text, "OPPONENT") {
		t.Errorf("printed %s; want no heads of tables without rows", text)
	}
	r.Worst = []whatif.Costly{{Match: "m", Turn: 7, Answer: "WAIT", Cost: whatif.Cost{Regret: 0.3, Error: 0.1, Sure: analysis.Likely, Best: "MOVE"}}}
	if text := print(); !strings.Contains(text, "\nMOST COSTLY ANSWERS  COST                  ANSWER  BETTER\nm turn 7 seat 0      0.300 ± 0.100 likely  WAIT    MOVE\n") {
		t.Errorf("printed %s; want the answer", text)
	}
}
