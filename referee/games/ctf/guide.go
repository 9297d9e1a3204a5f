package ctf

// A guide leads the minions of one match. Bots send them to the same far cells
// for many turns: a cell that is a target again gets its distances measured
// once, where a flood of the map would be needed each time. The zero value is
// ready to use.
type guide struct {
	asked     Cells // targets so far
	distances map[Cell]*Distances
}

// lead replaces each cell by Toward(cell, target). A guide that is nil
// remembers nothing.
func (g *guide) lead(m *Map, cells []Cell, target Cell) {
	if g == nil || !m.Open(target) {
		m.walk(cells, target)
		return
	}
	if !g.asked.Has(target) {
		g.asked.Add(target)
		m.walk(cells, target)
		return
	}
	d := g.distances[target]
	if d == nil {
		if g.distances == nil {
			g.distances = map[Cell]*Distances{}
		}
		d = new(Distances)
		*d = m.Distances(target)
		g.distances[target] = d
	}
	for i, from := range cells {
		cells[i] = d.nearer(from)
	}
}
