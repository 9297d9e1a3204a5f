package heropath

import (
	"encoding/json"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

const plainTest = `{"hero":{"base_speed":1,"base_power":2,"base_range":3,"level_speed_coeff":4,"level_power_coeff":5,"level_range_coeff":6},` +
	`"start_x":7,"start_y":8,"width":9,"height":10,"num_turns":11,"monsters":[{"x":1,"y":2,"hp":3,"gold":4,"exp":5,"range":6,"attack":7}]}`

func TestParseWorld(t *testing.T) {
	w, err := ParseWorld([]byte(plainTest))
	if err != nil {
		t.Fatal(err)
	}
	want := World{
		NumTurns: 11, Width: 9, Height: 10, StartX: 7, StartY: 8,
		Hero: BaseHero{1, 2, 3, 4, 5, 6}, Monsters: []Monster{{1, 2, 3, 4, 5, 6, 7}}, bands: w.bands,
	}
	if diff := gocmp.Diff(want, *w, gocmp.AllowUnexported(World{}, band{}, attacker{})); diff != "" {
		t.Error(diff)
	}
	if got := string(w.AppendDocument(nil)); got != plainTest {
		t.Errorf("AppendDocument gives\n%s", got)
	}
}

// The tests of the contest's first day have no range and no attack.
func TestMonstersWithoutAttack(t *testing.T) {
	w, err := ParseWorld([]byte(strings.Replace(plainTest, `,"range":6,"attack":7`, "", 1)))
	if err != nil || w.Monsters[0].Range != 0 || w.Monsters[0].Attack != 0 {
		t.Errorf("%+v %v", w, err)
	}
}

func TestWrongTestDocuments(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{plainTest, ``, "line 1, byte 1: the document ends too early; want a value"},
		{plainTest, `[]`, "the document: found a list; want an object"},
		{`}]}`, `}]`, "ends too early"},
		{`}]}`, `}]}x`, "found 'x'; want nothing after the document"},
		{`"width":9`, `"width":9,"width":9`, `key "width" for the second time`},
		{`"width":9,`, ``, "width: missing; want a value"},
		{`"width":9`, `"width":"9"`, `width: found the string "9"; want an integer`},
		{`"width":9`, `"width":9.5`, "width: found 9.5; want an integer"},
		{`"width":9`, `"width":-1`, "width: found -1; want 0 to 1000000000"},
		{`"width":9`, `"width":1000000001`, "width: found 1000000001; want 0 to 1000000000"},
		{`"width"`, `"Width"`, `unknown field "Width"; want num_turns`},
		{`"num_turns":11`, `"num_turns":-1`, "num_turns: found -1; want at least 0"},
		{`"start_x":7`, `"start_x":10`, "start_x: found 10; want 0 to 9"},
		{`"start_y":8`, `"start_y":11`, "start_y: found 11; want 0 to 10"},
		{`"hero":{`, `"hero":[],"z":{`, "hero: found a list; want an object"},
		{`"base_speed":1,`, ``, "hero.base_speed: missing"},
		{`"base_speed":1`, `"base_speed":-1`, "hero.base_speed: found -1; want at least 0"},
		{`"base_speed":1`, `"speed":1`, `unknown field "hero.speed"`},
		{`[{"x":1`, `[7,{"x":1`, "monsters[0]: found a number; want an object"},
		{`[{"x":1`, `{"a":[{"x":1`, "ends too early"},
		{`"x":1,`, ``, "monsters[0].x: missing"},
		{`"x":1`, `"x":10`, "monsters[0].x: found 10; want 0 to 9"},
		{`"y":2`, `"y":-2`, "monsters[0].y: found -2; want 0 to 10"},
		{`"hp":3`, `"hp":0`, "monsters[0].hp: found 0; want at least 1"},
		{`"hp":3`, `"hp":null`, "monsters[0].hp: found null; want an integer"},
		{`"gold":4`, `"gold":-4`, "monsters[0].gold: found -4; want 0 to "},
		{`"gold":4`, `"gold":4611686018427388`, "monsters[0].gold: found 4611686018427388; want 0 to 4611686018427387"},
		{`"exp":5`, `"exp":4611686018427387904`, "monsters[0].exp: the sum of all exp reaches 2^62 here"},
		{`"range":6`, `"range":-6`, "monsters[0].range: found -6; want at least 0"},
		{`"attack":7`, `"attack":-7`, "monsters[0].attack: found -7; want at least 0"},
		{`"attack":7`, `"attack":500000000000000000`, "num_turns times the sum of all attack"},
		{`"attack":7`, `"power":7`, `unknown field "monsters[0].power"`},
	} {
		t.Run(tt.new, func(t *testing.T) {
			_, err := ParseWorld([]byte(strings.Replace(plainTest, tt.old, tt.new, 1)))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// A document that is accepted means to encoding/json what it means to us.
func FuzzParseWorld(f *testing.F) {
	f.Add([]byte(plainTest))
	f.Add([]byte(strings.Replace(plainTest, `,"range":6,"attack":7`, "", 1)))
	f.Add([]byte(`{"monsters":[{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := ParseWorld(text)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without a word")
			}
			return
		}
		var want World
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatalf("%q was accepted: %v", text, err)
		}
		got, err := ParseWorld(want.AppendDocument(nil))
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(w, got, gocmp.AllowUnexported(World{}, band{}, attacker{})); diff != "" {
			t.Fatal(diff)
		}
	})
}
