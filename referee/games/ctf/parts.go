package ctf

import (
	"slices"
	"strconv"
	"strings"

	"arbiter/referee"
)

// Parts implements referee.AnswerSplitter: a part is the command of a minion, as the protocol
// writes it.
func (Game) Parts(answer string) []referee.Part {
	var parts []referee.Part
	for text := range strings.SplitSeq(answer, "|") {
		id, command, ok := cutCommand(strings.TrimSpace(text))
		of := "minion " + id
		if ok && !slices.ContainsFunc(parts, func(p referee.Part) bool { return p.Of == of }) {
			parts = append(parts, referee.Part{Of: of, Text: command})
		}
	}
	return parts
}

// cutCommand returns the minion of a part, and the part as the protocol writes it, without
// what follows.
func cutCommand(text string) (id, command string, ok bool) {
	verb, ok := cutVerb(&text)
	if !ok {
		return "", "", false
	}
	words := []string{verb.String()}
	for i := range len(strings.Fields(form(verb))) - 1 {
		number, ok := cutNumber(&text, i > 0)
		if n, fits := atoi(number); ok && fits {
			number = strconv.Itoa(n)
		}
		if !ok {
			return "", "", false
		}
		words = append(words, number)
	}
	return words[1], strings.Join(words, " "), true
}
