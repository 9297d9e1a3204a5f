package flames

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

func TestGame(t *testing.T) {
	refereetest.TestGame(t, Game{}, func(r *rand.Rand, m referee.Match, _ int) []string {
		return []string{randomAnswer(r, m.(*match))}
	})
}

// randomAnswer plays one to three legal actions; the second and third are
// tried on a copy first.
func randomAnswer(r *rand.Rand, m *match) string {
	s := m.state
	var actions []string
	for range 1 + r.IntN(3) {
		valid := s.Valid(m.test)
		if valid.Len() == 0 {
			break
		}
		a := valid.At(r.IntN(valid.Len()))
		s.Act(m.test, a, nil)
		actions = append(actions, a.String())
	}
	return strings.Join(actions, ";")
}

// begin starts a match at a drawing.
func begin(t *testing.T, drawing string) *match {
	t.Helper()
	return newMatch(drawn(t, drawing))
}

func (m *match) answer(line string) *match {
	m.Answer(0, []string{line})
	m.Step()
	return m
}

// What was wrong is quoted and explained, and the match is lost.
func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		line string
		want referee.Fault
	}{
		{"", referee.Fault{Turn: 1, Kind: referee.Garbled, Why: "no action in the answer; want MOVE, JUMP, IMMO or PASS"}},
		{"MVOE E", referee.Fault{Turn: 1, Kind: referee.Garbled, Line: "MVOE E", Why: `unknown action "MVOE"; want MOVE, JUMP, IMMO or PASS`}},
		{"MOVE E; MOVE N ;PASS", referee.Fault{Turn: 1, Kind: referee.Illegal, Line: "MOVE N",
			Why: "MOVE N leads from [1 0] to [1 -1], which is a wall; want an open cell", Rule: Wall.rule()}},
		{"JUMP E;JUMP W;JUMP E", referee.Fault{Turn: 1, Kind: referee.Illegal, Line: "JUMP E",
			Why: "no jump is left in this cycle; want at most 2 before PASS", Rule: NoJumps.rule()}},
		{strings.Repeat("MOVE E;", 9) + "JUMP E", referee.Fault{Turn: 1, Kind: referee.Illegal, Line: "JUMP E",
			Why: "JUMP E costs 2 AP and 1 are left; PASS restores them", Rule: NoAP.rule()}},
	} {
		got := begin(t, "@............o").answer(tt.line).Result()
		want := referee.Result{Scores: []int64{0}, Ranks: []int{1}, Reason: "illegal", Faults: []referee.Fault{tt.want}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.line, diff)
		}
	}
}

// Text after PASS is ignored, and its author is told when it is no action.
func TestForgiven(t *testing.T) {
	m := begin(t, "@...*o").answer("PASS; MVOE N")
	want := []referee.Fault{{Turn: 1, Kind: referee.Garbled, Line: "MVOE N",
		Why: `unknown action "MVOE"; want MOVE, JUMP, IMMO or PASS; ignored because it stands after PASS`, Forgiven: true}}
	if diff := cmp.Diff(want, m.Result().Faults); diff != "" || m.Over() {
		t.Errorf("over %v, faults (-want +got):\n%s", m.Over(), diff)
	}
	if m.answer("PASS;MOVE N;").Result(); len(m.faults) != 1 {
		t.Errorf("a legal action after PASS is called a fault: %v", m.faults[1])
	}
}

// No answer loses and changes nothing else. Only a bot that ran out of time is
// said to have timed out.
func TestDrop(t *testing.T) {
	for _, tt := range []struct {
		kind    referee.Kind
		outcome Outcome
		reason  string
	}{
		{referee.Timeout, Timeout, "timeout"},
		{referee.Crash, Forfeit, "forfeit"},
		{referee.Flood, Forfeit, "forfeit"},
	} {
		m := begin(t, "@...*")
		before := m.state
		fault := referee.Fault{Turn: 1, Kind: tt.kind, Why: "dropped by the test"}
		m.Drop(0, fault)
		m.Step()
		before.Outcome = tt.outcome
		want := referee.Result{Scores: []int64{0}, Ranks: []int{1}, Reason: tt.reason, Faults: []referee.Fault{fault}}
		if diff := cmp.Diff(want, m.Result()); diff != "" || m.state != before {
			t.Errorf("position changed: %v; result (-want +got):\n%s", m.state != before, diff)
		}
		view := m.View().(View)
		if f, ok := view.Events[0].(FaultEvent); len(view.Events) != 1 || !ok || f.Why != fault.Why || view.Status != tt.reason {
			t.Errorf("status %s, events %v; want %s and the fault", view.Status, view.Events, tt.reason)
		}
	}
}

