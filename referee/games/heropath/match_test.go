package heropath

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

func TestGame(t *testing.T) { refereetest.TestGame(t, Game{}, strollAnswer) }

// start begins a match on the statement's example.
func start(t *testing.T) referee.Match {
	t.Helper()
	m, err := Game{}.New(referee.Setup{Position: example}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Turn 1 asks and plays move 0; every later turn plays one more move.
func TestMatchPlaysItself(t *testing.T) {
	m := start(t)
	if m.Asked() != referee.SeatSet(0) || m.Lines(0) != referee.Document || strings.Count(string(m.Input(0, nil)), "\n") != 1 {
		t.Fatal("turn 1 asks for a document and sends the test in one line")
	}
	m.Answer(0, []string{string(exampleAnswer)})
	turns := 0
	for ; !m.Over(); turns++ {
		if turns > 0 && m.Asked() != 0 {
			t.Fatalf("turn %d asks again", turns+1)
		}
		m.Step()
	}
	want := referee.Result{Scores: []int64{839}, Ranks: []int{1}, Reason: "ok", Faults: []referee.Fault{}}
	if diff := gocmp.Diff(want, m.Result()); turns != 12 || diff != "" {
		t.Errorf("%d turns; %s", turns, diff)
	}
}

func TestMatchEndsWithItsError(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		turns        int
		fault        string
	}{
		{"malformed", "{", 1, `turn 1: seat 0: garbled: "{": malformed: line 1, byte 2: the document ends too early; want a key in double quotes`},
		{"bad format", `{"moves":[{"type":"attack","target_id":5},7]}`, 1, `turn 1: seat 0: garbled: "7": bad_format: moves[1]: found a number; want an object`},
		{"illegal", `{"moves":[{"type":"attack","target_id":5},{"type":"attack","target_id":5}]}`, 2,
			`turn 2: seat 0: illegal: "{\"type\":\"attack\",\"target_id\":5}": moves[1]: monster_dead: monster 5 is already dead; want a living one`},
		{"no moves", `{"moves":[]}`, 1, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := start(t)
			m.Answer(0, []string{tt.answer})
			turns := 0
			for ; !m.Over(); turns++ {
				if r := m.Result(); r.Reason != "" {
					t.Errorf("reason %q before the end", r.Reason)
				}
				m.Step()
			}
			r := m.Result()
			fault := ""
			if f := r.FaultOf(0); f != nil {
				fault = f.Error()
			}
			if turns != tt.turns || fault != tt.fault || r.Scores[0] != 0 {
				t.Errorf("%d turns, score %d, fault\n%s\nwant\n%s", turns, r.Scores[0], fault, tt.fault)
			}
		})
	}
}

// A drop is kept as it came, and its reason tells time from other causes.
func TestDrop(t *testing.T) {
	for kind, reason := range map[referee.Kind]string{referee.Timeout: "no_answer", referee.Crash: "forfeit", referee.Flood: "forfeit"} {
		m := start(t)
		f := referee.Fault{Turn: 1, Kind: kind, Why: "dropped by the test"}
		m.Drop(0, f)
		m.Step()
		want := referee.Result{Scores: []int64{0}, Ranks: []int{1}, Reason: reason, Faults: []referee.Fault{f}}
		if diff := gocmp.Diff(want, m.Result()); !m.Over() || diff != "" {
			t.Errorf("%s: %s", kind, diff)
		}
	}
}

