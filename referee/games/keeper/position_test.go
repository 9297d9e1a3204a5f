package keeper

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/rng"
)

// edge is the rest of rows drawn in two.
const edge = `"................","................","................","................","................","................","................","................","................","................"`

func TestPosition(t *testing.T) {
	for _, tt := range []struct {
		name, setup string
		check       func(s *State) bool
	}{
		{
			"rows are enough", `{"rows": ["Hp..4...........","X..............E",` + edge + `]}`,
			func(s *State) bool {
				return s.Hero == newHero(0) && s.Monsters[0] == Monster{Vampire, 4, 10} && s.Things[Exit].Has(At(15, 1))
			},
		},
		{
			"so is a hero", `{"hero": {"x": 3, "y": 2}}`,
			func(s *State) bool { return s.Hero == newHero(At(3, 2)) && s.Count == 0 },
		},
		{
			"the hero as he is", `{"hero": {"x": 3, "y": 2, "hp": 7, "score": -5, "charges": [0, 1, 2]}}`,
			func(s *State) bool { return s.Hero == Hero{At(3, 2), 7, -5, [Weapons]int{0, 0, 1, 2}} },
		},
		{
			"lists", `{"hero": {"x": 0, "y": 0}, "obstacles": [[1, 0]], "items": [[3, 2, 0], [0, 2, 1]], "monsters": [[9, 2, 0, 5], [8, 0, 1]]}`,
			func(s *State) bool {
				return s.Things[Obstacle].Has(1) && s.Things[Potion].Has(2) && s.Monsters[0] == Monster{Gargoyle, 2, 5} && s.Monsters[1] == Monster{Skeleton, 16, 6}
			},
		},
		{
			"a list beside rows", `{"rows": ["Hp..4...........","X..............E",` + edge + `], "monsters": [[11, 4, 0, 3]]}`,
			func(s *State) bool { return s.Monsters[0].Health == 3 && s.Things[Potion].Has(1) },
		},
		{
			"a seed", `{"hero": {"x": 3, "y": 2}, "seed": 7}`,
			func(s *State) bool { return s.rng == rng.NewJava(7) },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := decodePosition(json.RawMessage(tt.setup))
			if err != nil {
				t.Fatal(err)
			}
			if !tt.check(&s) {
				t.Errorf("got %+v", s)
			}
		})
	}
}

// The example of the rules page is a position.
func TestDocumentedPosition(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "rules", "keeper.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(page), "```json\n")
	example, _, found := strings.Cut(after, "```")
	if !found {
		t.Fatal("no example")
	}
	s, err := decodePosition(json.RawMessage(example))
	if err != nil {
		t.Fatal(err)
	}
	if s.Hero.Health != 12 || s.Count != 2 || s.rng != rng.NewJava(7) {
		t.Errorf("got %+v with %d monsters", s.Hero, s.Count)
	}
}

