package keeper

// monsterActs plays a living monster's part of a turn and returns the damage
// it does: "If the hero is within the monster's attack range, the monster
// attacks [...]. If the hero is within the monster's view range but not attack
// range, the monster is making a step towards hero [...]. Otherwise, the
// monster stays in place and makes no action."
func (s *State) monsterActs(id uint8, events *Events) (damage int) {
	m := s.Monsters[id]
	away := Range(m.Cell, s.Hero.Cell)
	if away > Sight {
		return 0 // no monster sees farther than the hero
	}
	traits := m.Type.Traits()
	switch {
	case away <= traits.Attack:
		events.next()
		events.add(Event{
			Type: EventMonsterAttack, Monster: int(id), Kind: m.Type,
			From: m.Cell, To: s.Hero.Cell, Amount: traits.Damage,
		})
		return traits.Damage
	case away <= traits.View:
		blocked := s.Things[Obstacle].Or(s.Occupied) // "each monster considers the other ones as unmoving obstacles"
		step, _ := search(m.Cell, s.Hero.Cell, traits.View, blocked)
		s.moveMonster(id, step)
		if step != m.Cell {
			events.next()
			events.add(Event{Type: EventMonsterMove, Monster: int(id), Kind: m.Type, From: m.Cell, To: step})
		}
	}
	return 0
}

// moveMonster puts a monster on a free cell or leaves it where it is. The
// table is told even then: it is part of the published order.
func (s *State) moveMonster(id uint8, to Cell) {
	m := &s.Monsters[id]
	s.Occupied.Remove(m.Cell)
	s.at[m.Cell] = 0
	s.Occupied.Add(to)
	s.at[to] = id
	m.Cell = to
	s.table.remove(id)
	s.table.insert(id, &s.Monsters)
}

// suffer applies the damage of all monsters at once, "reducing hero's health
// and score by damage"; the score pays in full even beyond the health. At 0 or
// below "the game ends, and the score is reduced by 1000".
func (s *State) suffer(damage int, events *Events) {
	if damage == 0 {
		return
	}
	s.Hero.Health -= damage
	s.Hero.Score -= damage
	events.next()
	events.add(Event{Type: EventDamage, To: s.Hero.Cell, Amount: damage, Left: s.Hero.Health})
	if s.Hero.Health <= 0 {
		s.Hero.Score += DeathScore
		s.finish(Dead, events)
	}
}

// search looks for a way from a cell to a target over cells in range reach of the start
// that are not blocked. It returns the first step of the shortest way. If there is no
// way, it returns the first step to the cell nearest to the target, or the start itself
// when no cell is nearer than the start. Among equals the first found counts, the
// neighbours in the order of Steps.
func search(from, target Cell, reach int, blocked Set) (step Cell, found bool) {
	open := Square(from, reach).Without(blocked)
	open.Remove(from)
	var queue [(2*Sight + 1) * (2*Sight + 1)]struct{ cell, first Cell }
	steps, n := from.Steps()
	tail := 0
	for _, c := range steps[:n] {
		if open.Has(c) {
			open.Remove(c)
			queue[tail].cell, queue[tail].first = c, c
			tail++
		}
	}
	step, nearest := from, Distance(from, target)
	for head := 0; head < tail; head++ {
		at := queue[head]
		if at.cell == target {
			return at.first, true
		}
		if d := Distance(at.cell, target); d < nearest {
			step, nearest = at.first, d
		}
		steps, n := at.cell.Steps()
		for _, c := range steps[:n] {
			if open.Has(c) {
				open.Remove(c)
				queue[tail].cell, queue[tail].first = c, at.first
				tail++
			}
		}
	}
	return step, false
}
