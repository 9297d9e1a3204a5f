package league

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/docs/reference"

	"github.com/google/go-cmp/cmp"
)

const smallFile = `
game = "domain"
bots = ["builtin:domain/greedy", "bots/mine", "python3 bot.py", "git:v1.2:bots/mine"]
seeds = "1..3"
`

func TestParseFile(t *testing.T) {
	f, err := ParseFile(smallFile)
	if err != nil {
		t.Fatal(err)
	}
	want := File{
		Game: "domain", Format: RoundRobin, TimeFactor: 1,
		Bots:  []string{"builtin:domain/greedy", "bots/mine", "python3 bot.py", "git:v1.2:bots/mine"},
		Seeds: []Start{{Seed: 1}, {Seed: 2}, {Seed: 3}},
	}
	if diff := cmp.Diff(want, f); diff != "" {
		t.Error("file (-want +got):\n" + diff)
	}
}

func TestParseFileAllKeys(t *testing.T) {
	f, err := ParseFile(`
		name = "night"
		game = "heropath"
		format = "gauntlet"
		bots = ["a", "b", "c"]
		book = "contest"
		games = 2
		challengers = 2
		anchor = "c"
		concurrency = 4
		time_factor = 2
		time_margin = "5ms"
		time_first = "1s"
		time_turn = "0s"
	`)
	if err != nil {
		t.Fatal(err)
	}
	first, turn := time.Second, time.Duration(0)
	want := File{
		Name: "night", Game: "heropath", Format: Gauntlet, Bots: []string{"a", "b", "c"}, Book: "contest", Games: 2, Challengers: 2,
		Anchor: "c", Concurrency: 4, TimeFactor: 2, TimeMargin: 5 * time.Millisecond, TimeFirst: &first, TimeTurn: &turn,
	}
	if diff := cmp.Diff(want, f); diff != "" {
		t.Error("file (-want +got):\n" + diff)
	}
}

// "Complete sets the default of one challenger for a gauntlet."
func TestParseFileChallenger(t *testing.T) {
	f, err := ParseFile(smallFile + `format = "gauntlet"`)
	if err != nil || f.Challengers != 1 {
		t.Errorf("%d challengers, %v; want 1", f.Challengers, err)
	}
}

func TestParseFileErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"not TOML", "game = \"domain\"\nbots =\n", "tournament file: line 2: "},
		{"unknown key", smallFile + "rouns = 3", `tournament file: unknown key "rouns" (did you mean rounds?); want anchor, book, bots, challengers, clock, concurrency, format, game, games, name, openings, rounds, seats, seeds, slow_workers, time_factor, time_first, time_margin, time_turn`},
		{"unknown table", smallFile + "[bot]\nname = 1", `unknown key "bot"`},
		{"no game", `bots = ["a"]`, `tournament file: game: required, e.g. "domain"`},
		{"no bots", `game = "domain"`, `tournament file: bots: required, e.g. "builtin:domain/greedy" and "bots/mine"`},
		{"no seeds", "game = \"domain\"\nbots = [\"a\"]", `tournament file: seeds: required, e.g. "1..60"; or book, a folder`},
		{"seeds and a book", smallFile + `book = "x"`, "book: found seeds too"},
		{"seeds and openings", smallFile + `openings = 3`, "openings: found seeds or book too"},
		{"no openings", "game = \"domain\"\nopenings = 0", "openings: found 0; want 1 to 1000000"},
		{"type of game", `game = 3`, "tournament file: game: found a whole number; want text"},
		{"empty name", `name = ""`, "name: found empty text"},
		{"type of games", smallFile + `games = "3"`, "games: found text; want a whole number"},
		{"fraction of games", smallFile + `games = 1.5`, "games: found a fraction; want a whole number"},
		{"no games", smallFile + `games = 0`, "games: found 0; want 1 to 1000000"},
		{"type of bots", `bots = "a"`, "bots: found text; want a list of texts"},
		{"type of a bot", `bots = ["a", true]`, "bots: number 2: found true; want text"},
		{"a bot twice", `bots = ["a", "b", "a"]`, `bots: number 3: duplicate "a"`},
		{"type of seeds", `seeds = 7`, `seeds: found a whole number; want text, e.g. "1..60"`},
		{"bad seeds", `seeds = "1.."`, `tournament file: seeds: "1.." is not a seed`},
		{"format", `format = "cup"`, `tournament file: format: found "cup"; want round-robin, gauntlet, swiss, knockout, adaptive`},
		{"anchor", smallFile + `anchor = "mine"`, `anchor: "mine" is not one of the bots`},
		{"factor", smallFile + `time_factor = nan`, "time_factor: found NaN; want a number above 0"},
		{"type of factor", smallFile + `time_factor = "x"`, "time_factor: found text; want a number"},
		{"margin", smallFile + `time_margin = 50`, `time_margin: found a whole number; want text, e.g. "50ms"`},
		{"negative margin", smallFile + `time_turn = "-1s"`, `time_turn: found -1s; want at least 0s (no limit)`},
		{"no duration", smallFile + `time_turn = "soon"`, `time_turn: invalid duration: "soon"; want text, e.g. "50ms" or "1.5s"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := ParseFile(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func FuzzParseFile(f *testing.F) {
	f.Add(smallFile)
	f.Add("time_factor = inf\n[a]\n[[b]]")
	f.Fuzz(func(t *testing.T, text string) {
		if file, err := ParseFile(text); err == nil && (file.Game == "" || len(file.Bots) == 0) {
			t.Errorf("%+v and no error", file)
		}
	})
}

// The tables of docs/tournaments.md have a row for each key, each column of the standings
// and each field of a filter, and the page a paragraph for each format.
func TestReferenceTournaments(t *testing.T) {
	const page = "docs/tournaments.md"
	reference.Names(t, page, "keys", slices.Collect(maps.Keys(tomlKeys(reflect.TypeFor[File]()))))
	reference.Names(t, page, "columns", reference.Keys(Line{}, "json"))
	numbers := []string{"seat", "score", "seed", metricPrefix + "NAME"}
	reference.Names(t, page, "filters", slices.AppendSeq(numbers, maps.Keys(textFields())))
	text := reference.Document(t, page)
	for _, format := range Formats() {
		if !strings.Contains(text, "**"+string(format)+"**") {
			t.Errorf("%s does not describe the format %s", page, format)
		}
	}
}
