// Package stranger holds players that stand in for the programs of strangers: each
// puts together habits that were seen in matches which the boss lost by flag. Unlike
// the styles they remember what happened, and they go by what they see. The judge asks
// those of Tuned what an answer costs them; of HeldOut only tests know.
package stranger

import (
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// Habits are what a player does.
type Habits struct {
	Keeper  Keeper
	Few     int  // living minions with which nobody keeps the flag any more
	Shadow  bool // the second nearest to the flag stays near the runner
	Richest bool // collects along the richest path of ten steps, not the nearest coin
	Spends  Spends
	Dodges  Dodges
	Calm    bool // the runner dodges nobody
	Weapon  bool // a carrier that is seen FREEZEs first
	Guard   int  // steps within which a FIRE hits who comes for the flag
	Opens   bool // the runner FREEZEs a guard when it is rich
}

// A Keeper is where the keeper of the own flag stands.
type Keeper uint8

const (
	None    Keeper = iota
	Lookout        // of the nine cells around the flag, the one that sees most
	Beside         // beside the base; on the flag when it is gone
	Rear           // the minion farthest from the opponent's flag, on the own one
	Statue         // on the flag, wherever it is
)

// Spends is what score points are for.
type Spends uint8

const (
	OnThief Spends = iota // on the carrier of the own flag: FREEZE, then FIRE
	OnSure                // FIRE at who cannot step aside or stood still
)

// Dodges is how long a minion steps out of the sight of others.
type Dodges uint8

const (
	Never Dodges = iota
	Bounded
	Refilled // two, and more after early damage
)

// A Stranger is a player with a name.
type Stranger struct {
	Name, About string
	Habits      Habits
}

// Tuned returns the players that the boss may be tuned on.
func Tuned() []Stranger {
	return []Stranger{
		{"relay", "one relentless runner, a lookout beside the flag, all score points for the thief",
			Habits{Keeper: Lookout, Few: 2, Spends: OnThief}},
		{"post", "a keeper beside the base that fires at who comes near; a carrier that FREEZEs who sees it",
			Habits{Keeper: Beside, Few: 2, Richest: true, Weapon: true, Guard: 4}},
		{"thrift", "everything for the thief and who comes near; all dodge for a while",
			Habits{Keeper: Lookout, Spends: OnThief, Calm: true, Dodges: Bounded, Weapon: true, Guard: 4}},
		{"shadow", "a runner, its shadow and the farthest one as keeper, with two dodges each",
			Habits{Keeper: Rear, Few: 2, Shadow: true, Spends: OnThief, Dodges: Refilled, Calm: true, Weapon: true, Opens: true, Guard: 4}},
	}
}

// HeldOut returns the players that the boss is only measured against.
func HeldOut() []Stranger {
	return []Stranger{
		{"hound", "one relentless runner and a keeper until few are left; the others take the richest paths",
			Habits{Keeper: Beside, Few: 2, Richest: true, Spends: OnThief, Dodges: Bounded, Calm: true}},
		{"watch", "a lookout that FIREs at who cannot step aside, and a shadow; the runner FREEZEs guards",
			Habits{Keeper: Lookout, Few: 2, Shadow: true, Spends: OnSure, Dodges: Refilled, Calm: true, Weapon: true, Opens: true, Guard: 6}},
		{"statue", "one relentless runner, one that stands on the flag and follows it, score points for the thief",
			Habits{Keeper: Statue, Few: 1, Spends: OnThief, Richest: true}},
		{"swing", "all dodge who can pay for a FIRE, the runner too; a carrier that FREEZEs who sees it",
			Habits{Keeper: Lookout, Few: 2, Spends: OnThief, Dodges: Bounded, Weapon: true, Guard: 4}},
	}
}

// A Mind is a Stranger in a match.
type Mind struct {
	Habits
	begun  bool
	last   [2][rules.MaxMinions]rules.Minion // of the turn before, the opponent's as far as shown
	shown  [rules.MaxMinions]bool            // the opponent's, in the turn before
	inLine [rules.MaxMinions][2]bool         // by id, whether somebody saw the own minion one and two turns ago
	swings [rules.MaxMinions]int             // steps aside since the minion was hit
	limit  [rules.MaxMinions]int             // of swings, when they are Refilled
	met    [rules.MaxMinions]bool            // the thief was fired at
	pause  int                               // the turn until which the runner FREEZEs nobody
	credit int                               // the opponent's, of the turn before
	quiet  int                               // turns since the opponent spent something
}

// New returns the mind of a player before its first turn.
func New(h Habits) *Mind {
	m := &Mind{Habits: h}
	for id := range m.limit {
		m.limit[id] = 2
	}
	return m
}

// Orders returns what the seat of a view does. It is called once a turn.
func (m *Mind) Orders(v style.View) rules.Orders {
	t := turn{View: v, Mind: m, credits: v.Credits[v.Seat], coins: v.Coins}
	t.look()
	t.cast()
	for id := range t.PerSeat {
		if t.own(id).Free() && !t.spend(id) && !t.dodge(id) {
			t.act(id)
		}
	}
	t.remember()
	return t.orders
}
