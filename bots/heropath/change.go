package heropath

import "slices"

// change fills next with a plan a little different from order, and returns the
// index of the first difference, or -1.
func (m *improver) change() int {
	n := len(m.order)
	i := m.rng.Below(n)
	m.next = append(m.next[:0], m.order...)
	if m.rng.Below(4) == 0 {
		return m.moveCell(i)
	}
	id := m.order[i].id
	others := m.closeTo(id)
	if len(others) == 0 {
		return -1
	}
	near := others[m.rng.Below(min(len(others), 1+m.rng.Below(closest)))]
	j := int(m.place[near])
	if j < 0 { // not in the plan
		if !m.root.Alive(int(near)) {
			return -1
		}
		v := visit{id: near, cell: nowhere}
		switch m.rng.Below(3) {
		case 0: // instead of
			m.next[i] = v
		default:
			i += m.rng.Below(2)
			m.next = slices.Insert(m.next, i, v)
		}
		return i
	}
	switch m.rng.Below(8) {
	case 0: // drop a few
		count := 1
		if m.rng.Below(2) == 0 {
			count += m.rng.Below(12)
		}
		if count >= n {
			return -1
		}
		m.next = slices.Delete(m.next, i, min(i+count, n))
		return i
	case 1, 2: // reverse what is between them
		if i > j {
			i, j = j, i
		}
		if j-i < 2 || j-i > 60 {
			return m.swap(i, j)
		}
		slices.Reverse(m.next[i+1 : j+1])
		return i + 1
	case 3: // swap
		return m.swap(i, j)
	default: // move a few to where the other is
		count := 1
		if m.rng.Below(2) == 0 {
			count += m.rng.Below(8)
		}
		end := min(j+count, n)
		if i >= j && i < end {
			return -1
		}
		part := slices.Clone(m.next[j:end])
		if m.rng.Below(3) == 0 {
			slices.Reverse(part)
		}
		if count == 1 && m.rng.Below(2) == 0 {
			part[0].cell = nowhere
		}
		m.next = slices.Delete(m.next, j, end)
		if i > j {
			i -= len(part)
		}
		i += m.rng.Below(2)
		m.next = slices.Insert(m.next, i, part...)
		return min(i, j)
	}
}

// moveCell changes the cell of a visit and of the others from there.
func (m *improver) moveCell(i int) int {
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
		return i
	case 1: // one more or less from the neighbouring cell
		if m.rng.Below(2) == 0 && from > 0 {
			for k := from; k <= i; k++ {
				m.next[k].cell = m.next[from-1].cell
			}
			return from
		}
		if to < n {
			for k := i; k < to; k++ {
				m.next[k].cell = m.next[to].cell
			}
			return i
		}
		return -1
	default:
		h := &m.heroes[i]
		most := int(min(h.Speed, h.Range, 1000))
		most = 1 + most>>m.rng.Below(5)
		c := cell{old.x + int64(m.rng.Below(2*most+1)-most), old.y + int64(m.rng.Below(2*most+1)-most)}
		if c == old || c.x < 0 || c.y < 0 || c.x > m.world.Width || c.y > m.world.Height {
			return -1
		}
		for k := from; k < to; k++ {
			m.next[k].cell = c
		}
		return from
	}
}

func (m *improver) swap(i, j int) int {
	m.next[i], m.next[j] = m.next[j], m.next[i]
	return min(i, j)
}
