package heropath

import "arbiter/referee"

// ViewTypes implements referee.ViewTyper.
func (Game) ViewTypes() referee.ViewTypes {
	return referee.ViewTypes{
		Scene: scene{}, View: view{},
		Events: []any{
			moveEvent{Type: "move"},
			attackEvent{Type: "attack"},
			messageEvent{Type: "message"},
			killEvent{Type: "kill"},
			levelEvent{Type: "level"},
			hitEvent{Type: "hit"},
			faultEvent{Type: "fault"},
		},
	}
}
