package ctf

import "fmt"

// legend is the last line of a board.
const legend = "a0 minion 0 of seat 0   A0 with the flag   a+ several   ab of both seats   a^ flag   a_ base without it   ** mine   · coin\n"

// AppendBoard appends the position as text for a terminal, two characters a
// cell. Minions are their seat's letter and their id (a0, b2), in capitals
// while they carry the flag; "+" stands for several of one seat in a cell and
// "ab" for both seats. a^ is a flag nobody carries, a_ a base without its
// flag, ** a mine, and a dot a coin.
func (s *State) AppendBoard(dst []byte) []byte {
	dst = fmt.Appendf(dst, "turn %d of %d", s.Turn, s.Limit)
	if s.Over() {
		scores := s.Scores()
		dst = fmt.Appendf(dst, ": over, %s, %d-%d", s.Reason, scores[0], scores[1])
	}
	dst = append(dst, '\n')
	for r := range s.Rows {
		for c := range s.Cols {
			dst = append(dst, s.glyph(Cell{int8(r), int8(c)})...)
		}
		dst = append(dst, '\n')
	}
	for seat := range s.Minions {
		dst = fmt.Appendf(dst, "seat %d (%c): %3d credits", seat, "ab"[seat], s.Credits[seat])
		for id := range s.PerSeat {
			dst = s.appendMinionText(dst, seat, id)
		}
		dst = append(dst, '\n')
	}
	return append(dst, legend...)
}

func (s *State) appendMinionText(dst []byte, seat, id int) []byte {
	m := s.Minions[seat][id]
	dst = fmt.Appendf(dst, " | %c%d ", "ab"[seat], id)
	if !m.Alive() {
		return append(dst, "dead"...)
	}
	dst = fmt.Appendf(dst, "%d hp", m.Health)
	if m.Timeout > 0 {
		dst = fmt.Appendf(dst, ", frozen %d", m.Timeout)
	}
	if s.Flags[1-seat].Carrier == int8(id) {
		dst = append(dst, ", flag"...)
	}
	return dst
}

// glyph returns the two characters of a cell, the most important thing on it.
func (s *State) glyph(c Cell) string {
	if s.Walls.Has(c) {
		return "██"
	}
	var here [2]string
	for seat := range s.Minions {
		letter := "ab"[seat : seat+1]
		for id := range s.PerSeat {
			m := s.Minions[seat][id]
			switch {
			case !m.Alive() || m.Pos != c:
			case here[seat] != "":
				here[seat] = letter + "+"
			case s.Flags[1-seat].Carrier == int8(id):
				here[seat] = fmt.Sprintf("%c%d", "AB"[seat], id)
			default:
				here[seat] = fmt.Sprintf("%s%d", letter, id)
			}
		}
	}
	switch {
	case here[0] != "" && here[1] != "":
		return "ab"
	case here[0] != "" || here[1] != "":
		return here[0] + here[1]
	}
	for seat, flag := range s.Flags {
		if flag.Pos == c {
			return "ab"[seat:seat+1] + "^"
		}
	}
	for seat, base := range s.Bases {
		if base == c {
			return "ab"[seat:seat+1] + "_"
		}
	}
	for _, mine := range s.Mines() {
		if mine.Pos == c {
			return "**"
		}
	}
	if s.Coins.Has(c) {
		return " ·"
	}
	return "  "
}
