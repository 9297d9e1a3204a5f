package flames

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"arbiter/referee"
)

const smallArena = `"arena": ["#####", "#S..#", "#..##", "#####"]`

// Every field has a default.
func TestSetupDefaults(t *testing.T) {
	dealt, startOfSeed := Deal(5)
	m := setUp(t, `{}`)
	if m.state != startOfSeed || m.test.Waves[5].Glyphs != dealt.Waves[5].Glyphs {
		t.Error("an empty setup is not what the seed deals")
	}
	if m = setUp(t, `{"seed": 6}`); m.test.Waves[5].Glyphs == dealt.Waves[5].Glyphs {
		t.Error("the field seed deals nothing")
	}
	if m = setUp(t, `{"mode": "scatter"}`); len(m.test.Waves) != 6 || m.test.Waves[0].Count != 6 {
		t.Errorf("scatter deals %d waves", len(m.test.Waves))
	}
	if m = setUp(t, `{`+smallArena+`}`); len(m.test.Waves) != 0 || m.state.Pos != (Cell{1, 1}) {
		t.Errorf("an arena of its own has %d waves, start %v", len(m.test.Waves), m.state.Pos)
	}
	if m = setUp(t, `{`+smallArena+`, "mode": "scatter"}`); len(m.test.Waves) != 6 || m.test.Waves[0].Count != 4 {
		t.Errorf("scatter deals %d waves of %d on 4 cells", len(m.test.Waves), m.test.Waves[0].Count)
	}
	if m = setUp(t, `{"cycle": 6}`); m.state.Cycle != 6 || m.state.Glyphs(m.test) != dealt.Waves[5].Glyphs {
		t.Error("cycle 6 does not begin with the sixth wave")
	}
	if m = setUp(t, `{"cycle": 9, "waves": [[[0,0]]], "glyphs": [[17,16]]}`); !m.test.glyphsFrom(9) || m.test.glyphsFrom(10) {
		t.Error("glyphs of a cycle after the waves are lost")
	}
}

func setUp(t *testing.T, position string) *match {
	t.Helper()
	m, err := Game{}.New(referee.Setup{Seed: 5, Position: json.RawMessage(position)}, 1)
	if err != nil {
		t.Fatalf("%s: %v", position, err)
	}
	return m.(*match)
}

