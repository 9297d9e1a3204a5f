package ctf

import "arbiter/referee"

// ViewTypes implements referee.ViewTyper.
func (Game) ViewTypes() referee.ViewTypes {
	types := referee.ViewTypes{
		Scene: scene{}, View: view{}, Choices: Choices{},
		Events: []any{faultEvent{Type: "fault"}, endEvent{Type: "end"}},
	}
	var s State
	for kind := Ignored; kind <= Captured; kind++ {
		types.Events = append(types.Events, s.eventView(Event{Kind: kind}, 0))
	}
	return types
}
