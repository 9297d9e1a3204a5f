package selfplay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
)

// "Game n starts from number seed + n of the first N openings": other games start
// elsewhere, the same game starts alike, and a line names where.
func TestOpenings(t *testing.T) {
	g, err := games.Find("domain")
	if err != nil {
		t.Fatal(err)
	}
	policy, err := FindPolicy("domain", "builtin:domain/random")
	if err != nil {
		t.Fatal(err)
	}
	starts, err := OpeningStarts(g, 4)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := Options{Game: g, Policies: []Policy{policy, policy}, Games: 6, Seed: -1, Starts: starts, Per: PerTurn, Observe: Input, Format: JSONLines, Workers: 2}
	if _, err := Run(context.Background(), &out, o); err != nil {
		t.Fatal(err)
	}
	var names, inputs []string
	for line := range bytes.Lines(out.Bytes()) {
		var row turnLine
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if row.Turn == 1 {
			names, inputs = append(names, row.Opening), append(inputs, row.Input)
		}
	}
	if len(names) != 6 || names[1] != referee.OfficialOpening || names[0] != names[4] || names[1] != names[5] {
		t.Fatalf("openings %q; want number 3 of 0 to 3, then the official one, and so on", names)
	}
	for i := range 4 {
		if slices.Index(inputs, inputs[i]) != i {
			t.Errorf("games %d and %d start alike", slices.Index(inputs, inputs[i]), i)
		}
	}
}

// "With envs and a list to, copies all of them at once, each as it stands before; a
// wrong number copies none."
func TestCopyAll(t *testing.T) {
	s := sharedSession(t, "domain", 4)
	ask(t, s, `{"do":"deal","seed":0,"openings":4}`)
	input := func(env int) string {
		answer := s.answer(fmt.Appendf(nil, `{"do":"observe","env":%d,"want":["input","board"]}`, env))
		var got struct{ Board string }
		if err := json.Unmarshal(answer, &got); err != nil {
			t.Fatal(err)
		}
		return got.Board
	}
	planes := func(env int) []float32 { return slices.Clone(row(s.shared.planes, 4, env)) }
	boards, rows := []string{input(0), input(1), input(2), input(3)}, [][]float32{planes(0), planes(1), planes(2), planes(3)}
	if answer := s.answer([]byte(`{"do":"copy","envs":[0,1,9],"to":[2,3,0]}`)); !bytes.Contains(answer, []byte(`env 9: no match`)) {
		t.Fatalf("a wrong number: %s", answer)
	}
	for i := range 4 {
		if input(i) != boards[i] {
			t.Fatalf("a wrong number changed env %d", i)
		}
	}
	// 0 and 1 change places, and 0 goes to 3 as it was.
	if answer := s.answer([]byte(`{"do":"copy","envs":[0,1,0],"to":[1,0,3]}`)); string(answer) != `{"copied":3}` {
		t.Fatal(string(answer))
	}
	for i, from := range []int{1, 0, 2, 0} {
		if input(i) != boards[from] || !slices.Equal(planes(i), rows[from]) {
			t.Errorf("env %d is not what env %d was", i, from)
		}
	}
}
