package ctf

// Step plays one turn in the order of the statement, and decides whether the
// match is over. What happens is recorded in events, unless that is nil. A
// State that is over must not be stepped.
//
// Between damage and the removal of the dead, a minion whose health fell below
// 1 still counts: it uses its power-up, is hit again and sets off mines. So
// nothing in a turn depends on who is listed first, except who spends the last
// score points.
func (s *State) Step(orders [2]Orders, events *Events) { s.step(orders, events, nil) }

func (s *State) step(orders [2]Orders, events *Events, g *guide) {
	s.Turn++
	events.reset()
	t := turn{State: s, events: events, guide: g}
	t.begin(&orders)
	t.updateFlags()
	t.move()
	t.collect()
	t.usePowerUps()
	t.detonate()
	t.removeDead()
	t.updateFlags()
	t.decreaseTimeouts()
	s.judge(&orders, events)
}

// A turn is a State while one turn is resolved.
type turn struct {
	*State
	events  *Events
	guide   *guide
	living  [2][MaxMinions]bool    // alive when the turn began; the dead stay in it until they are removed
	command [2][MaxMinions]Command // what the minions that can act were told
}

// begin lists who is alive and who acts: "Any commands given to a timed out
// minion won't have any impact." Freezing in this turn stops no command of it.
func (t *turn) begin(orders *[2]Orders) {
	for seat := range t.Minions {
		for id := range t.PerSeat {
			m := &t.Minions[seat][id]
			t.living[seat][id] = m.Alive()
			if m.Free() && !orders[seat].Missing {
				t.command[seat][id] = orders[seat].Commands[id]
			}
			if orders[seat].Ignored>>id&1 != 0 {
				t.events.add(Event{Kind: Ignored, Seat: int8(seat), Minion: int8(id), At: m.Pos})
			}
		}
	}
}

// updateFlags lets flags follow their carriers, drops those of dead and
// timed-out carriers, and gives free flags to the first minion that stands on
// them and can take them.
func (t *turn) updateFlags() {
	t.events.phase()
	for owner := range t.Flags {
		flag, thieves := &t.Flags[owner], &t.Minions[1-owner]
		seat := int8(1 - owner)
		if flag.Carrier != NoCarrier {
			m := &thieves[flag.Carrier]
			if flag.Pos != m.Pos {
				t.events.add(Event{Kind: Carried, Seat: seat, Minion: flag.Carrier, At: flag.Pos, To: m.Pos})
				flag.Pos = m.Pos
			}
			if !m.Free() {
				t.events.add(Event{Kind: Dropped, Seat: seat, Minion: flag.Carrier, At: flag.Pos})
				flag.Carrier = NoCarrier
			}
		}
		for id := 0; id < t.PerSeat && flag.Carrier == NoCarrier; id++ {
			if m := &thieves[id]; m.Free() && m.Pos == flag.Pos {
				t.events.add(Event{Kind: Taken, Seat: seat, Minion: int8(id), At: flag.Pos})
				flag.Carrier = int8(id)
			}
		}
	}
}

func (t *turn) move() {
	t.events.phase()
	entered := t.routes()
	for seat := range t.Minions {
		for id := range t.PerSeat {
			command := t.command[seat][id]
			if command.Verb != Move {
				continue
			}
			m := &t.Minions[seat][id]
			e := Event{Kind: Moved, Seat: int8(seat), Minion: int8(id), By: Move, At: m.Pos, Target: command.Target}
			m.Pos = entered[seat][id]
			e.To = m.Pos
			if e.At == e.To {
				e.Kind = Stuck
			}
			if e.At != e.Target {
				t.events.add(e)
			}
		}
	}
}

// routes returns the cell that each minion with a MOVE enters. Those with the
// same target are led there together: teams often walk to one place.
func (t *turn) routes() (entered [2][MaxMinions]Cell) {
	var led [2 * MaxMinions]*Cell // of entered
	var cells [2 * MaxMinions]Cell
	waiting := t.command
	for seat := range t.Minions {
		for id := range t.PerSeat {
			if waiting[seat][id].Verb != Move {
				continue
			}
			target, n := waiting[seat][id].Target, 0
			if at := t.Minions[seat][id].Pos; at.Distance(target) == 1 && t.Open(target) {
				entered[seat][id] = target
				continue
			}
			for s := seat; s < len(t.Minions); s++ {
				for i := range t.PerSeat {
					if waiting[s][i] == (Command{Move, target}) {
						led[n], cells[n] = &entered[s][i], t.Minions[s][i].Pos
						waiting[s][i] = Command{}
						n++
					}
				}
			}
			t.guide.lead(&t.Map, cells[:n], target)
			for i, cell := range cells[:n] {
				*led[i] = cell
			}
		}
	}
	return entered
}