// A turn with several actions gives one step per action and finer ones for what
// follows it, so that every push and attraction can be followed.
func TestEvents(t *testing.T) {
	for _, tt := range []struct {
		name, board, line string
		want              []string
	}{
		{"extinguish, push, attract", "@**....*", "MOVE E", []string{
			`{"type":"move","step":0,"action":"MOVE E","from":[0,0],"to":[1,0],"hp":19,"ap":9,"jumps_left":2}`,
			`{"type":"extinguish","step":1,"at":[1,0],"hp":20}`,
			`{"type":"push","step":2,"from":[2,0],"to":[3,0]}`,
			`{"type":"attract","step":3,"from":[3,0],"to":[2,0]}`,
			`{"type":"attract","step":3,"from":[7,0],"to":[6,0]}`,
		}},
		{"a blocked push names the flame that blocks", "@***", "MOVE E", []string{
			`{"type":"move","step":0,"action":"MOVE E","from":[0,0],"to":[1,0],"hp":19,"ap":9,"jumps_left":2}`,
			`{"type":"extinguish","step":1,"at":[1,0],"hp":20}`,
			`{"type":"blocked","step":2,"from":[2,0],"to":[3,0],"by":[3,0],"what":"flame"}`,
			`{"type":"death","step":3,"at":[1,0],"hp":0,"cause":"push"}`,
		}},
		{"jump, death by attraction", "@..*.#*", "JUMP E", []string{
			`{"type":"jump","step":0,"action":"JUMP E","from":[0,0],"to":[2,0],"hp":19,"ap":8,"jumps_left":1}`,
			`{"type":"death","step":1,"at":[2,0],"hp":0,"cause":"attraction","by":[3,0]}`,
		}},
		{"two actions", "@......#*", "MOVE E;IMMO SW", []string{
			`{"type":"move","step":0,"action":"MOVE E","from":[0,0],"to":[1,0],"hp":19,"ap":9,"jumps_left":2}`,
			`{"type":"stay","step":1,"from":[8,0],"to":[7,0],"by":[7,0],"what":"wall"}`,
			`{"type":"fault","step":2,"seat":0,"kind":"illegal","line":"IMMO SW","why":"IMMO SW leads from [1 0] to [0 1], which is a wall; want an open cell"}`,
		}},
		{"immo", "@. .. .*", "IMMO SE", []string{
			`{"type":"immo","step":0,"action":"IMMO SE","from":[0,0],"to":[0,0],"target":[1,1],"hp":15,"ap":9,"jumps_left":2}`,
			`{"type":"attract","step":1,"from":[1,2],"to":[1,1]}`,
		}},
		{"pass", "&o%", "PASS", []string{
			`{"type":"pass","step":0,"action":"PASS","from":[0,0],"to":[0,0],"hp":20,"ap":10,"jumps_left":2}`,
			`{"type":"disappear","step":1,"at":[0,0],"by":"character"}`,
			`{"type":"convert","step":1,"at":[1,0]}`,
			`{"type":"disappear","step":1,"at":[2,0],"by":"flame"}`,
			`{"type":"cycle","step":2,"cycle":2,"hp":19,"lost":1}`,
		}},
		{"victory", "@*", "MOVE E", []string{
			`{"type":"move","step":0,"action":"MOVE E","from":[0,0],"to":[1,0],"hp":19,"ap":9,"jumps_left":2}`,
			`{"type":"extinguish","step":1,"at":[1,0],"hp":20}`,
			`{"type":"victory","step":2,"at":[1,0],"hp":20}`,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, err := json.Marshal(begin(t, tt.board).answer(tt.line).View())
			if err != nil {
				t.Fatal(err)
			}
			var view struct {
				Events []json.RawMessage `json:"events"`
			}
			if err := json.Unmarshal(text, &view); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range view.Events {
				got = append(got, string(e))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

func TestView(t *testing.T) {
	m := begin(t, "@.o %.*")
	got, err := json.Marshal(m.View())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"turn":0,"pos":[0,0],"hp":20,"ap":10,"jumps_left":2,"cycle":1,"status":"playing","done":0,` +
		`"flames":[[0,1],[2,1]],"toward":[[0,0],[1,1]],"glyphs":[[2,0],[0,1]],"events":[]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("view (-want +got):\n%s", diff)
	}
	got, err = json.Marshal(m.Scene())
	if err != nil {
		t.Fatal(err)
	}
	want = `{"height":2,"width":3,"arena":["S..","..."],"start":[0,0],"hp":20,"ap":10,"jumps":2,"first_cycle":1,"waves":[[[2,0],[0,1]]]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("scene (-want +got):\n%s", diff)
	}
}

func TestBoard(t *testing.T) {
	want := `cycle 1   hp 20   ap 10   jumps 2   flames 2   playing
@ character   * flame   o glyph   % flame on a glyph
 @ · o
 %   *
`
	if diff := cmp.Diff(want, string(begin(t, "@.o %#*").Board(nil))); diff != "" {
		t.Errorf("board (-want +got):\n%s", diff)
	}
}

// Whatever is played: flames stay on open cells and never grow in number but
// by glyphs, HP never grows, and a match is as long as the rules allow.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, s := Deal(rapid.Int64().Draw(t, "seed"))
		// 5 PASSes to a wave of glyphs, 36 flames, 40 HP
		const longest = GlyphCycles - 1 + GlyphCycles*WaveGlyphs + HP
		actions := 0
		for ; s.Outcome == Playing; actions++ {
			valid := s.Valid(c)
			a := valid.At(rapid.IntRange(0, valid.Len()-1).Draw(t, "action"))
			before := s
			glyphs := s.Glyphs(c)
			s.Act(c, a, nil)
			switch grown := s.Flames.Len() - before.Flames.Len(); {
			case a == Pass && (grown < 0 || grown > glyphs.Len()):
				t.Fatalf("PASS makes %d flames of %d glyphs", grown, glyphs.Len())
			case a != Pass && (grown > 0 || grown < -1):
				t.Fatalf("%v: %d flames more", a, grown)
			}
			if s.HP > before.HP || s.HP < 0 || (s.HP == 0) != s.Outcome.Dead() {
				t.Fatalf("%v: hp %d to %d, %v", a, before.HP, s.HP, s.Outcome)
			}
			for flame := range s.Flames.All() {
				// only who dies of the cost of a move lies on a flame
				if !c.Arena.Open(flame) || flame == s.Pos && s.Outcome != DeadHP {
					t.Fatalf("%v: a flame at %v", a, flame)
				}
			}
			if !c.Arena.Open(s.Pos) || s.AP < 0 || s.JumpsLeft < 0 {
				t.Fatalf("%v: %+v", a, s)
			}
		}
		if actions > longest {
			t.Fatalf("%d actions; want at most %d", actions, longest)
		}
	})
}

// Recording what happens does not change it, and a State finds itself again.
func TestStateIsAValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, s := Deal(rapid.Int64().Draw(t, "seed"))
		for s.Outcome == Playing {
			valid := s.Valid(c)
			a := valid.At(rapid.IntRange(0, valid.Len()-1).Draw(t, "action"))
			watched, before := s, s
			watched.Act(c, a, &Events{})
			s.Act(c, a, nil)
			if s != watched || s.Hash() != watched.Hash() {
				t.Fatalf("%v plays differently when it is recorded", a)
			}
			if s.Hash() == before.Hash() {
				t.Fatalf("%v: two positions with one hash", a)
			}
		}
	})
}