// The example of the rules' page is accepted as it stands.
func TestSetupExample(t *testing.T) {
	page, err := os.ReadFile("../../../docs/rules/flames.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(page), "```json\n")
	example, _, _ := strings.Cut(after, "```")
	m := setUp(t, example)
	wantBoard(t, m.test, &m.state, "####### #@..*.# #....o# #######")
}

// An error names the field, what was found and what was expected.
func TestSetupErrors(t *testing.T) {
	for _, tt := range []struct{ position, want string }{
		{`{"arena": []}`, "arena: 0 rows; want 1 to 64"},
		{`{"arena": ["S", ".."]}`, "arena[1]: 2 cells; want 1 as in the first row"},
		{`{"arena": ["S", ""]}`, "arena[1]: 0 cells; want 1 as in the first row"},
		{`{"arena": ["` + strings.Repeat(".", 65) + `"]}`, "arena[0]: 65 cells; want 1 to 64"},
		{`{"arena": ["S?"]}`, "arena[0]: '?' at [1 0]; want #, . or S"},
		{`{"arena": [".."]}`, "arena: no S; want exactly one, the start of the character"},
		{`{"arena": ["S.", ".S"]}`, "arena[1]: a second S at [1 1], the first is at [0 0]; want exactly one"},
		{`{"pos": [3]}`, "pos: [3]; want [x, y]"},
		{`{"pos": [0, 0]}`, "pos: [0 0] is a wall; want an open cell"},
		{`{"pos": [35, 0]}`, "pos: [35 0] is outside the arena of 35 columns and 34 rows"},
		{`{"hp": 0}`, "hp: 0; want 1 to 1000"},
		{`{"ap": 11}`, "ap: 11; want 0 to 10"},
		{`{"jumps_left": -1}`, "jumps_left: -1; want 0 to 2"},
		{`{"cycle": 0}`, "cycle: 0; want 1 to 1000000"},
		{`{"flames": [[17, 16], [17, 16]]}`, "flames[1]: [17 16] is there twice; want different cells"},
		{`{"flames": [[17, 15]]}`, "flames: [17 15] is the cell of the character; want another"},
		{`{"glyphs": [[17, 15], [17, 0]]}`, "glyphs[1]: [17 0] is a wall; want an open cell"},
		{`{"waves": [[], [[17, 15], [1, 1]]]}`, "waves[1][1]: [1 1] is a wall; want an open cell"},
		{`{"waves": [` + strings.Repeat("[],", 100) + `[]]}`, "waves: 101; want at most 100"},
		{`{"waves": [], "mode": "atoms"}`, "waves: given together with mode or seed, which deal them; want one or the other"},
		{`{"mode": "atom"}`, `mode: "atom"; want "atoms" or "scatter"`},
		{`{` + smallArena + `, "mode": "atoms"}`, `mode: "atoms" belongs to the standard arena; want "scatter" or waves for an arena of your own`},
		{`{` + smallArena + `, "seed": 1}`, `seed: deals nothing without a mode; want mode "scatter" for an arena of your own`},
		{`{"hp": "many"}`, `field "hp": found a JSON string; want a whole number`},
		{`null`, `found "null"; want a JSON object`},
	} {
		_, err := Game{}.New(referee.Setup{Position: json.RawMessage(tt.position)}, 1)
		if got, want := message(err), "flames: setup: "+tt.want; got != want {
			t.Errorf("%s:\n got %s\nwant %s", tt.position, got, want)
		}
	}
}

// The generator is part of what a seed means.
func TestDeal(t *testing.T) {
	for seed, want := range map[int64]string{
		1: "A2+C3 B4+C4 B1+D1 A4+B2 D3+B3 A1+C2",
		2: "A2+C3 D2+B4 A1+C1 D4+B3 C4+D1 C2+B1",
	} {
		var got []string
		for _, p := range drawPairs(uint64(seed)) {
			got = append(got, name(p[0])+"+"+name(p[1]))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("seed %d deals %v; want %s", seed, got, want)
		}
	}
}

// name returns an atom's name, A1 to D4.
func name(atom int) string { return fmt.Sprintf("%c%d", 'A'+atom/familySize, 1+atom%familySize) }

// "0 ≤ flameCount ≤ 36": six waves of six cells. All 36 cells differ, and the start is
// not among them.
func TestDealtWaves(t *testing.T) {
	for seed := range int64(200) {
		c, _ := Deal(seed)
		var all Rows
		for _, w := range c.Waves {
			if w.Count != WaveGlyphs || w.Glyphs.Len() != WaveGlyphs {
				t.Fatalf("seed %d: a wave of %d", seed, w.Count)
			}
			for cell := range w.Glyphs.All() {
				if !c.Arena.Open(cell) || cell == c.Arena.Start {
					t.Fatalf("seed %d: a glyph at %v", seed, cell)
				}
				all.Add(cell)
			}
		}
		if len(c.Waves) != GlyphCycles || all.Len() != GlyphCycles*WaveGlyphs {
			t.Fatalf("seed %d: %d waves, %d different cells", seed, len(c.Waves), all.Len())
		}
	}
}

// No setup, however mad, panics or hangs.
func FuzzSetup(f *testing.F) {
	for _, position := range []string{
		`{}`, `null`, `{` + smallArena + `, "flames": [[2,1],[3,1]], "hp": 1}`,
		`{"arena": ["S"]}`, `{"arena": ["S."], "flames": [[1,0]], "waves": [[],[[0,0]]]}`,
		`{"arena": ["` + strings.Repeat(".", 63) + `S"], "mode": "scatter", "hp": 1000}`,
		`{"cycle": 1000000, "glyphs": [[17,15]], "ap": 0, "jumps_left": 0}`,
	} {
		f.Add([]byte(position))
	}
	f.Fuzz(func(t *testing.T, position []byte) {
		made, err := Game{}.New(referee.Setup{Position: position}, 1)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "flames: setup: ") {
				t.Fatalf("the error does not begin with the place: %v", err)
			}
			return
		}
		m := made.(*match)
		r := rand.New(rand.NewPCG(1, 2))
		for turn := 0; !m.Over(); turn++ {
			if turn > MaxSetupHP+MaxSetupWaves+MaxSetupWaves*MaxSize*MaxSize {
				t.Fatal("the match does not end")
			}
			m.Input(0, nil)
			m.answer(randomAnswer(r, m))
			if turn < 3 {
				if _, err := json.Marshal(m.View()); err != nil {
					t.Fatal(err)
				}
				m.Board(nil)
			}
		}
		if len(m.faults) > 0 {
			t.Fatalf("a legal answer was called a fault: %v", m.faults[0])
		}
	})
}
