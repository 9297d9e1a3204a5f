package domain

import "arbiter/referee"

// Attributes returns how many walls stand at the start.
func (m *match) Attributes() []referee.Attribute {
	return []referee.Attribute{{Name: "walls", Value: float64(len(m.scene.Walls))}}
}
