package flames

import "arbiter/referee"

// Parts implements referee.Parter: the one part is all actions, of the kind of the
// first one.
func (Game) Parts(answer string) []referee.Part {
	line := ReadAnswer(answer)
	first, ok := line.Next()
	action, err := ParseAction(first)
	if !ok || err != nil {
		return nil
	}
	return []referee.Part{{Kind: orders[action].word, Text: answer}}
}
