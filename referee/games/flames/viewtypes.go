package flames

import "arbiter/referee"

// ViewTypes implements referee.ViewTyper.
func (Game) ViewTypes() referee.ViewTypes {
	return referee.ViewTypes{
		Scene: Scene{}, View: View{}, Choices: Choices{},
		Events: []any{
			ActionEvent{Head: Head{Type: "move"}},
			ActionEvent{Head: Head{Type: "jump"}},
			ActionEvent{Head: Head{Type: "immo"}},
			ActionEvent{Head: Head{Type: "pass"}},
			ExtinguishEvent{Head: Head{Type: "extinguish"}},
			FlameEvent{Head: Head{Type: "push"}},
			FlameEvent{Head: Head{Type: "attract"}},
			BlockEvent{Head: Head{Type: "blocked"}},
			BlockEvent{Head: Head{Type: "stay"}},
			GlyphEvent{Head: Head{Type: "glyph"}},
			GlyphEvent{Head: Head{Type: "convert"}},
			GlyphEvent{Head: Head{Type: "disappear"}},
			CycleEvent{Head: Head{Type: "cycle"}},
			EndEvent{Head: Head{Type: "victory"}},
			EndEvent{Head: Head{Type: "death"}},
			FaultEvent{Head: Head{Type: "fault"}},
		},
	}
}
