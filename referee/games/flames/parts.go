package flames

import (
	"strings"

	"arbiter/referee"
)

// Parts implements referee.AnswerSplitter: the one part is all actions up to the first PASS.
func (Game) Parts(answer string) []referee.Part {
	var actions []string
	line := ReadAnswer(answer)
	for piece, ok := line.Next(); ok; piece, ok = line.Next() {
		action, err := ParseAction(piece)
		if err != nil {
			break
		}
		if actions = append(actions, action.String()); action == Pass {
			break
		}
	}
	if len(actions) == 0 {
		return nil
	}
	return []referee.Part{{Text: strings.Join(actions, "; ")}}
}
