package heropath

import (
	"encoding/json"
	"strings"
	"testing"

	"arbiter/referee"
)

func TestSetup(t *testing.T) {
	for _, tt := range []struct{ name, position string }{
		{"a test document", plainTest},
		{"a test document over several lines", strings.ReplaceAll(plainTest, ",", " ,\n\t")},
		{"the field test", `{"test":` + plainTest + `}`},
		{"as recorded matches have it", `{"test":` + plainTest + `,"answer":"{}","start":{"x":7,"y":8,"level":0,"exp":0,"gold":0,"fatigue":0}}`},
		{"with the name of its file", `{"test":` + plainTest + `,"test_file":"001.json","test_sha256":"ab","answer_b64":"AA=="}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := Game{}.New(referee.Setup{Position: json.RawMessage(tt.position)}, 1)
			if err != nil {
				t.Fatal(err)
			}
			if got := string(m.Input(0, nil)); got != plainTest+"\n" {
				t.Errorf("input %s", got)
			}
		})
	}
}

func TestWrongSetup(t *testing.T) {
	for _, tt := range []struct{ position, want string }{
		{`{"test_file":"001.json"}`, `setup: no field "test"; the rules read no files`},
		{`{"test":7}`, "setup: test: the document: found a number; want an object"},
		{`{"test":` + plainTest + `,"tests":1}`, `setup: unknown field "tests"`},
		{`{"test":` + plainTest + `,"start":7}`, `field "start": found a JSON number`},
		{`{"test":` + plainTest + `,"start":{"x":6}}`, "setup: start.x: found 6; want 7: a match plays a test from its start"},
		{`{"test":` + plainTest + `,"start":{"gold":1}}`, "setup: start.gold: found 1; want 0"},
		{strings.Replace(plainTest, `"hp":3`, `"hp":0`, 1), "setup: monsters[0].hp: found 0; want at least 1"},
		{`{"test":` + strings.Replace(plainTest, `"hp":3`, `"hp":0`, 1) + `}`, "setup: test: monsters[0].hp: found 0"},
	} {
		_, err := Game{}.New(referee.Setup{Position: json.RawMessage(tt.position)}, 1)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.position, err, tt.want)
		}
	}
}

// No setup, however mad, panics or hangs: what is accepted can be played and
// looked at.
func FuzzSetup(f *testing.F) {
	f.Add([]byte(plainTest), []byte(`{"moves":[{"type":"attack","target_id":0},{"type":"move","target_x":7,"target_y":8}]}`))
	f.Add([]byte(`{"test":`+plainTest+`,"start":{"x":7}}`), []byte(``))
	f.Add([]byte(strings.NewReplacer(`"width":9`, `"width":1000000000`, `"base_range":3`, `"base_range":9223372036854775807`,
		`"exp":5`, `"exp":4611686018427387903`, `"range":6`, `"range":9223372036854775807`).Replace(plainTest)),
		[]byte(`{"moves":[{"type":"attack","target_id":0},{"type":"move","target_x":1,"target_y":2}]}`))
	f.Fuzz(func(t *testing.T, position, answer []byte) {
		m, err := Game{}.New(referee.Setup{Position: position}, 1)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "setup: ") {
				t.Fatalf("the error does not begin with setup: %v", err)
			}
			return
		}
		m.Answer(0, []string{string(answer)})
		for !m.Over() {
			m.Step()
			m.Board(nil)
			m.AppendState(nil)
			if _, err := json.Marshal(m.View()); err != nil {
				t.Fatal(err)
			}
		}
		v := Judge(m.(*match).state.World, answer)
		if r := m.Result(); r.Scores[0] != v.Score || (len(r.Faults) == 0) != v.Valid {
			t.Fatalf("result %+v, verdict %+v", r, v)
		}
	})
}
