package ctf

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// "The minion will find a shortest route to that position and move to the
// first empty cell along that route."
func TestMove(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows []string
		line string
		want Cell
	}{
		{"one cell a turn", []string{"#######", "#0....#", "#######"}, "MOVE 0 1 5", Cell{1, 2}},
		{"around a wall", []string{"#####", "#0#.#", "#...#", "#####"}, "MOVE 0 1 3", Cell{2, 1}},
		{"of equal routes up before left", []string{"####", "#..#", "#.0#", "####"}, "MOVE 0 1 1", Cell{1, 2}},
		{"of equal routes down before right", []string{"####", "#0.#", "#..#", "####"}, "MOVE 0 2 2", Cell{2, 1}},
		{"of equal routes left before right", []string{"#####", "#.0.#", "#.#.#", "#...#", "#####"}, "MOVE 0 3 2", Cell{1, 1}},
		{"to its own cell stays", []string{"#####", "#.0.#", "#####"}, "MOVE 0 1 2", Cell{1, 2}},
		{"to a wall stays", []string{"#####", "#.0.#", "#####"}, "MOVE 0 0 2", Cell{1, 2}},
		{"out of reach stays", []string{"#####", "#0#.#", "#####"}, "MOVE 0 1 3", Cell{1, 1}},
		// "The minion will not take into account the presence of any other
		// minions or coins when choosing the route."
		{"through minions and coins", []string{"######", "#0Ao.#", "#.##.#", "#....#", "######"}, "MOVE 0 1 4", Cell{1, 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := drawn(tt.rows...)
			play(t, &s, tt.line)
			if got := s.Minions[0][0].Pos; got != tt.want {
				t.Errorf("%s from the drawn cell ends at %v; want %v", tt.line, got, tt.want)
			}
		})
	}
}

// "Note that, minions never collide and multiple minions can exist in the same
// cell."
func TestMinionsNeverCollide(t *testing.T) {
	s := drawn("######", "#01.A#", "######")
	play(t, &s, "MOVE 0 1 2 | MOVE 1 1 3", "MOVE 0 1 3")
	play(t, &s, "MOVE 0 1 3", "")
	for _, m := range [...]Minion{s.Minions[0][0], s.Minions[0][1], s.Minions[1][0]} {
		if m.Pos != (Cell{1, 3}) {
			t.Errorf("a minion is at %v; want all at {1 3}", m.Pos)
		}
	}
}

// The first step is the one that a breadth-first search finds. That search tries up,
// down, left, right and remembers from where it reached each cell first.
func TestRoutesAreBreadthFirst(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := drawMap(r)
		from, target := drawCell(r, &m, "from"), drawCell(r, &m, "target")
		want, far := searchRoute(&m, from, target)
		if got := m.Toward(from, target); got != want {
			r.Fatalf("from %v toward %v: %v; want %v", from, target, got, want)
		}
		d := m.Distances(target)
		if got := d.From(from); got != far {
			r.Fatalf("from %v to %v: distance %d; want %d", from, target, got, far)
		}
	})
}

// Minions that are led together, once or turn after turn, go where each would
// go alone.
func TestLeadingTogether(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := drawMap(r)
		var g guide
		target := drawCell(r, &m, "target")
		for range 3 {
			var from, led []Cell
			for range rapid.IntRange(1, 2*MaxMinions).Draw(r, "minions") {
				if c := drawCell(r, &m, "from"); m.Open(c) {
					from = append(from, c)
				}
			}
			led = slices.Clone(from)
			g.lead(&m, led, target)
			for i, c := range from {
				if want := m.Toward(c, target); led[i] != want {
					r.Fatalf("from %v toward %v: %v; want %v", c, target, led[i], want)
				}
			}
		}
	})
}

// A table's Step goes where a MOVE goes, and Nearest is what the distances say.
func TestTableStepAndNearest(t *testing.T) {
	m := Deal(4).Map
	table := NewTable(&m)
	rapid.Check(t, func(r *rapid.T) {
		from, target := drawCell(r, &m, "from"), drawCell(r, &m, "target")
		entered := from
		if step := table.Step(from, target); step.Verb == Move {
			entered = step.Target
		}
		if want := m.Toward(from, target); entered != want {
			r.Fatalf("from %v toward %v the table steps to %v; want %v", from, target, entered, want)
		}
		other := drawCell(r, &m, "other")
		var goals Cells
		goals.Add(target)
		goals.Add(other)
		want := Unreachable
		for _, goal := range [...]Cell{target, other} {
			if far := table.Between(from, goal); far != Unreachable && (want == Unreachable || far < want) {
				want = far
			}
		}
		got, ok := m.Nearest(from, &goals)
		if ok != (want != Unreachable) || ok && (!goals.Has(got) || table.Between(from, got) != want) {
			r.Fatalf("nearest to %v of %v and %v: %v, %v; want one at distance %d", from, target, other, got, ok, want)
		}
	})
}

func drawMap(r *rapid.T) Map {
	if rapid.Bool().Draw(r, "dealt") {
		return Deal(rapid.Int64().Draw(r, "seed")).Map
	}
	m := Map{Rows: rapid.IntRange(3, MaxRows).Draw(r, "rows"), Cols: rapid.IntRange(3, MaxCols).Draw(r, "cols")}
	for row := range m.Rows {
		m.Walls[row] = rapid.Uint64().Draw(r, "row") & rapid.Uint64().Draw(r, "thinner") & (1<<m.Cols - 1)
		m.Walls[row] |= 1 | 1<<(m.Cols-1)
		if row == 0 || row == m.Rows-1 {
			m.Walls[row] = 1<<m.Cols - 1
		}
	}
	m.Walls.Remove(Cell{1, 1})
	return m
}

func drawCell(r *rapid.T, m *Map, label string) Cell {
	var open []Cell
	for row := range m.Rows {
		for col := range m.Cols {
			if at := (Cell{int8(row), int8(col)}); m.Open(at) {
				open = append(open, at)
			}
		}
	}
	return rapid.SampledFrom(open).Draw(r, label)
}

// searchRoute is the search as it is described, with a queue and links.
func searchRoute(m *Map, from, target Cell) (first Cell, distance int) {
	if from == target {
		return from, 0
	}
	cameFrom := map[Cell]Cell{from: from}
	for queue := []Cell{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range queue[0].Neighbours() {
			if _, seen := cameFrom[next]; seen || !m.Open(next) {
				continue
			}
			cameFrom[next] = queue[0]
			queue = append(queue, next)
		}
	}
	if _, reached := cameFrom[target]; !reached {
		return from, Unreachable
	}
	distance = 1
	for first = target; cameFrom[first] != from; first = cameFrom[first] {
		distance++
	}
	return first, distance
}

// A table holds the distances of all pairs, both ways alike.
func TestTable(t *testing.T) {
	m := Deal(1).Map
	table := NewTable(&m)
	rapid.Check(t, func(r *rapid.T) {
		a, b := drawCell(r, &m, "a"), drawCell(r, &m, "b")
		if d := m.Distances(a); *table.To(a) != d || table.To(b).From(a) != d.From(b) {
			r.Fatalf("the table differs between %v and %v", a, b)
		}
	})
}
