package keeper

import (
	"bufio"
	"bytes"
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/keeper"
)

// The search allocates nothing, so that no garbage collection costs a turn.
func TestBossAllocatesNothing(t *testing.T) {
	s := rules.Deal(1)
	visible := s.Visible(nil)
	think := NewPolicy(500, DefaultParameters()).think
	if n := testing.AllocsPerRun(10, func() { think(s.Hero, visible) }); n > 0 {
		t.Errorf("%v allocations in a turn", n)
	}
}

// "Can be cloned between turns": a clone answers like the policy it was made
// from, and neither notices the other.
func TestClonesGoOnAlone(t *testing.T) {
	s := rules.Deal(3)
	p := NewPolicy(300, DefaultParameters())
	for !s.Over() {
		visible := s.Visible(nil)
		clone := p.Clone()
		for range 2 { // two turns of the clone, one of the policy
			clone.think(s.Hero, visible)
		}
		same := p.Clone().think(s.Hero, visible)
		action := p.think(s.Hero, visible)
		if action != same {
			t.Fatalf("turn %d: the clone plays %v, the policy %v", s.Turn, same, action)
		}
		s.Step(action, nil)
	}
}

// Positions that ask for care: whatever they are, the answers are legal and do
// something, to the end.
func TestSpecialPositions(t *testing.T) {
	const walled = `"rows":["HX..............","XX..............","................","................",
		"................","................","................","................",
		"................","................","................","..............XE"]`
	for _, tt := range []struct{ name, position string }{
		{"empty maze without an exit", `{"hero":{"x":0,"y":0}}`},
		{"no way anywhere", `{` + walled + `}`},
		{"one health", `{"hero":{"x":5,"y":5,"hp":1},"monsters":[[11,7,5],[10,5,7],[8,3,5]]}`},
		{"no charges", `{"hero":{"x":5,"y":5,"charges":[0,0,0]},"monsters":[[9,6,6],[9,4,4]]}`},
		{"doomed", `{"hero":{"x":5,"y":5,"hp":1},"monsters":[[11,4,4],[11,4,5],[11,4,6],[11,5,4],[11,5,6],[11,6,4],[11,6,5],[11,6,6]]}`},
		{"several exits", `{"hero":{"x":5,"y":5},"items":[[0,6,6],[0,5,6],[0,0,0]]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, think := range map[string]thinker{"greedy": greedy(1), "boss": NewPolicy(300, DefaultParameters()).think} {
				m, err := rules.Game{}.New(referee.Setup{Position: []byte(tt.position)}, 1)
				if err != nil {
					t.Fatal(err)
				}
				playMatch(t, m, think)
				if f := m.Result().Faults; len(f) > 0 {
					t.Errorf("%s: %v", name, f[0])
				}
			}
		})
	}
}

// playMatch plays a match to its end by its protocol.
func playMatch(t *testing.T, m referee.Match, think thinker) {
	t.Helper()
	for !m.Over() {
		r := reader{lines: bufio.NewScanner(bytes.NewReader(m.Input(0, nil)))}
		hero, err := r.turn()
		if err != nil {
			t.Fatal(err)
		}
		m.Answer(0, []string{think(hero, r.visible).String()})
		m.Step()
	}
}
