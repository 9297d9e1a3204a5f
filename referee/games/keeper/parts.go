package keeper

import "arbiter/referee"

// Parts implements referee.AnswerSplitter: the one part is the hero's action, without its
// message.
func (Game) Parts(answer string) []referee.Part {
	action, _, fault := Parse(answer)
	if fault != nil {
		return nil
	}
	return []referee.Part{{Text: action.String()}}
}
