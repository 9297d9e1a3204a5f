package ctf

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"arbiter/referee"
)

// An author need only draw the grid and place the minions.
func TestPositionDefaults(t *testing.T) {
	s, err := Position(json.RawMessage(`{
		"grid": ["#######", "#.....#", "#######"],
		"minions": [[{"pos": [1, 2]}], [{"pos": [1, 4]}]]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := drawn("#######", "#.0oA.#", "#######")
	want.PerSeat = 1
	want.Bases = [2]Cell{{1, 1}, {1, 5}}
	want.Flags = [2]Flag{{Cell{1, 1}, NoCarrier}, {Cell{1, 5}, NoCarrier}}
	if s != want {
		t.Errorf("%+v\nwant %+v", s, want)
	}
}

// Every field can be given.
func TestPositionFields(t *testing.T) {
	s, err := Position(json.RawMessage(`{
		"rows": 3, "cols": 7, "grid": ["#######", "#.....#", "#######"],
		"flag_bases": [[1, 5], [1, 1]], "minions_per_player": 1,
		"minions": [[{"id": 0, "pos": [1, 2], "health": 7, "timeout": 2, "alive": true}], [{"id": 0, "pos": [1, 4], "health": -3, "alive": false}]],
		"credits": [3, 4], "flags": [{"pos": [1, 3], "carrier": -1}, {"pos": [1, 2], "carrier": 0}],
		"coins": [[1, 5]], "mines": [{"pos": [1, 3], "owner": 1, "minion": 0}], "max_turns": 20}`))
	if err != nil {
		t.Fatal(err)
	}
	want := drawn("#######", "#.0.Ao#", "#######")
	want.PerSeat, want.Limit = 1, 20
	want.Minions[0][0].Health, want.Minions[0][0].Timeout = 7, 2
	want.Minions[1][0].Health = -3
	want.Bases = [2]Cell{{1, 5}, {1, 1}}
	want.Flags = [2]Flag{{Cell{1, 3}, NoCarrier}, {Cell{1, 2}, 0}}
	want.Credits = [2]int{3, 4}
	want.Planted[0], want.MineCount = Mine{Cell{1, 3}, 1, 0}, 1
	if s != want {
		t.Errorf("%+v\nwant %+v", s, want)
	}
}

// An error names the field, what was found and what was expected.
func TestPositionErrors(t *testing.T) {
	const grid = `"grid": ["#######", "#.....#", "#######"]`
	const minions = `"minions": [[{"pos": [1, 2]}], [{"pos": [1, 4]}]]`
	for _, tt := range []struct{ position, want string }{
		{`[]`, "want a JSON object"},
		{`{}`, "grid: 0 rows; want 3 to 20"},
		{`{"grid": ["##", "##", "##"]}`, "grid[0]: 2 columns; want 3 to 35"},
		{`{"grid": ["####", "#.#", "####"]}`, "grid[1]: 3 columns; want 4, as in grid[0]"},
		{`{"grid": ["####", "#x.#", "####"]}`, "grid[1]: found 'x' in column 1; want '#' or '.'"},
		{`{"grid": ["####", "#...", "####"]}`, "grid[1]: column 3 is open; want '#' along the whole border"},
		{`{"grid": ["####", "#..#", "####"], "rows": 4}`, "rows: 4; want 3"},
		{`{"grid": ["####", "#..#", "####"], "cols": 5}`, "cols: 5; want 4"},
		{`{"grid": ["####", "##.#", "####"],` + minions + `}`, "flag_bases: missing"},
		{`{` + grid + `,` + minions + `, "flag_bases": [[1, 1], [1, 1]]}`, "flag_bases: both at [1 1]"},
		{`{"grid": ["###", "#.#", "###"],` + minions + `}`, "flag_bases: both at [1 1]"},
		{`{` + grid + `,` + minions + `, "flag_bases": [[1, 1], [0, 1]]}`, "flag_bases[1]: [0 1] is a wall; want an open cell"},
		{`{` + grid + `}`, "minions: a list of 0; want 2, by seat"},
		{`{` + grid + `,` + minions + `, "flags": [{}]}`, "flags: a list of 1; want 2, by seat"},
		{`{` + grid + `,` + minions + `, "coins": [[1, 1, 1]]}`, "coins[0]: found 3 numbers; want [row, column]"},
		{`{` + grid + `, "minions": [[], []]}`, "minions[0]: 0 minions; want 1 to 5"},
		{`{` + grid + `, "minions": [[{"pos": [1, 2]}], []]}`, "minions[1]: 0 minions; want 1, as many as minions[0]"},
		{`{` + grid + `, "minions": [[{"pos": [1, 2]}], [{}]]}`, "minions[1][0].pos: missing; want [row, column]"},
		{`{` + grid + `, "minions": [[{"pos": [1, 9]}], [{}]]}`, "minions[0][0].pos: [1 9] is outside the grid; want rows 0 to 2 and columns 0 to 6"},
		{`{` + grid + `, "minions": [[{"pos": [1, 2], "id": 3}], [{}]]}`, "minions[0][0].id: 3; want 0"},
		{`{` + grid + `, "minions": [[{"pos": [1, 2], "health": 101}], [{}]]}`, "minions[0][0].health: 101"},
		{`{` + grid + `, "minions": [[{"pos": [1, 2], "alive": false}], [{}]]}`, "minions[0][0].alive: false with health 100"},
		{`{` + grid + `, "minions": [[{"pos": [1, 2], "timeout": 5}], [{}]]}`, "minions[0][0].timeout: 5; want 0 to 4"},
		{`{` + grid + `, "minions": 3}`, `field "minions": found a JSON number`},
		{`{` + grid + `,` + minions + `, "minions_per_player": 2}`, "minions_per_player: 2; want 1"},
		{`{` + grid + `,` + minions + `, "flags": [{"carrier": 1}, {}]}`, "flags[0].carrier: 1 is no living minion of the opponent"},
		{`{` + grid + `,` + minions + `, "flags": [{"pos": [1, 1], "carrier": 0}, {}]}`, "flags[0].pos: [1 1]; want [1 4], where its carrier stands"},
		{`{` + grid + `,` + minions + `, "coins": [[1, 1], [1, 1]]}`, "coins[1]: a second coin on [1 1]"},
		{`{` + grid + `,` + minions + `, "mines": [{"pos": [1, 1], "owner": 2}]}`, "mines[0].owner: 2; want 0 or 1"},
		{`{` + grid + `,` + minions + `, "mines": [{"pos": [1, 1], "minion": 1}]}`, "mines[0].minion: 1; want 0 to 0"},
		{`{` + grid + `,` + minions + `, "credits": [-1, 0]}`, "credits[0]: -1; want 0 to 1920"},
		{`{` + grid + `,` + minions + `, "credits": [1000, 1000]}`, "want credits for at most 128"},
		{`{` + grid + `,` + minions + `, "max_turns": 201}`, "max_turns: 201; want 1 to 200"},
		{`{` + grid + `,` + minions + `, "speed": 1}`, `unknown field "speed"`},
	} {
		_, err := Position(json.RawMessage(tt.position))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "setup: ") {
			t.Errorf("%s\n got %v\nwant setup: ... %s", tt.position, err, tt.want)
		}
	}
}

// Whatever an author writes is refused or played to the end.
func FuzzPosition(f *testing.F) {
	for _, position := range []string{
		`{}`,
		`{"grid": ["###", "#.#", "###"], "minions": [[{"pos": [1, 1]}], [{"pos": [1, 1]}]]}`,
		`{"grid": ["#####", "#...#", "#####"], "minions": [[{"pos": [1, 2]}], [{"pos": [1, 2], "health": 0}]], "max_turns": 3}`,
		`{"grid": ["#######", "#.....#", "#.#.#.#", "#######"], "minions": [[{"pos": [1, 2]}, {"pos": [2, 1]}], [{"pos": [1, 4]}, {"pos": [2, 5]}]],
			"credits": [100, 200], "mines": [{"pos": [1, 3], "owner": 1}], "flags": [{"carrier": 1}, {"pos": [1, 3]}], "flag_bases": [[1, 1], [1, 5]]}`,
	} {
		f.Add([]byte(position), int64(1))
	}
	f.Fuzz(func(t *testing.T, position []byte, seed int64) {
		m, err := Game{}.New(referee.Setup{Position: position}, 2)
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(uint64(seed), 0))
		for !m.Over() {
			for seat := range m.Asked().All() {
				m.Input(seat, nil)
				m.Answer(seat, legal(r, m, seat))
			}
			m.Step()
			if s := &m.(*match).state; s.Turn > s.Limit {
				t.Fatalf("turn %d of %d", s.Turn, s.Limit)
			}
		}
		if _, err := json.Marshal(m.View()); err != nil {
			t.Fatal(err)
		}
		m.Board(nil)
	})
}

// The example in the rules' page is a position that can be played.
func TestPositionOfTheRulesPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/rules/ctf.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```json\n")
	example, _, found := strings.Cut(example, "```")
	if !found {
		t.Fatal("the page has no JSON example")
	}
	if _, err := Position(json.RawMessage(example)); err != nil {
		t.Error(err)
	}
}
