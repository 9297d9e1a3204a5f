package doctor

// Rules of docs/processes.md that findings quote.
const (
	ruleClock    = "The clock runs from just before the input is written to the arrival of the last byte of the answer."
	ruleFlush    = "**Flush after every answer.**"
	ruleAnswer   = "An answer is the number of lines that the game asks for."
	ruleUnasked  = "write one answer to each input, and debug output to stderr"
	ruleLong     = "A line has at most 65 536 bytes."
	ruleLineEnd  = "`\\n` ends a line, and one `\\r` before it is ignored."
	ruleEnd      = "There is no message of the end."
	ruleChildren = "It may start threads and processes. All of them end with the match"
	ruleStderr   = "At most 64 KiB of a turn and 1 MiB of a match are kept."
	rulePlace    = "Where they lie does not matter."
	ruleEnviron  = "Its environment is the referee's"
)

// answerForms returns, by game, the sentence of its page under docs/rules that
// defines the form of an answer.
func answerForms() map[string]string {
	return map[string]string{
		"ctf":      "You answer with one line, commands separated by `|`:",
		"domain":   "Answer with one line `x y direction message` and flush:",
		"flames":   "Answer with one line of actions separated by `;` and flush: `JUMP E;MOVE N;PASS`.",
		"heropath": "The answer is one JSON document, which may span lines; the match goes on as soon as it is complete:",
		"keeper":   "**The form of the line** is strict: one space between the parts, capitals, whole numbers (a sign and leading zeros are fine),\nnothing before the command.",
	}
}

// answerForm returns the rule for the form of the game's answers.
func (x *examination) answerForm() string {
	return answerForms()[x.Game.Info().Name]
}
