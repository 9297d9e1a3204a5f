package domain

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/referee"
)

// A recording's setup as it stands, and setups that leave fields out.
func TestSetup(t *testing.T) {
	for _, tt := range []struct {
		name, setup string
		want        func() State
		maxTurns    int
	}{
		{
			"a recording's",
			`{"size":[7,7],"tokens":[[0,0],[6,6]],"walls":[],"first_mover":0,"max_turns":112,"first_turn_ms":1000,"turn_ms":100}`,
			Start, 112,
		},
		{"nothing", `{}`, Start, 112},
		{"tokens and walls, player 1 first", `{"tokens": [[3, 3], [4, 3]], "walls": ["22R", "31D"], "first_mover": 1}`, func() State {
			s := NewState(At(3, 3), At(4, 3), 1)
			s.Build(At(2, 2), Right)
			s.Build(At(3, 1), Down)
			return s
		}, 112},
		{"walls named from their other side", `{"walls": ["32L", "32U"]}`, func() State {
			s := Start()
			s.Build(At(2, 2), Right)
			s.Build(At(3, 1), Down)
			return s
		}, 112},
		{"player 1 first, 5 turns", `{"first_mover": 1, "max_turns": 5}`, func() State {
			return NewState(At(0, 0), At(6, 6), 1)
		}, 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dealt, err := Game{}.New(referee.Setup{Position: json.RawMessage(tt.setup)}, 2)
			if err != nil {
				t.Fatal(err)
			}
			m := dealt.(*match)
			if m.state != tt.want() || m.maxTurns != tt.maxTurns {
				t.Errorf("%+v, %d turns; want %+v, %d", m.state, m.maxTurns, tt.want(), tt.maxTurns)
			}
		})
	}
}

func TestWrongSetups(t *testing.T) {
	for _, tt := range []struct{ setup, want string }{
		{`null`, `setup: found "null"; want a JSON object`},
		{`{"size": [8, 8]}`, "setup: size: found [8 8]; want [7 7]"},
		{`{"size": []}`, "setup: size: found []; want [7 7]"},
		{`{"size": "7x7"}`, `setup: field "size": found a JSON string; want an array`},
		{`{"tokens": [[0, 0]]}`, "setup: tokens: found 1; want the cells of two tokens"},
		{`{"tokens": [[0, 0], [7, 6]]}`, "setup: tokens[1]: found [7 6]; want [x y] with both from 0 to 6"},
		{`{"tokens": [[0], [6, 6]]}`, "setup: tokens[0]: found [0]; want [x y]"},
		{`{"tokens": [[3, 3], [3, 3]]}`, "setup: tokens[1]: [3 3] is the cell of token 0"},
		{`{"walls": ["22R", "22r"]}`, `setup: walls[1]: found "22r"; want x, y and the side R or D`},
		{`{"walls": ["72R"]}`, `setup: walls[0]: found "72R"`},
		{`{"walls": ["60R"]}`, `setup: walls[0]: "60R" is on the border`},
		{`{"walls": ["22R", "32L"]}`, `setup: walls[1]: "32L" is there already`},
		{`{"walls": ["00R", "00D"]}`, "setup: walls: they separate the tokens already"},
		{`{"first_mover": 2}`, "setup: first_mover: found 2; want 0 or 1"},
		{`{"max_turns": 0}`, "setup: max_turns: found 0; want at least 1"},
		{`{"turn_ms": -1}`, "setup: turn_ms: found -1; want at least 0"},
		{`{"wall": []}`, `unknown field "wall"`},
	} {
		_, err := Game{}.New(referee.Setup{Position: json.RawMessage(tt.setup)}, 2)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %s", tt.setup, err, tt.want)
		}
	}
}

// The match ends undecided, 0 to 0 and without counting, when its turns are
// played.
func TestMaxTurns(t *testing.T) {
	dealt, err := Game{}.New(referee.Setup{Position: json.RawMessage(`{"max_turns": 2}`)}, 2)
	if err != nil {
		t.Fatal(err)
	}
	m := dealt.(*match)
	answerWith(m, "0 0 R")
	answerWith(m, "6 6 L")
	if r := m.Result(); r.Reason != reasonTurnLimit || r.Winner() != -1 || r.Scores[0] != 0 || r.Scores[1] != 0 {
		t.Errorf("%+v, want a draw 0 to 0 by %s", r, reasonTurnLimit)
	}
}

// No setup may panic or hang: what is accepted can be played to its end.
func FuzzSetup(f *testing.F) {
	for _, setup := range []string{
		`{"size":[7,7],"tokens":[[0,0],[6,6]],"walls":[],"first_mover":0,"max_turns":112,"first_turn_ms":1000,"turn_ms":100}`,
		`{}`, `null`, `[]`, `{"walls":["00R","00D"]}`, `{"walls":["00R"],"first_mover":1}`, `{"tokens":[[1,1],[1,2]],"max_turns":1}`,
		`{"tokens":[[-1,9],[1]]}`, `{"size":null,"tokens":null,"walls":null}`, `{"max_turns":9223372036854775807}`,
	} {
		f.Add(setup, uint64(1))
	}
	f.Fuzz(func(t *testing.T, setup string, seed uint64) {
		m, err := Game{}.New(referee.Setup{Position: json.RawMessage(setup)}, 2)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error that says nothing")
			}
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for turn := 1; !m.Over(); turn++ {
			if turn > WallCount {
				t.Fatalf("more than %d turns", WallCount)
			}
			for seat := range m.Asked().All() {
				m.Input(seat, nil)
				m.Answer(seat, legalAnswer(r, m, seat))
			}
			m.Step()
			if _, err := json.Marshal(m.View()); err != nil {
				t.Error(err)
			}
			m.Board(nil)
			m.AppendState(nil)
		}
		if _, err := json.Marshal(m.Scene()); err != nil {
			t.Error(err)
		}
		if f := m.Result().Faults; len(f) > 0 {
			t.Errorf("a legal answer was called a fault: %v", f[0])
		}
	})
}
