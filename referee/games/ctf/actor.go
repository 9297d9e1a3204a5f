package ctf

// The table of actions of a minion.
const (
	tableWait   = 0
	tableMove   = 1 // and the next 3: up, down, left, right
	tableFire   = tableMove + 4
	tableFreeze = tableFire + 1
	tableMine   = tableFreeze + 1 // and the next 3
	tableSize   = tableMine + 4
)

// Actions implements referee.Actor: a part for each minion, by id, with the 11
// commands of Map.Choices. A part of a minion that is dead or was never there has
// only WAIT. Left out are a MOVE to a farther cell, which is a step of its way,
// and commands without effect. As in Choices, each power-up is allowed that the
// score points pay for this minion alone.
func (m *match) Actions() [][]string {
	names := []string{
		"WAIT", "MOVE up", "MOVE down", "MOVE left", "MOVE right", "FIRE", "FREEZE",
		"MINE up", "MINE down", "MINE left", "MINE right",
	}
	parts := make([][]string, MaxMinions)
	for id := range parts {
		parts[id] = names
	}
	return parts
}

// sideOf returns which neighbour of the cell another one is, or -1.
func sideOf(c, other Cell) int {
	for i, side := range c.Neighbours() {
		if side == other {
			return i
		}
	}
	return -1
}

// indexOf returns the place in the table of a command for a minion, or -1.
func (m *match) indexOf(minion Minion, c Command) int {
	switch c.Verb {
	case Move:
		to := m.state.Toward(minion.Pos, c.Target)
		if to == minion.Pos {
			return tableWait
		}
		return tableMove + sideOf(minion.Pos, to)
	case Fire:
		return tableFire
	case Freeze:
		return tableFreeze
	case PlantMine:
		if side := sideOf(minion.Pos, c.Target); side >= 0 {
			return tableMine + side
		}
		return -1
	}
	return tableWait
}

// Mask implements referee.Actor.
func (m *match) Mask(seat int, dst []byte) {
	clear(dst)
	if m.Over() {
		return
	}
	s := &m.state
	for id := range MaxMinions {
		part, minion := dst[id*tableSize:][:tableSize], s.Minions[seat][id]
		part[tableWait] = 1
		if id >= s.PerSeat || !minion.Free() {
			continue
		}
		open := [4]byte{}
		for i, side := range minion.Pos.Neighbours() {
			open[i] = bit(s.Open(side))
		}
		copy(part[tableMove:], open[:])
		part[tableFire] = bit(s.Credits[seat] >= FirePrice)
		part[tableFreeze] = bit(s.Credits[seat] >= FreezePrice)
		if s.Credits[seat] >= MinePrice {
			copy(part[tableMine:], open[:])
		}
	}
}

// ActionText implements referee.Actor. It has a command for each living minion.
func (m *match) ActionText(seat int, actions []int32) string {
	s := &m.state
	var room [64]byte
	line := room[:0]
	for id := range s.PerSeat {
		minion := s.Minions[seat][id]
		if !minion.Alive() {
			continue
		}
		var c Command
		sides := minion.Pos.Neighbours()
		switch a := int(actions[id]); {
		case a >= tableMine:
			c = Command{PlantMine, sides[a-tableMine]}
		case a == tableFreeze:
			c.Verb = Freeze
		case a == tableFire:
			c.Verb = Fire
		case a >= tableMove:
			c = Command{Move, sides[a-tableMove]}
		}
		if len(line) > 0 {
			line = append(line, '|')
		}
		line = c.Append(line, id)
	}
	if len(line) == 0 { // only an explicit start position has nobody left to ask
		line = Command{}.Append(line, 0)
	}
	return string(line)
}

// ActionOf implements referee.Actor. A MOVE to a farther cell is the step that
// it comes to; a minion without a command waits.
func (m *match) ActionOf(seat int, lines []string, dst []int32) bool {
	if len(lines) != 1 {
		return false
	}
	orders, fault := m.state.Parse(seat, lines[0])
	if fault != nil {
		return false
	}
	for id := range dst {
		index := tableWait
		if id < m.state.PerSeat {
			index = m.indexOf(m.state.Minions[seat][id], orders.Commands[id])
		}
		if index < 0 {
			return false
		}
		dst[id] = int32(index)
	}
	return true
}
