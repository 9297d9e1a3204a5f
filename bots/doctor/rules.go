package doctor

import "strings"

// Rules of docs/processes.md that findings quote, beside those of referee.Kinds.
const (
	ruleFlush      = "**Flush after every answer.**"
	ruleBuild      = "`build` and `run` are run in the folder."
	ruleMemory     = "Several matches may be played at a time, each with its bots, so a bot should need a small part of the memory."
	ruleWholeInput = "The input of a turn is sent as a whole: read all of it and no more, because the next one comes only after the answer."
	ruleLineEnd    = "A line ends with `\\n`; a `\\r` before it is ignored."
	ruleEnd        = "The end of the match is not announced."
	ruleChildren   = "It may start threads and processes. All of them end with the match"
	ruleStderr     = "At most 64 KiB per turn and 1 MiB per match are recorded"
	rulePlace      = "The location of the files does not matter."
	ruleEnviron    = "Its environment is that of the referee"
)

// answerForms returns, by game, the sentence of its page under docs/rules that
// defines the format of an answer.
func answerForms() map[string]string {
	return map[string]string{
		"ctf":      "The answer is one line of commands separated by `|`:",
		"domain":   "The answer is one line `x y direction message`:",
		"flames":   "The answer is one line of actions separated by `;`: `JUMP E;MOVE N;PASS`.",
		"heropath": "The answer is one JSON document, which may span lines; the match continues as soon as it is complete:",
		"keeper":   "**The format of the line** is strict: one space between the parts, capital letters, integers (a sign and leading zeros are allowed),\nand nothing before the command.",
	}
}

// answerForm returns the rule for the format of the game's answers.
func (x *examination) answerForm() string {
	return answerForms()[x.Game.Info().Name]
}

// A brokenRule is a sentence of a page under docs/rules, and part of the reason of
// the faults that break it.
type brokenRule struct{ why, rule string }

// illegalRules returns by game what answers of the right form can break. The last
// one is that of all other reasons.
func illegalRules() map[string][]brokenRule {
	return map[string][]brokenRule{
		"ctf": {
			{"stays at", "What does a `MOVE` to a wall, to an unreachable cell or to the minion's own cell do? | The minion stays."},
			{"no mine is planted", "Where can a mine be planted? | On any adjacent open cell"},
			{"score points", "What does a power-up do that cannot be paid for? | Nothing"},
			{"is dead", "What is a command for a frozen or dead minion? | Valid and without effect"},
			{"", "What are an unknown id, a second command for a minion, and a cell outside the grid? | Invalid parts"},
		},
		"domain": {
			{"side ", "The side must not be the border or have a wall already."},
			{"", "go to a cell at a Manhattan distance of at most 3 to which there is a free path of at most 4 steps."},
		},
		"flames": {
			{"AP and", "You have 40 HP, 10 AP and 2 jumps."},
			{"no jump is left", "moves two cells, over any cell; at most twice per cycle"},
			{"", "moves to the next cell in direction `N`, `S`, `E` or `W`, which must be open"},
		},
		"heropath": {
			{"too_many_moves", "a move after `num_turns` moves"},
			{"out_of_bounds", "a move to a cell outside the world, at any distance"},
			{"too_far", "a move beyond the speed"},
			{"no_such_monster", "an attack on an id that does not exist"},
			{"monster_dead", "an attack on a dead monster, in range or not"},
			{"out_of_range", "an attack beyond the range"},
			{"", "The first error in the first phase with errors counts."},
		},
		"keeper": {
			{"outside the maze", "A target outside the maze is an invalid command."},
			{"no weapon", "What is a weapon other than 0 to 3? | An invalid command."},
			{"", "Some well-formed actions have no effect: an attack without a charge or out of range, a MOVE to an obstacle next to the hero"},
		},
	}
}

// illegalRule returns the rule that an answer has broken.
func (x *examination) illegalRule(why string) string {
	for _, r := range illegalRules()[x.Game.Info().Name] {
		if strings.Contains(why, r.why) {
			return r.rule
		}
	}
	return ""
}