// The views of a match, as a viewer gets them.
func TestViews(t *testing.T) {
	w := draw(t, "@a...b", func(w *World) {
		w.Monsters[0].Exp, w.Monsters[0].Range, w.Monsters[0].Attack, w.Monsters[0].HP = 1000, 1, 2, 11
		w.Monsters[1].Range, w.Monsters[1].Attack = 6, 7
	})
	m := newMatch(w, w.AppendDocument(nil))
	views := []string{show(t, m.View())}
	m.Answer(0, []string{`{"moves":[{"type":"attack","target_id":0,"comment":"once"},{"type":"attack","target_id":0},` +
		`{"type":"move","target_x":2,"target_y":0},{"type":"move","target_x":2,"target_y":0},{"type":"attack","target_id":0}]}`})
	for !m.Over() {
		m.Step()
		views = append(views, show(t, m.View()))
	}
	want := []string{
		`{"turn":0,"x":0,"y":0,"level":0,"exp":0,"gold":0,"fatigue":0,"speed":3,"power":10,"range":3,"next_level":1000,"kills":0,"score":0,"events":[]}`,
		`{"turn":1,"moves":5,"fatigue":9,"monsters":[[0,1]],"score":0,"events":[` +
			`{"type":"attack","step":0,"seat":0,"from":[0,0],"to":[1,0],"monster":0,"damage":10,"hp":1},` +
			`{"type":"message","step":0,"seat":0,"at":[0,0],"text":"once"},` +
			`{"type":"hit","step":1,"seat":0,"from":[1,0],"to":[0,0],"monster":0,"damage":2},` +
			`{"type":"hit","step":1,"seat":0,"from":[5,0],"to":[0,0],"monster":1,"damage":7}]}`,
		`{"turn":2,"level":1,"exp":1000,"gold":99,"fatigue":16,"speed":6,"power":20,"range":6,"next_level":2100,"kills":1,"monsters":[[0,0]],"score":99,"events":[` +
			`{"type":"attack","step":0,"seat":0,"from":[0,0],"to":[1,0],"monster":0,"damage":10,"hp":0},` +
			`{"type":"kill","step":1,"seat":0,"at":[1,0],"monster":0,"gold":99,"lost":1,"exp":1000},` +
			`{"type":"level","step":2,"seat":0,"at":[0,0],"level":1,"speed":6,"power":20,"range":6},` +
			`{"type":"hit","step":3,"seat":0,"from":[5,0],"to":[0,0],"monster":1,"damage":7}]}`,
		`{"turn":3,"x":2,"fatigue":23,"score":99,"events":[` +
			`{"type":"move","step":0,"seat":0,"from":[0,0],"to":[2,0]},` +
			`{"type":"hit","step":1,"seat":0,"from":[5,0],"to":[2,0],"monster":1,"damage":7}]}`,
		`{"turn":4,"fatigue":30,"score":99,"events":[` +
			`{"type":"move","step":0,"seat":0,"from":[2,0],"to":[2,0]},` +
			`{"type":"hit","step":1,"seat":0,"from":[5,0],"to":[2,0],"monster":1,"damage":7}]}`,
		`{"turn":5,"score":0,"reason":"monster_dead","events":[` +
			`{"type":"fault","step":0,"seat":0,"at":[2,0],"to":[1,0],"kind":"illegal","reason":"monster_dead",` +
			`"line":"{\"type\":\"attack\",\"target_id\":0}","why":"moves[4]: monster_dead: monster 0 is already dead; want a living one"}]}`,
	}
	if diff := gocmp.Diff(want, views); diff != "" {
		t.Error(diff)
	}
	scene := show(t, m.Scene())
	if want := `{"num_turns":20,"width":5,"height":0,"start":[0,0],"hero":{"base_speed":3,`; !strings.HasPrefix(scene, want) {
		t.Errorf("scene %s", scene)
	}
}

func show(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The encoding is fixed: recordings keep its digests.
func TestAppendState(t *testing.T) {
	w := draw(t, "@a", func(w *World) { w.Monsters[0].HP, w.Monsters[0].Exp = 15, 3 })
	m := newMatch(w, nil)
	states := []string{fmt.Sprintf("%q", m.AppendState(nil))}
	m.Answer(0, []string{string(AppendAnswer(nil, []Action{AttackOn(0), AttackOn(0), MoveTo(1, 0)}))})
	for !m.Over() {
		m.Step()
		states = append(states, fmt.Sprintf("%q", m.AppendState(nil)))
	}
	want := []string{
		`"\x00?\x00\x00\x00\x00\x00\x00"`, // the start: all of the hero
		`"\x01@\x00\n"`,                   // monster 0 has 5 left
		`"\x02X\x06\xc8\x01\x00\x00"`,     // exp 3, gold 100, monster 0 is dead
		`"\x03\x01\x02ok"`,                // x 1
	}
	if diff := gocmp.Diff(want, states); diff != "" {
		t.Error(diff)
	}
}

func TestBoard(t *testing.T) {
	m := start(t)
	m.Answer(0, []string{`{"moves":[{"type":"attack","target_id":5}]}`})
	m.Step()
	got := string(m.Board(nil))
	want := `turn 1/12  hero 18 16  level 0 (exp 230 of 1000)  gold 141  fatigue 0
speed 7  power 50  range 7  monsters 5 of 6
..........................
..........................
..........................
..........................
.........@................
.......1................1.
...1......................
..........................
..........................
..........................
.......................1..
..........................
......1...................
ok: score 141
@ hero   1 to 9 living monsters   + more   . none
`
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
