package heropath

import (
	"math"
	"slices"
)

// never is where a plan becomes as it was, of a change that kills other monsters.
const never = math.MaxInt

// change fills next with a plan a little different from order. It returns the
// index of the first difference, or -1 for none, and the one from which on next is
// order again, with the same monsters before it.
func (m *improver) change() (from, same int) {
	n := len(m.order)
	i := m.rng.Below(n)
	m.next = append(m.next[:0], m.order...)
	if m.rng.Below(4) == 0 {
		return m.moveCell(i)
	}
	others := m.closeTo(m.order[i].id)
	if len(others) == 0 {
		return -1, 0
	}
	near := others[m.rng.Below(min(len(others), 1+m.rng.Below(closest)))]
	j := int(m.place[near])
	if j < 0 { // not in the plan
		if m.hp[near] == 0 {
			return -1, 0
		}
		s := stop{id: near, cell: nowhere}
		switch m.rng.Below(3) {
		case 0: // instead of
			m.next[i] = s
		default:
			i += m.rng.Below(2)
			m.next = slices.Insert(m.next, i, s)
		}
		return i, never
	}
	switch m.rng.Below(8) {
	case 0: // drop a few
		count := 1
		if m.rng.Below(2) == 0 {
			count += m.rng.Below(12)
		}
		if count >= n {
			return -1, 0
		}
		m.next = slices.Delete(m.next, i, min(i+count, n))
		return i, never
	case 1, 2: // reverse what is between them
		if i > j {
			i, j = j, i
		}
		if j-i < 2 || j-i > 60 {
			return m.swap(i, j)
		}
		slices.Reverse(m.next[i+1 : j+1])
		return i + 1, j + 1
	case 3: // swap
		return m.swap(i, j)
	default:
		return m.moveStops(i, j)
	}
}

// moveStops moves some stops from an index on to where another one is.
func (m *improver) moveStops(to, from int) (first, same int) {
	count := 1
	if m.rng.Below(2) == 0 {
		count += m.rng.Below(8)
	}
	end := min(from+count, len(m.next))
	if to >= from && to < end {
		return -1, 0
	}
	part := append(m.part[:0], m.next[from:end]...)
	m.part = part
	if m.rng.Below(3) == 0 {
		slices.Reverse(part)
	}
	if count == 1 && m.rng.Below(2) == 0 {
		part[0].cell = nowhere
	}
	m.next = slices.Delete(m.next, from, end)
	if to > from {
		to -= len(part)
	}
	to += m.rng.Below(2)
	m.next = slices.Insert(m.next, to, part...)
	return min(to, from), max(end, to+len(part))
}

// moveCell changes the cell of a stop and of the others from there.
func (m *improver) moveCell(i int) (first, same int) {
	n := len(m.next)
	old := m.next[i].cell
	from, to := i, i+1
	for from > 0 && m.next[from-1].cell == old {
		from--
	}
	for to < n && m.next[to].cell == old {
		to++
	}
	switch m.rng.Below(4) {
	case 0:
		m.next[i].cell = nowhere
		return i, i + 1
	case 1: // one more or less from the neighbouring cell
		if m.rng.Below(2) == 0 && from > 0 {
			for k := from; k <= i; k++ {
				m.next[k].cell = m.next[from-1].cell
			}
			return from, i + 1
		}
		if to < n {
			for k := i; k < to; k++ {
				m.next[k].cell = m.next[to].cell
			}
			return i, to
		}
		return -1, 0
	default:
		at := m.level(m.heroes[i].level)
		most := int(min(at.speed, at.reach, 1000))
		most = 1 + most>>m.rng.Below(5)
		c := cell{old.x + int64(m.rng.Below(2*most+1)-most), old.y + int64(m.rng.Below(2*most+1)-most)}
		if c == old || !m.inside(c) {
			return -1, 0
		}
		for k := from; k < to; k++ {
			m.next[k].cell = c
		}
		return from, to
	}
}

func (m *improver) swap(i, j int) (first, same int) {
	m.next[i], m.next[j] = m.next[j], m.next[i]
	return min(i, j), max(i, j) + 1
}
