package ctf

import (
	"bytes"
	"testing"

	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// shown returns what a seat is shown of the state, read from its input.
func shown(t *testing.T, s *rules.State, seat int) (*rules.Map, *Turn) {
	t.Helper()
	r := NewReader(bytes.NewReader(s.AppendTurn(s.AppendInit(nil, seat), seat)))
	m, err := r.Map()
	if err != nil {
		t.Fatal(err)
	}
	turn, err := r.Turn()
	if err != nil {
		t.Fatal(err)
	}
	return m, turn
}

// believed returns what seat 0 believes before its first turn.
func believed(t *testing.T, s *rules.State) *belief {
	t.Helper()
	m, turn := shown(t, s, 0)
	b := newBelief(m, style.All())
	b.observe(turn)
	return &b
}

// "Maps are always symmetrical", and so are the minions and the coins: before
// the first turn nothing is unknown.
func TestBeliefKnowsTheStart(t *testing.T) {
	for seed := range int64(20) {
		s := rules.Deal(seed)
		b := believed(t, &s)
		if b.Minions != s.Minions || b.Coins != s.Coins || b.Flags != s.Flags || b.PerSeat != s.PerSeat {
			t.Errorf("seed %d: the belief differs from the start", seed)
		}
	}
}

// The carrier of a flag is where the flag is, and flags are always shown.
func TestBeliefFindsTheCarrier(t *testing.T) {
	s := rules.Deal(1)
	b := believed(t, &s)
	hidden := rules.Cell{}
	sees := s.Sees(0)
	for r := range s.Rows {
		for c := range s.Cols {
			if at := (rules.Cell{R: int8(r), C: int8(c)}); s.Open(at) && !sees.Has(at) {
				hidden = at
			}
		}
	}
	s.Minions[1][2].Pos = hidden
	s.Flags[0] = rules.Flag{Pos: hidden, Carrier: 2}
	_, turn := shown(t, &s, 0)
	b.observe(turn)
	if got := b.Minions[1][2].Pos; got != hidden {
		t.Errorf("the carrier is believed at %v; the flag is at %v", got, hidden)
	}
}

// Who is not shown is believed out of sight, and who is shown where it is.
func TestBeliefAgreesWithSight(t *testing.T) {
	for seed := range int64(20) {
		s := rules.Deal(seed)
		table := rules.NewTable(&s.Map)
		hunter, rush := style.Find("hunter"), style.Find("rush3")
		b := believed(t, &s)
		for !s.Over() {
			b.orders = hunter.Orders(b.view(0))
			s.Step([2]rules.Orders{b.orders, rush.Orders(style.View{State: &s, Table: table, Seat: 1})}, nil)
			if s.Over() || s.Alive(0) == 0 {
				break
			}
			_, turn := shown(t, &s, 0)
			b.observe(turn)
			for id := range s.PerSeat {
				enemy := &s.Minions[1][id]
				switch {
				case s.Shows(0, id) && b.Minions[1][id] != *enemy:
					t.Fatalf("seed %d, turn %d: minion %d is %v; believed %v", seed, s.Turn, id, *enemy, b.Minions[1][id])
				case !s.Shows(0, id) && b.Shows(0, id):
					t.Fatalf("seed %d, turn %d: minion %d is not shown; believed in sight at %v", seed, s.Turn, id, b.Minions[1][id].Pos)
				}
			}
		}
	}
}
