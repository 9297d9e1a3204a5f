package keeper

import "arbiter/referee"

// Attributes returns how many monsters of each type there were at the start,
// and how many obstacles there are.
func (m *match) Attributes() []referee.Attribute {
	var count [Vampire + 1]int
	for _, monster := range m.state.Monsters[:m.state.Count] {
		count[monster.Type]++
	}
	return []referee.Attribute{
		{Name: "obstacles", Value: float64(m.state.Things[Obstacle].Len())},
		{Name: "boxes", Value: float64(count[Box])},
		{Name: "skeletons", Value: float64(count[Skeleton])},
		{Name: "gargoyles", Value: float64(count[Gargoyle])},
		{Name: "orcs", Value: float64(count[Orc])},
		{Name: "vampires", Value: float64(count[Vampire])},
	}
}
