package ctf

import (
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// A belief is the whole match as a bot imagines it. It has everything that the bot is
// shown. The rest is filled in as if the opponent played by habit. The bot itself is
// seat 0.
type belief struct {
	rules.State
	table    *rules.Table
	begun    bool                          // a turn was observed
	possible [rules.MaxMinions]rules.Cells // by id, where the opponent's minion may be
	orders   rules.Orders                  // what the bot answered to the last turn
	rivals   rivals                        // how the opponent may play
}

// newBelief returns the belief before anything is observed. The opponent plays one
// of the styles.
func newBelief(m *rules.Map, rivalry []style.Style) belief {
	return belief{State: rules.State{Map: *m, Limit: rules.MaxTurns}, table: rules.NewTable(m), rivals: rivals{styles: rivalry}}
}

// view returns the position as a seat sees it.
func (b *belief) view(seat int) style.View {
	return style.View{State: &b.State, Table: b.table, Seat: seat}
}

// observe goes on to the turn that t shows.
func (b *belief) observe(t *Turn) {
	if !b.begun {
		b.begun = true
		b.begin(t)
	} else {
		b.rivals.judge(b, t)
		b.next()
	}
	b.correct(t)
}

// begin imagines the start. What is hidden then follows from the statement:
// maps are symmetrical, so each opponent's minion stands on the mirror image of
// one's own, and every other open cell has a coin.
func (b *belief) begin(t *Turn) {
	for r := range b.Rows {
		for c := range b.Cols {
			if at := (rules.Cell{R: int8(r), C: int8(c)}); b.Open(at) {
				b.Coins.Add(at)
			}
		}
	}
	for seat, base := range b.Bases {
		b.Coins.Remove(base)
		for _, own := range t.Minions[seat] {
			b.PerSeat = max(b.PerSeat, own.ID+1)
		}
	}
	for _, own := range t.Minions[0] {
		at := rules.Cell{R: own.Pos.R, C: int8(b.Cols-1) - own.Pos.C}
		if !b.Open(at) {
			at = b.Bases[1]
		}
		b.Coins.Remove(own.Pos)
		b.Coins.Remove(at)
		b.Minions[1][own.ID] = rules.Minion{Pos: at, Health: rules.StartHealth}
		b.possible[own.ID].Add(at)
	}
}

// next goes on by one turn.
func (b *belief) next() {
	enemy := b.rivals.guess(b.view(1))
	b.Step([2]rules.Orders{b.orders, enemy}, nil)
	for id := range b.PerSeat {
		b.spread(&b.possible[id])
	}
}

// correct replaces all that t shows to be otherwise.
func (b *belief) correct(t *Turn) {
	b.Reason, b.Winner = rules.Running, [2]bool{} // or there would be no turn
	b.Credits, b.Flags = t.Credits, t.Flags
	for id := range b.Minions[0] {
		b.Minions[0][id].Health = 0 // unless it is in the list
	}
	for _, own := range t.Minions[0] {
		b.Minions[0][own.ID] = own.Minion
	}
	seen := b.Sees(0)
	leaveOut(&b.Coins, &seen)
	for _, coin := range t.Coins {
		b.Coins.Add(coin)
	}
	b.correctOpponents(t, &seen)
}

// correctOpponents places the opponent's minions: those in sight where they are, and
// the carrier where the flag is. The others are put out of sight, as near as possible
// to where they were expected.
func (b *belief) correctOpponents(t *Turn, seen *rules.Cells) {
	var shown [rules.MaxMinions]bool
	for _, enemy := range t.Minions[1] {
		b.PerSeat = max(b.PerSeat, enemy.ID+1)
		b.Minions[1][enemy.ID] = enemy.Minion
		b.possible[enemy.ID] = rules.Cells{}
		b.possible[enemy.ID].Add(enemy.Pos)
		shown[enemy.ID] = true
	}
	alive := false
	for id := range b.PerSeat {
		m := &b.Minions[1][id]
		if !shown[id] {
			if b.Flags[0].Carrier == int8(id) {
				m.Pos, m.Health, m.Timeout = b.Flags[0].Pos, max(m.Health, 1), 0
				b.possible[id] = rules.Cells{}
				b.possible[id].Add(m.Pos)
			}
			b.hide(id, seen)
		}
		alive = alive || m.Alive()
	}
	if !alive && b.PerSeat > 0 { // a turn is played, so somebody is left
		b.Minions[1][0] = rules.Minion{Pos: b.Bases[1], Health: rules.StartHealth}
	}
}

// hide moves an opponent's minion that is not shown out of sight.
func (b *belief) hide(id int, seen *rules.Cells) {
	m, possible := &b.Minions[1][id], &b.possible[id]
	leaveOut(possible, seen)
	if !m.Alive() || possible.Has(m.Pos) {
		return
	}
	if at, ok := b.Nearest(m.Pos, possible); ok {
		m.Pos = at
		return
	}
	for r := range possible { // lost all trace: anywhere out of sight
		possible[r] = ^(b.Walls[r] | seen[r]) & (1<<b.Cols - 1)
	}
	if at, ok := b.Nearest(m.Pos, possible); ok {
		m.Pos = at
	}
}

// leaveOut takes the cells of another set out of a set.
func leaveOut(set, others *rules.Cells) {
	for r := range set {
		set[r] &^= others[r]
	}
}

// spread adds the neighbours of all cells of the set.
func (b *belief) spread(set *rules.Cells) {
	var above uint64
	for r := 1; r < b.Rows-1; r++ {
		row := set[r]
		set[r] = (row | row<<1 | row>>1 | above | set[r+1]) &^ b.Walls[r]
		above = row
	}
}
