package doctor

// Rules of docs/processes.md that findings quote.
const (
	ruleClock    = "The time of an answer runs from just before the input is written until its last byte arrives."
	ruleFlush    = "**Flush after every answer.**"
	ruleAnswer   = "An answer consists of the number of lines that the game asks for."
	ruleUnasked  = "write one answer for each input; write debug output to stderr"
	ruleLong     = "A line has at most 65 536 bytes."
	ruleLineEnd  = "A line ends with `\\n`; a `\\r` before it is ignored."
	ruleEnd      = "The end of the match is not announced."
	ruleChildren = "It may start threads and processes. All of them end with the match"
	ruleStderr   = "At most 64 KiB per turn and 1 MiB per match are recorded"
	rulePlace    = "The location of the files does not matter."
	ruleEnviron  = "Its environment is that of the referee"
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