// The error names the field and says what was found and what was expected.
func TestWrongPositions(t *testing.T) {
	const hero = `"hero": {"x": 0, "y": 0}`
	for _, tt := range []struct{ setup, want string }{
		{`{}`, "setup: hero: he is nowhere; want an H in rows, or hero.x and hero.y"},
		{`{"hero": {"x": 1}}`, "setup: hero: found only one of x and y; want both or neither"},
		{`{"hero": {"x": 16, "y": 0}}`, "setup: hero: 16 0 is outside the maze; want x from 0 to 15 and y from 0 to 11"},
		{`{"hero": {"x": 0, "y": 0, "hp": 21}}`, "setup: hero.hp: found 21; want 1 to 20"},
		{`{"hero": {"x": 0, "y": 0, "score": 1e9, "charges": [1, 2]}}`, "setup: field"},
		{`{"hero": {"x": 0, "y": 0, "score": 1000000001}}`, "setup: hero.score: found 1000000001; want -1000000000 to 1000000000"},
		{`{"hero": {"x": 0, "y": 0, "charges": [1, 2]}}`, "setup: hero.charges: found 2 numbers; want 3: hammer, scythe, bow"},
		{`{"hero": {"x": 0, "y": 0, "charges": [1, -2, 3]}}`, "setup: hero.charges[1]: found -2; want 0 to 1000000"},
		{`{"hero": {"x": "a"}}`, `setup: field "hero.x": found a JSON string; want a whole number`},
		{`{` + hero + `, "obstacles": [[0, 0]]}`, "setup: hero: [0 0] is an obstacle; want an open cell"},
		{`{` + hero + `, "obstacles": [[1, 0], [1, 0]]}`, "setup: obstacles[1]: [1 0] is taken; want another cell"},
		{`{` + hero + `, "obstacles": [[1, 0, 0]]}`, "setup: obstacles[0]: found 3 numbers; want [x, y]"},
		{`{` + hero + `, "obstacles": [[1, 12]]}`, "setup: obstacles[0]: [1 12] is outside the maze; want x from 0 to 15 and y from 0 to 11"},
		{`{` + hero + `, "items": [[1, 1, 0]]}`, "setup: items[0]: type 1 is no item; want 0 or 2 to 6"},
		{`{` + hero + `, "items": [[2, 1]]}`, "setup: items[0]: found 2 numbers; want [type, x, y]"},
		{`{` + hero + `, "items": [[2, 1, 0], [3, 1, 0]]}`, "setup: items[1]: [1 0] is taken; want another cell"},
		{`{` + hero + `, "monsters": [[6, 1, 0]]}`, "setup: monsters[0]: type 6 is no monster; want 7 to 11"},
		{`{` + hero + `, "monsters": [[8]]}`, "setup: monsters[0]: found 1 numbers; want [type, x, y] or [type, x, y, health]"},
		{`{` + hero + `, "monsters": [[8, 1, 0, 7]]}`, "setup: monsters[0]: health 7; want 1 to 6 for a skeleton"},
		{`{` + hero + `, "monsters": [[8, 0, 0]]}`, "setup: monsters[0]: [0 0] is taken; want another cell"},
		{`{` + hero + `, "monsters": [[8, 1, 0], [8, 1, 0]]}`, "setup: monsters[1]: [1 0] is taken; want another cell"},
		{`{"rows": ["H"]}`, "setup: rows: found 1 rows; want 12"},
		{`{"rows": ["H","................","................",` + edge[:len(edge)-19] + `]}`, "setup: rows[0]: found 1 bytes; want 16 symbols"},
		{`{"rows": ["H...............","...........?....",` + edge + `]}`, `setup: rows[1]: symbol "?" at 11; want one of .HEXtpabc01234`},
		{`{"rows": ["H..............H","................",` + edge + `]}`, "setup: rows[0]: a second H; want one hero"},
		{`{"rows": ["H...............","t...............",` + edge + `], "obstacles": [[0, 1]]}`, "setup: obstacles[0]: [0 1] is taken; want another cell"},
		{`{"rows": ["H...............","X...............",` + edge + `], "obstacles": []}`, `setup: rows[1]: symbol "X" at 0, but the lists say "."`},
		{`{"rows": ["H4..............","................",` + edge + `], "obstacles": [[1, 0]]}`, "setup: rows[0]: the vampire at 1 is on an obstacle or the hero"},
	} {
		_, err := Game{}.New(referee.Setup{Position: json.RawMessage(tt.setup)}, 1)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s\ngot  %v\nwant %s", tt.setup, err, tt.want)
		}
	}
}

// No setup panics or hangs, and what is accepted can be played.
func FuzzSetup(f *testing.F) {
	f.Add(`{"rows": ["Hp..4...........","X..............E",` + edge + `]}`)
	f.Add(`{"hero": {"x": 3, "y": 2, "hp": 7, "score": -5, "charges": [0, 1, 2]}, "monsters": [[9, 2, 0, 5], [8, 0, 1]], "seed": -1}`)
	f.Add(`{"hero": {"x": 0, "y": 0}, "obstacles": [[1, 0]], "items": [[3, 2, 0], [0, 2, 1]]}`)
	f.Add(`{"rows": null, "hero": null, "items": [[]]}`)
	f.Fuzz(func(t *testing.T, setup string) {
		m, err := Game{}.New(referee.Setup{Position: json.RawMessage(setup)}, 1)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "setup: ") {
				t.Errorf("%s: %v", setup, err)
			}
			return
		}
		r := rand.New(rand.NewPCG(1, 2))
		for turn := 0; !m.Over(); turn++ {
			if turn > TurnLimit {
				t.Fatal("the match does not end")
			}
			m.Answer(0, randomAnswer(r, m, 0))
			m.Step()
			m.View()
			m.Board(nil)
		}
	})
}
