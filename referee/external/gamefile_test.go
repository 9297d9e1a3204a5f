package external

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"arbiter/docs/reference"
	"arbiter/referee"
)

// "Only name and run are needed", and a mistake is an error that says what was expected.
func TestGameFile(t *testing.T) {
	const least = "name = \"g\"\nrun = \"./referee\"\n"
	for _, tt := range []struct{ name, text, want string }{
		{"the least", least, ""},
		{"an unknown key", least + "sets = 2", `unknown key "sets"; want one of those of docs/games.md`},
		{"no name", `run = "./referee"`, "no name; want a line such as name"},
		{"a name with capitals", "name = \"TicTacToe\"\nrun = \"x\"", "want lower-case letters"},
		{"no command", `name = "g"`, `no command to run; want a line such as run = "python3 referee.py", or jar = "referee.jar"`},
		{"two commands", least + `jar = "r.jar"`, "run beside jar or classpath"},
		{"a league of another command", least + `league = 2`, "java and league go with jar or classpath"},
		{"seats", least + "seats = [2, 8]", ""},
		{"too many seats", least + "seats = 9", "seats = 9: want a number from 1 to 8"},
		{"seats the wrong way round", least + "seats = [4, 2]", "or the fewest and the most, such as seats = [2, 4]"},
		{"a mode", least + `mode = "opti"`, "want multi or solo; a game of the type opti is solo"},
		{"a solo game of two", least + "mode = \"solo\"\nseats = 2", "want one seat"},
		{"tests of a game with seats", least + `tests = ["1"]`, "test cases are of solo games"},
		{"options of a solo game", least + "mode = \"solo\"\noptions = {a = \"1\"}", "a solo game is started by a test case"},
		{"a seed as an option", least + `options = {seed = "1"}`, "the seed is that of the match"},
		{"an option of two lines", least + `options = {a = "1\n2"}`, "its value on one line"},
		{"a limit", least + "turn = 0", "turn = 0: want a number of milliseconds from 1 to 600000"},
		{"frames", least + `frames = "few"`, "want all or none"},
		{"an order", least + `order = "up"`, "want desc, where more is better, or asc"},
		{"no score of who failed", least + `order = "asc"`, "want failed = N as well"},
		{"a criterion of a game with seats", least + `criterion = "points"`, "it is of solo games"},
		{"a dialect", least + "dialect = \"brutaltester\"\nunseeded = true\nseats = [2, 3]", ""},
		{"an unknown dialect", least + `dialect = "cg"`, "want codingame or brutaltester"},
		{"no seed in another dialect", least + `unseeded = true`, "it goes with dialect"},
		{"a dialect of one seat", least + "dialect = \"brutaltester\"\nmode = \"solo\"", "want two seats or more"},
		{"a jar of a dialect", "name = \"g\"\ndialect = \"brutaltester\"\njar = \"r.jar\"", `want run, such as run = "java -jar referee.jar"`},
		{"options of a dialect", least + "dialect = \"brutaltester\"\noptions = {a = \"1\"}", "is told no parameters or times"},
		{"a runtime", least + `runtime = ["lib"]`, "want absolute paths"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := parse(tt.text); (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v; want %q", err, tt.want)
			}
		})
	}
}

// A published referee is named by its jar or its class path, "from which run follows".
func TestJavaCommand(t *testing.T) {
	g, err := parse("name = \"g\"\njar = \"r.jar\"\nclasspath = [\"lib/*\"]\nleague = 3\njava = \"-Xmx1g\"\nmode = \"solo\"")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(g.spec.Command, " ")
	for _, want := range []string{"java --add-opens java.base/java.lang=ALL-UNNAMED ", "-Dgame.mode=solo -Dleague.level=3 -Xmx1g -cp r.jar:lib/* com.codingame.gameengine.core.RefereeMain"} {
		if !strings.Contains(text, want) {
			t.Errorf("the command is %s; want %s in it", text, want)
		}
	}
}

