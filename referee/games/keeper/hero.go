package keeper

// heroActs plays the hero's part of a turn: "Hero actions are performed at the
// beginning of the turn, before the monsters reaction." The exit ends the game
// before the monsters act, and so does the end of the last turn.
func (s *State) heroActs(a Action, events *Events) {
	s.Turn++
	switch deed := s.Resolve(a); deed.Act {
	case Idle:
		events.add(Event{Type: EventWait, To: a.Target, Note: deed.Note})
	case Walk:
		events.add(Event{Type: EventMove, From: s.Hero.Cell, To: deed.Cell, Note: deed.Note})
		s.Hero.Cell = deed.Cell
		s.take(events)
	case Strike:
		s.strike(deed, events)
	}
	if !s.Over() && s.Turn >= TurnLimit {
		s.finish(TurnsOver, events)
	}
}

// take applies the item under the hero: "If the hero moves into a cell
// containing an item, its effect is immediately applied."
func (s *State) take(events *Events) {
	item, ok := s.ItemAt(s.Hero.Cell)
	if !ok {
		return
	}
	s.Things[item].Remove(s.Hero.Cell)
	gain := 1
	switch item {
	case Exit:
		gain = ExitScore
		s.Hero.Score += gain
	case Treasure:
		gain = TreasureScore
		s.Hero.Score += gain
	case Potion: // "never exceeds the hero's maximum health"; it is gone even if it gives nothing
		gain = min(PotionHealth, MaxHealth-s.Hero.Health)
		s.Hero.Health += gain
	case HammerCharge, ScytheCharge, BowCharge: // "additional charge"
		s.Hero.Charges[Hammer+Weapon(item-HammerCharge)] += gain
	}
	events.add(Event{Type: EventTake, To: s.Hero.Cell, Kind: item, Amount: gain})
	if item == Exit {
		s.finish(Won, events)
	}
}

// strike attacks with a weapon; the charge is spent even if nothing is hit.
func (s *State) strike(deed Deed, events *Events) {
	if deed.Weapon != Sword {
		s.Hero.Charges[deed.Weapon]--
	}
	cells, n := Struck(deed.Weapon, s.Hero.Cell, deed.Cell)
	events.add(Event{
		Type: EventAttack, From: s.Hero.Cell, To: deed.Cell, Weapon: deed.Weapon,
		Cells: cells, N: n, Note: deed.Note,
	})
	for _, c := range cells[:n] {
		if !s.Occupied.Has(c) {
			continue
		}
		id := s.at[c]
		m := &s.Monsters[id]
		m.Health = int8(max(0, int(m.Health)-deed.Weapon.Damage()))
		events.add(Event{
			Type: EventHit, Monster: int(id), Kind: m.Type, To: c,
			Amount: deed.Weapon.Damage(), Left: int(m.Health),
		})
		if m.Health == 0 {
			s.kill(id, events)
		}
	}
}

// kill takes a monster out of the maze: "it is destroyed and the hero score is
// increased by the amount of the monster's initial health".
func (s *State) kill(id uint8, events *Events) {
	m := s.Monsters[id]
	points := m.Type.Traits().Health
	s.Hero.Score += points
	s.Occupied.Remove(m.Cell)
	s.at[m.Cell] = 0
	s.table.remove(id)
	events.add(Event{Type: EventKill, Monster: int(id), Kind: m.Type, To: m.Cell, Amount: points})
}
