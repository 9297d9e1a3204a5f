package analysis

// A drop is a part of the match over which a seat's value falls.
type drop struct {
	from, to int // items of the seat, by number; both have values
	items    []*item
	fall     float64
	middle   *item // in between
}

// bySeat returns the items of each seat in the order of the turns.
func (e *examination) bySeat() [][]*item {
	seats := make([][]*item, len(e.items[0].others))
	for _, it := range e.items {
		seats[it.Seat] = append(seats[it.Seat], it)
	}
	return seats
}

// eachDrop calls f for the parts between neighbouring values.
func (e *examination) eachDrop(f func(d drop)) {
	for _, items := range e.bySeat() {
		last := -1
		for i, it := range items {
			if it.Values.N == 0 {
				continue
			}
			if last >= 0 {
				d := drop{from: last, to: i, items: items, fall: items[last].Values.Mean - it.Values.Mean}
				d.middle = items[(last+i)/2]
				f(d)
			}
			last = i
		}
	}
}

// drops returns the falls that are larger than their error and can be divided, the
// largest first.
func (e *examination) drops() []drop {
	falls := map[*item]drop{}
	var middles []*item
	e.eachDrop(func(d drop) {
		err := max(d.items[d.from].Values.err(e.Scale), d.items[d.to].Values.err(e.Scale))
		if d.to-d.from > 1 && d.fall > err {
			falls[d.middle] = d
			middles = append(middles, d.middle)
		}
	})
	worstFirst(middles, func(it *item) float64 { return falls[it].fall })
	sorted := make([]drop, len(middles))
	for i, middle := range middles {
		sorted[i] = falls[middle]
	}
	return sorted
}

// dropOf returns for the items by how much the value falls there, per turn.
func (e *examination) dropOf() map[*item]float64 {
	by := make(map[*item]float64, len(e.items))
	e.eachDrop(func(d drop) {
		for _, it := range d.items[d.from:d.to] {
			by[it] = d.fall / float64(d.to-d.from)
		}
	})
	return by
}
