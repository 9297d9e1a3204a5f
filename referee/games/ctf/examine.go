package ctf

import (
	"fmt"

	"arbiter/referee"
)

// AnswerForm implements referee.Examiner.
func (Game) AnswerForm() string {
	return "The answer is one line of commands separated by `|`:"
}

// What the page of rules says of illegal commands.
const (
	ruleStuck   = "What does a `MOVE` to a wall, to an unreachable cell or to the minion's own cell do? | The minion stays."
	ruleMine    = "Where can a mine be planted? | On any adjacent open cell"
	ruleUnpaid  = "What does a power-up do that cannot be paid for? | Nothing"
	ruleDead    = "What is a command for a frozen or dead minion? | Valid and without effect"
	ruleInvalid = "What are an unknown id, a second command for a minion, and a cell outside the grid? | Invalid parts"
)

// Trials implements referee.Examiner: positions of Capture the Flag on a small map
// with the usual number of columns.
func (Game) Trials() []referee.Trial {
	return []referee.Trial{
		{Title: "all minions are frozen", Position: trial(`
			"minions": [[{"pos": [1, 2], "timeout": 3}, {"pos": [3, 2], "timeout": 4}, {"pos": [5, 2], "timeout": 4}],
			            [{"pos": [1, 32]}, {"pos": [3, 32]}, {"pos": [5, 32]}]]`)},
		{Title: "a minion is dead: ids have a gap", Position: trial(`
			"minions": [[{"pos": [1, 2], "health": 0}, {"pos": [3, 2]}, {"pos": [5, 2]}],
			            [{"pos": [1, 32]}, {"pos": [3, 32], "health": 0}, {"pos": [5, 32]}]]`)},
		{Title: "one minion with 1 hp is left", Seat: 1, Position: trial(`
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 2]}, {"pos": [5, 2]}],
			            [{"pos": [1, 32], "health": 0}, {"pos": [3, 32], "health": 0}, {"pos": [5, 32], "health": 1}]]`)},
		{Title: "no coin is left, and no opponent is in sight", Position: trial(`"coins": [],
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 2]}], [{"pos": [5, 32]}, {"pos": [5, 30]}]]`)},
		{Title: "no score points, opponents in sight", Position: trial(`"coins": [],
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 2]}], [{"pos": [1, 6]}, {"pos": [1, 8]}]]`)},
		{Title: "score points for everything", Position: trial(`"credits": [300, 300],
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 2]}], [{"pos": [1, 6]}, {"pos": [1, 8]}]]`)},
		{Title: "a minion carries the flag, and the own flag is carried", Position: trial(`
			"flags": [{"carrier": 0}, {"carrier": 1}],
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 20]}], [{"pos": [1, 12]}, {"pos": [3, 32]}]]`)},
		{Title: "all minions share a cell", Position: trial(`
			"minions": [[{"pos": [3, 2]}, {"pos": [3, 2]}], [{"pos": [3, 2]}, {"pos": [3, 2]}]]`)},
		{Title: "the last turn", Seat: 1, Position: trial(`"max_turns": 1,
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 2]}], [{"pos": [1, 32]}, {"pos": [3, 32]}]]`)},
	}
}

// trial is a start position with the given fields.
func trial(fields string) string {
	return fmt.Sprintf(`{"grid": [
		"###################################",
		"#.................................#",
		"#.####.##.#####.....#####.##.####.#",
		"#.................................#",
		"#.####.##.#####.....#####.##.####.#",
		"#.................................#",
		"###################################"
	], "flag_bases": [[3, 1], [3, 33]], %s}`, fields)
}
