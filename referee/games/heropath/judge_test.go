package heropath

import (
	_ "embed"
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// The statement's examples, of its first day (v1) and its second.
var (
	//go:embed testdata/example.json
	example []byte
	//go:embed testdata/example_answer.json
	exampleAnswer []byte
	//go:embed testdata/example_v1.json
	exampleV1 []byte
	//go:embed testdata/example_v1_answer.json
	exampleV1Answer []byte
)

func world(t testing.TB, document []byte) *World {
	t.Helper()
	w, err := ParseWorld(document)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// "The score for this example output is 839."
func TestExample(t *testing.T) {
	v := Judge(world(t, example), exampleAnswer)
	if !v.Valid || v.Score != 839 || v.Fatigue != 1 || v.Level != 1 || v.Kills != 4 || v.TurnsPlayed != 12 {
		t.Errorf("%+v", v)
	}
	if v := Judge(world(t, exampleV1), exampleV1Answer); !v.Valid || v.Score != 664 || v.Fatigue != 0 {
		t.Errorf("first day: %+v", v)
	}
}

// "If a submission is invalid, the score for that attempt will be zero."
func TestInvalid(t *testing.T) {
	w := draw(t, "@ab", func(w *World) { w.NumTurns = 3 })
	for _, tt := range []struct {
		name, answer string
		want         Reason
		at           int
		why          string
	}{
		{"the map", `{"type":"attack","target_id":0},{"type":"move","target_x":0,"target_y":1}`, OutOfBounds, 1,
			"moves[1]: out_of_bounds: cell 0 1 is outside the map; want x 0 to 2 and y 0 to 0"},
		{"a dead monster", `{"type":"attack","target_id":0},{"type":"attack","target_id":0}`, MonsterDead, 1,
			"moves[1]: monster_dead: monster 0 is already dead"},
		{"no monster", `{"type":"attack","target_id":2}`, NoSuchMonster, 0,
			"moves[0]: no_such_monster: there is no monster 2; want 0 to 1"},
		{"one move too many", strings.Repeat(`{"type":"move","target_x":0,"target_y":0},`, 3) + `{"type":"move","target_x":0,"target_y":0}`, TooManyMoves, 3,
			"moves[3]: too_many_moves: the test has num_turns 3"},
		{"a wrong form beats an illegal move before it", `{"type":"attack","target_id":2},{"type":"rest"}`, BadFormat, 1, "moves[1].type"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := Judge(w, []byte(`{"moves":[`+tt.answer+`]}`))
			if v.Valid || v.Score != 0 || v.Error != tt.want || v.At == nil || *v.At != tt.at || !strings.Contains(v.Why, tt.why) {
				t.Errorf("%+v; want %s at %d: %s", v, tt.want, tt.at, tt.why)
			}
		})
	}
	far := draw(t, "@........a", nil)
	if v := Judge(far, []byte(`{"moves":[{"type":"move","target_x":4,"target_y":0}]}`)); !strings.Contains(v.Why, "squared distance 16; speed 3 at level 0 allows 9") {
		t.Error(v.Why)
	}
	if v := Judge(far, []byte(`{"moves":[{"type":"attack","target_id":0}]}`)); !strings.Contains(v.Why, "squared distance 81; range 3 at level 0 allows 9") {
		t.Error(v.Why)
	}
	if v := Judge(far, nil); v.Error != Malformed || v.At != nil {
		t.Errorf("%+v", v)
	}
}

// An answer may be shorter than num_turns, even empty.
func TestFewerMoves(t *testing.T) {
	w := draw(t, "@a", nil)
	if v := Judge(w, []byte(`{"moves":[]}`)); !v.Valid || v.Score != 0 {
		t.Errorf("%+v", v)
	}
	if v := Judge(w, []byte(`{"moves":[{"type":"attack","target_id":0}]}`)); !v.Valid || v.Score != 100 {
		t.Errorf("%+v", v)
	}
}

func TestVerdictJSON(t *testing.T) {
	text, err := json.Marshal(Judge(draw(t, "@a", nil), []byte(`{"moves":[{"type":"attack","target_id":1}]}`)))
	want := `{"score":0,"valid":false,"error":"no_such_monster","at":0,"why":"moves[0]: no_such_monster: there is no monster 1; want 0 to 0",` +
		`"turns_played":0,"num_turns":20,"x":0,"y":0,"level":0,"exp":0,"gold":0,"fatigue":0,"kills":0}`
	if err != nil || string(text) != want {
		t.Errorf("%s %v", text, err)
	}
}

// "Relative Score = 1000 * Your Absolute Score / Highest Absolute Score among all participants"
func TestRelative(t *testing.T) {
	for _, tt := range []struct {
		own, highest int64
		want         float64
	}{{700, 700, 1000}, {0, 700, 0}, {2594, 2665, 973.3583489681051}, {0, 0, 0}, {1 << 62, 1 << 61, 2000}} {
		if got := Relative(tt.own, tt.highest); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("Relative(%d, %d) = %v, want %v", tt.own, tt.highest, got, tt.want)
		}
	}
}