// The parameters of a match are lines of java.util.Properties. A start wins over the options
// of the game.
func TestStart(t *testing.T) {
	multi, err := parse("name = \"g\"\nrun = \"x\"\noptions = {size = \"10\", \"a key\" = \" #1\\\\n\"}")
	if err != nil {
		t.Fatal(err)
	}
	solo, err := parse("name = \"g\"\nrun = \"x\"\nmode = \"solo\"\ntests = [\"1 2\\n3\\n\", \"4\"]")
	if err != nil {
		t.Fatal(err)
	}
	seeded, err := parse("name = \"g\"\nrun = \"x\"\nmode = \"solo\"")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		g           *Game
		seed        int64
		position    string
		lines, fail string
	}{
		{multi, -9223372036854775808, "", `seed=-9223372036854775808|a\ key=\ #1\\n|size=10`, ""},
		{multi, 1, `{"size": 20, "fog": true}`, `seed=1|a\ key=\ #1\\n|fog=true|size=20`, ""},
		{multi, 1, `{"size": [1]}`, "", "setup: size: want a text, a number, true or false"},
		{multi, 1, `{"seed": 2}`, "", "the seed is that of the match"},
		{multi, 1, `7`, "", "want a JSON object"},
		{solo, 0, "", "1 2|3", ""},
		{solo, -1, "", "4", ""},
		{solo, 0, `{"test": ["5"]}`, "5", ""},
		{solo, 0, `{"tests": ["5"]}`, "", "unknown field"},
		{solo, 0, `{}`, "", `no "test"; want the lines of a test case`},
		{seeded, 42, "", "42", ""},
	} {
		setup := referee.Setup{Seed: tt.seed}
		if tt.position != "" {
			setup.Position = []byte(tt.position)
		}
		lines, err := tt.g.start(setup)
		if got := strings.Join(lines, "|"); got != tt.lines || (err == nil) != (tt.fail == "") || err != nil && !strings.Contains(err.Error(), tt.fail) {
			t.Errorf("seed %d, position %s: %q, error %v; want %q, %q", tt.seed, tt.position, got, err, tt.lines, tt.fail)
		}
	}
}

// The score of a solo game is its criterion, exactly, in units of its last decimal.
func TestCriterion(t *testing.T) {
	g, err := parse("name = \"g\"\nrun = \"x\"\nmode = \"solo\"\ncriterion = \"points\"\ndecimals = 1\norder = \"asc\"\nfailed = 1000")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		metadata string
		said     int64
		want     int64
		fail     string
	}{
		{`{"points": "53800.0"}`, 1, 538000, ""},
		{`{"points": -964}`, 1, -9640, ""},
		{`{"points": "12.5 "}`, 1, 125, ""},
		{`{"points": "12.55"}`, 1, 0, "more than the 1 decimals of the game"},
		{`{"points": "1e5"}`, 1, 0, "want a number"},
		{`{"score": "1"}`, 1, 0, `no "points", the criterion of the game; it has ["score"]`},
		{`{"score": "1"}`, 0, 10000, ""},
		{``, -1, 10000, ""},
	} {
		scores, err := g.scores(&exchange{Scores: []int64{tt.said}, Metadata: []byte(tt.metadata)}, 0)
		if (err == nil) != (tt.fail == "") || err != nil && !strings.Contains(err.Error(), tt.fail) || err == nil && scores[0] != tt.want {
			t.Errorf("%s: %v, error %v; want %d, %q", tt.metadata, scores, err, tt.want, tt.fail)
		}
	}
	if ranks := g.info.Ranks([]int64{5, 3, 5}); !slices.Equal(ranks, []int{2, 1, 2}) {
		t.Errorf("ranks %v; want the smallest first, and ties", ranks)
	}
}

// The game.toml in docs/games.md has every key, and can be read but for what excludes one
// another.
func TestReferenceGameFile(t *testing.T) {
	var shown map[string]any
	if _, err := toml.Decode(reference.Fenced(t, "docs/games.md", "game.toml"), &shown); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(slices.Values(reference.Keys(gameFile{}, "toml")))
	if got := slices.Sorted(maps.Keys(shown)); !slices.Equal(got, want) {
		t.Errorf("docs/games.md shows the keys %q; want %q", got, want)
	}
	reference.Names(t, "docs/games.md", "kept", reference.Keys(exchange{}, "json"))
}

// "No such file" says what to write.
func TestOpen(t *testing.T) {
	if _, err := Open(t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "no game.toml in it; write one with at least a name and a line such as run") {
		t.Errorf("error %v", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, GameFile), []byte("name = 1"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, nil); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, GameFile)+": ") {
		t.Errorf("error %v; want it to name the file", err)
	}
}
