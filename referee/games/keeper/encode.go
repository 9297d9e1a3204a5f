package keeper

import "encoding/binary"

// AppendState appends a canonical encoding of everything a Step can change: the
// turn, the end, the hero, the items, the living monsters in the order of the
// table that their draws start from, and the generator.
func (s *State) AppendState(dst []byte) []byte {
	dst = append(dst, byte(s.Turn), s.End.code(), byte(s.Hero.Cell))
	dst = binary.AppendVarint(dst, int64(s.Hero.Health))
	dst = binary.AppendVarint(dst, int64(s.Hero.Score))
	for _, n := range s.Hero.Charges[Hammer:] {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	for t := range s.Things {
		if Type(t) != Obstacle {
			for _, word := range s.Things[t] {
				dst = binary.LittleEndian.AppendUint64(dst, word)
			}
		}
	}
	dst = append(dst, byte(s.table.n))
	for _, id := range s.table.ids[:s.table.n] {
		dst = append(dst, id, byte(s.Monsters[id].Cell), byte(s.Monsters[id].Health))
	}
	return binary.AppendUvarint(dst, s.rng.State())
}

// code returns the end's byte in AppendState. A forfeit has that of a timeout:
// records from before the two were told apart keep their digests.
func (e End) code() byte {
	if e == Forfeit {
		e = TimedOut
	}
	return byte(e)
}
