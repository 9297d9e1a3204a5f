package doctor

import "arbiter/referee"

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

// answerForm returns the rule for the format of the game's answers, "" where the game
// names none.
func (x *examination) answerForm() string {
	if g, ok := x.Game.(referee.Examiner); ok {
		return g.AnswerForm()
	}
	return ""
}
