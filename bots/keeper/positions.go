package keeper

import rules "arbiter/referee/games/keeper"

// positions remembers which positions were reached after a turn: the same
// actions in another order often lead to the same one, and the first line there
// is as good as any. It holds more than twice maxLines and never fills up.
type positions struct {
	keys [16384]uint64 // 0 is none
	used []uint64      // the indices of the others: most turns have few
}

func (p *positions) clear() {
	for _, i := range p.used {
		p.keys[i] = 0
	}
	p.used = p.used[:0]
}

// add reports whether the position with the key is new.
func (p *positions) add(key uint64) bool {
	key = max(key, 1)
	for i := key % uint64(len(p.keys)); ; i = (i + 1) % uint64(len(p.keys)) {
		switch slot := &p.keys[i]; *slot {
		case 0:
			*slot = key
			p.used = append(p.used, i)
			return true
		case key:
			return false
		}
	}
}

// keyOf returns a hash of what differs between the positions after a turn.
func keyOf(s *rules.State) uint64 {
	var k uint64
	mix := func(n uint64) { k = mix(k, n) }
	hero := &s.Hero
	mix(uint64(hero.Cell) | uint64(hero.Health)<<8 | uint64(uint32(hero.Score))<<16)
	mix(uint64(hero.Charges[rules.Hammer]) | uint64(hero.Charges[rules.Scythe])<<16 | uint64(hero.Charges[rules.Bow])<<32)
	for _, word := range s.Occupied {
		mix(word)
	}
	for _, word := range items(s) {
		mix(word)
	}
	var four uint64 // monsters
	for i, m := range s.Monsters[:s.Count] {
		if four = four<<16 | uint64(m.Health)<<8 | uint64(m.Cell); i%4 == 3 {
			mix(four)
		}
	}
	mix(four)
	return k
}

// mix returns a hash of what the hash k is of, and n.
func mix(k, n uint64) uint64 {
	k = (k ^ n) * 0x9E3779B97F4A7C15 // SplitMix64's odd constant spreads the bits upwards,
	return k ^ k>>32                 // and this brings them down again
}
