package starter

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
)

// The bots of these tests are built and run as by default, with a cache that stays: the
// standard library of Go takes longer to compile than all starters.
var (
	box   *sandbox.Sandbox
	cache string
)

func TestMain(m *testing.M) {
	var err error
	if box, err = sandbox.Open(sandbox.Settings{}); err != nil {
		panic(err)
	}
	if cache, err = os.UserCacheDir(); err != nil {
		panic(err)
	}
	cache = filepath.Join(cache, "arbiter-test-starters")
	os.Exit(m.Run())
}

func TestLanguage(t *testing.T) {
	for _, tt := range []struct{ typed, want, wantError string }{
		{"python", "python", ""},
		{"py", "python", ""},
		{"C++", "cpp", ""},
		{"js", "javascript", ""},
		{"go", "go", ""},
		{"cobol", "", `no starter in "cobol"; want one of python, cpp, javascript, go`},
		{"", "", `no starter in ""; want one of python, cpp, javascript, go`},
	} {
		t.Run(tt.typed, func(t *testing.T) {
			got, err := Language(tt.typed)
			if got != tt.want || (err == nil) != (tt.wantError == "") || err != nil && err.Error() != tt.wantError {
				t.Errorf("%q, %v; want %q, %q", got, err, tt.want, tt.wantError)
			}
		})
	}
}

// everyStarter is for make soak. Else the doctor examines one of each game, and so at
// least one in each language, as what it looks for is the language's.
var everyStarter = flag.Bool("every-starter", false, "have the doctor examine the starters of all games in all languages")

// There is a starter in every language for every game, as authors get it.
func TestStarters(t *testing.T) {
	compete(t, *load)
	languages := Languages()
	for i, language := range languages {
		if testing.Short() && language != "python" {
			continue
		}
		for j, g := range games.All() {
			t.Run(language+"/"+g.Info().Name, func(t *testing.T) {
				spec := build(t, language, g.Info().Name) // one at a time: the first in Go compiles the library for all
				t.Parallel()
				t.Run("plays", func(t *testing.T) {
					for seed := range int64(2) {
						play(t, g, spec, seed)
					}
				})
				if *everyStarter || j%len(languages) == i {
					t.Run("healthy", func(t *testing.T) { wantHealthy(t, g, spec) })
				}
			})
		}
	}
}

// build writes the starter's folder as an author gets it, and builds it.
func build(t *testing.T, language, game string) process.Spec {
	t.Helper()
	files, err := Files(language, game)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	spec, err := process.Resolve(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(spec.Games, []string{game}) || spec.Name != "starter-"+language {
		t.Errorf("bot.toml is of %s for %v", spec.Name, spec.Games)
	}
	needed := slices.Concat(spec.Build, spec.Command)[0]
	if _, err := exec.LookPath(needed); err != nil {
		t.Skipf("no %s to make or run the starter with", needed) // make test installs it; go test alone takes what there is
	}
	if said, err := process.Build(t.Context(), spec, process.BuildOptions{Isolation: box, Cache: cache}); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return spec
}

// play plays a match in which the starter has every seat, each with a seed of
// its own. As a process it plays without a fault, and shows one drawing and one
// metric in its first turn.
func play(t *testing.T, g referee.Game, spec process.Spec, seed int64) {
	t.Helper()
	seats := g.Info().MaxSeats
	match, err := g.New(referee.Setup{Seed: seed}, seats)
	if err != nil {
		t.Fatal(err)
	}
	table := process.Table{Isolation: box}
	var players []referee.Player
	for seat := range seats {
		seeded := spec
		seeded.Command = slices.Concat(spec.Command, []string{fmt.Sprint(10*seed + int64(seat))})
		p, err := table.Start(seeded)
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	said := &stderr{make([]string, seats)}
	result, err := referee.Play(t.Context(), match, players, referee.Options{
		Limits:   referee.TimeLimits{First: time.Minute, Turn: time.Minute}, // a busy machine decides nothing
		Recorder: said,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Faults {
		t.Errorf("seed %d: %v", seed, f.Error())
	}
	for seat, text := range said.text {
		if !regexp.MustCompile(`\A@draw \S+ .*\n@metric \S+ \d+\n\z`).MatchString(text) {
			t.Errorf("seed %d: seat %d: stderr %q; want a line @draw and a line @metric", seed, seat, text)
		}
	}
}

// stderr records what the seats write to it.
type stderr struct{ text []string }

// Turn implements referee.Recorder.
func (s *stderr) Turn(turn *referee.Turn) error {
	for seat := range turn.Asked.All() {
		reply := turn.Replies[seat]
		s.text[seat] += string(reply.Late) + string(reply.Stderr)
	}
	return nil
}

// End implements referee.Recorder.
func (s *stderr) End(_ referee.Result, late [][]byte) error {
	for seat, text := range late {
		s.text[seat] += string(text)
	}
	return nil
}

// A starter is one file that an author reads from top to bottom. So each starter repeats
// what all starters of its language need. The text is the same in each, so that whoever
// mends one is told of the others.
func TestStartersShareTheirSeed(t *testing.T) {
	for _, tt := range []struct{ language, file, from, to string }{
		{"go", "main.go", "// seed returns the seed", "\n}\n"},
		{"javascript", "bot.js", "/** Random draws", "* n);\n"},
		{"javascript", "bot.js", "// The referee's number", "?? Date.now()));\n"},
		{"cpp", "bot.cpp", "// The referee's number", "std::random_device{}());\n"},
		{"python", "bot.py", "random.Random(sys", "\n"},
		{"go", "bot.toml", "", "run ="},
		{"javascript", "bot.toml", "", "run ="},
		{"cpp", "bot.toml", "", "run ="},
		{"python", "bot.toml", "", "run ="},
	} {
		shared := ""
		for i, g := range games.All() {
			game := g.Info().Name
			text, err := folders.ReadFile(path.Join(tt.language, game, tt.file))
			if err != nil {
				t.Fatal(err)
			}
			_, after, began := strings.Cut(string(text), tt.from)
			part, _, ended := strings.Cut(after, tt.to)
			part = strings.Replace(part, fmt.Sprintf("games = [%q]", game), "games = [...]", 1)
			if i == 0 {
				shared = part
			}
			if !began || !ended || part != shared {
				t.Errorf("%s/%s/%s: from %q to %q it has %q; others have %q", tt.language, game, tt.file, tt.from, tt.to, part, shared)
			}
		}
	}
}

// What is built beside a starter is not part of it, and every folder says what
// its language needs.
func TestFiles(t *testing.T) {
	for _, tt := range []struct{ language, want string }{
		{"python", "bot.py bot.toml"},
		{"cpp", ".gitignore bot.cpp bot.toml"},
		{"javascript", "bot.js bot.toml"},
		{"go", ".gitignore bot.toml go.mod main.go"},
	} {
		files, err := Files(tt.language, "keeper")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range files {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%s: %s; want %s", tt.language, got, tt.want)
		}
	}
	if _, err := Files("python", "chess"); err == nil {
		t.Error("a starter for chess")
	}
}
