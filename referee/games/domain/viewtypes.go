package domain

import "arbiter/referee"

// ViewTypes implements referee.ViewTyper.
func (Game) ViewTypes() referee.ViewTypes {
	return referee.ViewTypes{
		Scene: Scene{}, View: View{}, Choices: Choices{},
		Events: []any{
			MessageEvent{Type: "message"},
			MoveEvent{Type: "move"},
			WallEvent{Type: "wall"},
			SeparationEvent{Type: "separation"},
			FaultEvent{Type: "fault"},
		},
	}
}
