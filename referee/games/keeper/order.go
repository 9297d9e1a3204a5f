package keeper

import (
	"slices"

	"arbiter/referee/rng"
)

// A table lists the living monsters like the hash table that the published
// referee keeps them in, because its shuffle starts from that list: by bucket,
// and in a bucket by the time of insertion. With the list itself kept in this
// order there is no need for buckets and chains.
type table struct {
	ids     [MaxMonsters]uint8
	n       int
	buckets int // never shrinks
}

// bucket returns where a monster on c belongs.
func (t *table) bucket(c Cell) int { return (100*c.X() + c.Y()) % t.buckets }

// newTable lists the monsters 0 to count-1, inserted row by row.
func newTable(monsters *[MaxMonsters]Monster, count int) table {
	// The published table starts with 16 buckets and doubles them when an
	// insertion fills it by more than three quarters. Doubling keeps the time
	// order in each bucket, so it can be done beforehand.
	t := table{buckets: 16}
	for 4*count > 3*t.buckets {
		t.buckets *= 2
	}
	var ids [MaxMonsters]uint8
	for id := range count {
		ids[id] = uint8(id)
	}
	byRow := ids[:count]
	slices.SortFunc(byRow, func(a, b uint8) int { return int(monsters[a].Cell) - int(monsters[b].Cell) })
	for _, id := range byRow {
		t.insert(id, monsters)
	}
	return t
}

// insert puts a monster at the end of its bucket.
func (t *table) insert(id uint8, monsters *[MaxMonsters]Monster) {
	b := t.bucket(monsters[id].Cell)
	i := t.n
	for ; i > 0 && t.bucket(monsters[t.ids[i-1]].Cell) > b; i-- {
		t.ids[i] = t.ids[i-1]
	}
	t.ids[i] = id
	t.n++
}

func (t *table) remove(id uint8) {
	i := slices.Index(t.ids[:t.n], id)
	copy(t.ids[i:t.n-1], t.ids[i+1:t.n])
	t.n--
	t.ids[t.n] = 0
}

// drawOrder draws the order of the living monsters, "uniformly random in each
// turn", into buf.
func (s *State) drawOrder(buf *[MaxMonsters]uint8) []uint8 {
	*buf = s.table.ids
	order := buf[:s.table.n]
	rng.Shuffle(&s.rng, order)
	return order
}