// collect gives each seat with a minion on a coin its worth, once a coin
// however many of its minions stand there.
func (t *turn) collect() {
	t.events.phase()
	coins := t.Coins
	for seat := range t.Minions {
		left := coins
		for id := range t.PerSeat {
			m := &t.Minions[seat][id]
			if !m.Alive() || !left.Has(m.Pos) {
				continue
			}
			left.Remove(m.Pos)
			t.Coins.Remove(m.Pos)
			t.Credits[seat] += CoinWorth
			t.events.add(Event{Kind: Collected, Seat: int8(seat), Minion: int8(id), At: m.Pos})
		}
	}
}

func (t *turn) usePowerUps() {
	t.events.phase()
	for seat := range t.Minions {
		for id := range t.PerSeat {
			if command := t.command[seat][id]; command.Verb >= Fire {
				t.powerUp(seat, id, command)
			}
		}
	}
}

func (t *turn) powerUp(seat, id int, command Command) {
	user := &t.Minions[seat][id]
	e := Event{Seat: int8(seat), Minion: int8(id), By: command.Verb, At: user.Pos, Target: command.Target}
	price := command.Verb.Price()
	switch {
	case t.Credits[seat] < price:
		e.Kind, e.Amount = Unpaid, int16(t.Credits[seat])
		t.events.add(e)
		return
	case command.Verb == PlantMine && !t.canPlant(user.Pos, command.Target):
		e.Kind = Misplaced
		t.events.add(e)
		return
	}
	t.Credits[seat] -= price
	switch command.Verb {
	case Fire:
		e.Kind = Fired
		t.events.add(e)
		t.strike(user, Fire)
	case Freeze:
		e.Kind = Froze
		t.events.add(e)
		t.strike(user, Freeze)
	case PlantMine:
		e.Kind = Mined
		t.events.add(e)
		t.Planted[t.MineCount] = Mine{command.Target, int8(seat), int8(id)}
		t.MineCount++
	}
}

// strike lets a fire or a freeze do its work on all in sight of its user:
// "Only the minion that uses FIRE or FREEZE is unaffected by that action."
func (t *turn) strike(user *Minion, verb Verb) {
	for seat := range t.Minions {
		for id := range t.PerSeat {
			m := &t.Minions[seat][id]
			if m == user || !t.living[seat][id] || !t.InSight(user.Pos, m.Pos) {
				continue
			}
			if verb == Fire {
				t.hurt(seat, id, Fire, FireDamage)
				continue
			}
			m.Timeout = max(m.Timeout, FreezeTimeout)
			t.events.add(Event{Kind: Frozen, Seat: int8(seat), Minion: int8(id), At: m.Pos, Amount: int16(m.Timeout)})
		}
	}
}

// canPlant: "any empty cell adjacent to the current position of that minion".
// Minions and other mines do not matter. The list has room in every match;
// only a State that was built by hand could fill it.
func (t *turn) canPlant(from, target Cell) bool {
	return from.Distance(target) == 1 && t.Open(target) && t.MineCount < MaxMines
}

func (t *turn) hurt(seat, id int, by Verb, damage int16) {
	m := &t.Minions[seat][id]
	m.Health -= damage
	t.events.add(Event{Kind: Hit, Seat: int8(seat), Minion: int8(id), By: by, Amount: damage, Health: m.Health, At: m.Pos})
}

// detonate sets off every mine that a minion stands on. Blasts set off no
// other mines.
func (t *turn) detonate() {
	t.events.phase()
	left := 0
	for _, mine := range t.Mines() {
		if !t.steppedOn(mine.Pos) {
			t.Planted[left] = mine
			left++
			continue
		}
		t.events.add(Event{Kind: Exploded, Seat: mine.Seat, Minion: mine.Minion, At: mine.Pos})
		for seat := range t.Minions {
			for id := range t.PerSeat {
				m := &t.Minions[seat][id]
				if t.living[seat][id] && m.Pos.Distance(mine.Pos) <= BlastRadius && t.InSight(m.Pos, mine.Pos) {
					t.hurt(seat, id, PlantMine, MineDamage)
				}
			}
		}
	}
	clear(t.Planted[left:t.MineCount]) // equal matches are equal values
	t.MineCount = left
}

func (t *turn) steppedOn(c Cell) bool {
	for seat := range t.Minions {
		for id := range t.PerSeat {
			if t.living[seat][id] && t.Minions[seat][id].Pos == c {
				return true
			}
		}
	}
	return false
}

// removeDead ends the time in which the dead of this turn still count; their
// health says that they are gone.
func (t *turn) removeDead() {
	t.events.phase()
	for seat := range t.Minions {
		for id := range t.PerSeat {
			if m := &t.Minions[seat][id]; t.living[seat][id] && !m.Alive() {
				t.events.add(Event{Kind: Killed, Seat: int8(seat), Minion: int8(id), At: m.Pos, Health: m.Health})
			}
		}
	}
}

func (t *turn) decreaseTimeouts() {
	t.events.phase()
	for seat := range t.Minions {
		for id := range t.PerSeat {
			m := &t.Minions[seat][id]
			if !m.Alive() || m.Timeout == 0 {
				continue
			}
			m.Timeout--
			if m.Timeout == 0 {
				t.events.add(Event{Kind: Unfrozen, Seat: int8(seat), Minion: int8(id), At: m.Pos})
			}
		}
	}
}
