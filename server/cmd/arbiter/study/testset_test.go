package study

import (
	"strings"
	"testing"

	"arbiter/server/study/whatif"
)

// "testset goes on past a failing match and lists it": a failed test is no answer of the
// bot.
func TestFailedTests(t *testing.T) {
	set := whatif.TestSet{Tests: []whatif.Test{{Name: "a", Turn: 3}, {Name: "b", Turn: 5}}}
	outcomes := []whatif.TestAnswer{{Test: "a", Bot: "mine", Answer: "WAIT", Same: true}, {Test: "b", Bot: "mine", Failed: "the bot was starved"}}
	var out strings.Builder
	if err := printOutcomes(&out, set, outcomes, 1, "HP"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"failed: the bot was starved\n", "mine: the mistake again in 1 of 2 tests, 0 other answers, 0 of them best; 1 failed\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("printed %q; want %q", out.String(), want)
		}
	}
}
