package flames

import (
	"strings"

	"arbiter/referee"
)

// Parts implements referee.AnswerSplitter: the one part is all actions up to the first PASS, of
// the kind of the first one.
func (Game) Parts(answer string) []referee.Part {
	var kind string
	var actions []string
	line := ReadAnswer(answer)
	for piece, ok := line.Next(); ok; piece, ok = line.Next() {
		action, err := ParseAction(piece)
		if err != nil {
			break
		}
		if kind == "" {
			kind = orders[action].word
		}
		if actions = append(actions, action.String()); action == Pass {
			break
		}
	}
	if len(actions) == 0 {
		return nil
	}
	return []referee.Part{{Kind: kind, Text: strings.Join(actions, "; ")}}
}
