package study

import (
	"strings"
	"testing"

	"arbiter/server/study/whatif"
)

// "puzzle goes on past a failing match and lists it": a failed puzzle is no answer of the
// bot.
func TestFailedTests(t *testing.T) {
	set := whatif.PuzzleSet{Puzzles: []whatif.Puzzle{{Name: "a", Turn: 3}, {Name: "b", Turn: 5}}}
	outcomes := []whatif.PuzzleAnswer{{Puzzle: "a", Bot: "mine", Answer: "WAIT", Same: true}, {Puzzle: "b", Bot: "mine", Failed: "the bot was starved"}}
	var out strings.Builder
	if err := printOutcomes(&out, set, outcomes, 1, "HP"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"failed: the bot was starved\n", "mine: the mistake again in 1 of 2 puzzles, 0 other answers, 0 of them best; 1 failed\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("printed %q; want %q", out.String(), want)
		}
	}
}

// "Ctrl-C prints what is known so far": puzzles that were not asked count nowhere, nor does a
// bot that was not asked at all.
func TestSomeTests(t *testing.T) {
	set := whatif.PuzzleSet{Puzzles: []whatif.Puzzle{{Name: "a", Turn: 3}, {Name: "b", Turn: 5}}}
	asked := []whatif.PuzzleAnswer{{Puzzle: "a", Bot: "old", Answer: "WAIT", Same: true}, {Puzzle: "a", Bot: "new", Answer: "MOVE"}, {Puzzle: "b", Bot: "old", Answer: "WAIT", Same: true}}
	for n, want := range map[int]string{
		1: "old: the mistake again in 1 of 1 puzzle, 0 other answers, 0 of them best\n",
		3: "old: the mistake again in 2 of 2 puzzles, 0 other answers, 0 of them best\nnew: the mistake again in 0 of 1 puzzle, 1 other answer, 0 of them best\n",
	} {
		var out strings.Builder
		if err := printOutcomes(&out, set, asked[:n], 2, "HP"); err != nil || !strings.HasSuffix(out.String(), want) {
			t.Errorf("%d answers: printed %q, %v; want %q", n, out.String(), err, want)
		}
	}
}
