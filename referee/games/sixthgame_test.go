package games_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/referee/games"
)

const root = "../.." // of the repository

// A change is a line that adding a game puts into a file outside of its own folders.
type change struct{ file, before, line string }

// changes are all that the sixth game of testdata/sixthgame needs outside of its own
// folders. That is two files, and a third for who wants one.
func changes() []change {
	const registry, bots = "referee/games/games.go", "bots/bots.go"
	return []change{
		{registry, `	"arbiter/referee/games/keeper"`, `	"arbiter/referee/games/toy"`},
		{registry, "\t}\n}\n\n// Find", "\t\ttoy.Game{},"},
		{bots, `	"arbiter/referee/nearest"`, `	"arbiter/bots/toy"`},
		{bots, "\t}\n}\n\n// Of", `		{
			Name: "toy",
			Bots: []Bot{
				{"toy", "wait", "takes 1", nil, nil, "0.1.0", toy.Wait},
				{"toy", "random", "takes 5", seed, nil, "0.1.0", toy.Random},
				{"toy", "greedy", "takes 9", nil, nil, "0.1.0", toy.Greedy},
			},
			Strengths: toy.Strengths(),
			Judging:   toy.Judging(),
		},`},
	}
}

const mostChanged = 3 // files outside of the folders of a game

// "A game edits at most three places outside of its own folders": a sixth one is listed,
// has bots and starters, is examined, played, analysed and played by hand. Its pages are
// tested in web/src/games/sixthgame.test.ts, with no changes at all.
func TestSixthGame(t *testing.T) {
	dir := t.TempDir()
	overlay := overlaid(t, dir)
	// Without arbiter-bot beside it, the program plays the builtin bots itself.
	build := exec.Command("go", "build", "-ldflags=-w", "-overlay", overlay, "-o", dir+"/", "./server/cmd/arbiter")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, tt := range []struct{ does, stdin, args, want string }{
		{"is listed", "", "games", "The Toy"},
		{"has bots", "", "bots", "builtin:toy/greedy"},
		{"has rules", "", "rules toy", "Nobody takes 9."},
		{"has a starter", "", "new toy mybot", "mybot"},
		{"plays", "", "play toy builtin:toy/random --seed 1 --time-factor 100 --replay m.jsonl.gz", "30"},
		{"seats humans", "help\n9\n1\n2\n3\n4\n5\n6\n", "play toy --human", "Points: [1 2 3 4 5 6 7 8]"},
		{"tells them a fault", "9\n1\n2\n3\n4\n5\n6\n", "play toy --human", "9 counts as nothing"},
		{"is judged", "", "analyse m.jsonl.gz --effort 40", "judged by adding up"},
		{"keeps attributes", "", "run --game toy --db x.db --name t -b builtin:toy/wait -b builtin:toy/random --seeds 1..2 --time-factor 100", "random"},
		{"is filtered by them", "", "matches --db x.db --filter length=6 --of random", "random"},
		{"quotes its rule in the doctor", "", "doctor toy builtin:toy/greedy --time-limit 10m --time-factor 20", "Nobody takes 9."},
		{"has special positions for the doctor", "", "doctor toy builtin:toy/wait --time-limit 10m --time-factor 20", "1 special position of toy"},
	} {
		t.Run(tt.does, func(t *testing.T) {
			cmd := exec.Command(filepath.Join(dir, "arbiter"), strings.Fields(tt.args)...)
			cmd.Dir, cmd.Stdin = dir, strings.NewReader(tt.stdin)
			cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
			if out, err := cmd.CombinedOutput(); !strings.Contains(string(out), tt.want) {
				t.Errorf("arbiter %s: %v, %s; want %q", tt.args, err, out, tt.want)
			}
		})
	}
}

// overlaid writes an overlay for go build in which there is a sixth game, and counts
// what it changes. It returns the file.
func overlaid(t *testing.T, dir string) string {
	t.Helper()
	replace := map[string]string{}
	const own = "testdata/sixthgame"
	err := filepath.WalkDir(own, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			within, _ := filepath.Rel(own, path)
			replace[absolute(t, filepath.Join(root, within))] = absolute(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, c := range changes() {
		if texts[c.file] == "" {
			text, err := os.ReadFile(filepath.Join(root, c.file))
			if err != nil {
				t.Fatal(err)
			}
			texts[c.file] = string(text)
		}
		before, after, found := strings.Cut(texts[c.file], c.before)
		if !found {
			t.Fatalf("%s has no line %q", c.file, c.before)
		}
		texts[c.file] = before + c.line + "\n" + c.before + after
	}
	if len(texts) > mostChanged {
		t.Errorf("a sixth game changes %d files outside of its own folders; want at most %d", len(texts), mostChanged)
	}
	for file, text := range texts {
		changed := filepath.Join(dir, strings.ReplaceAll(file, "/", "_"))
		if err := os.WriteFile(changed, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[absolute(t, filepath.Join(root, file))] = changed
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return overlay
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// "A game owns its knowledge": no file of the program names three games or more, but for
// the registries. Tests, documents, examples of how to type a command, and what stands in
// a folder of a game are no part of it.
func TestNoListsOfGames(t *testing.T) {
	var names []string
	for _, g := range games.All() {
		names = append(names, g.Info().Name)
	}
	word := regexp.MustCompile(`\b(?i:` + strings.Join(names, "|") + `)\b`)
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Skipf("the files of the repository are unknown: git ls-files: %v", err)
	}
	looked := 0
	for file := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		if !isCode(file) || slices.ContainsFunc(strings.Split(file, "/"), func(part string) bool { return slices.Contains(names, part) }) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			continue // removed, and not committed yet
		}
		looked++
		named := map[string]bool{}
		for _, name := range word.FindAll(withoutComments(file, text), -1) {
			named[strings.ToLower(string(name))] = true
		}
		if len(named) >= 3 {
			t.Errorf("%s names %d games; what a game knows belongs beside its rules or its bots, and in a list of games only to %v", file, len(named), registries)
		}
	}
	if looked < 500 {
		t.Errorf("looked at %d files; the pattern of isCode is wrong", looked)
	}
}

// registries are the files that may list the games.
var registries = []string{"referee/games/games.go", "bots/bots.go"}

// samples name games that need not be all: how commands are typed, how long the boss of a
// game searches in make run, where others have a default, and which games have tests that
// make calibrate lengthens.
var samples = []string{"examples.go", "serve", "calibrate"}

// isCode reports whether a file is part of the program or of how it is built.
func isCode(file string) bool {
	base := filepath.Base(file)
	switch {
	case slices.Contains(registries, file), slices.Contains(samples, base), strings.Contains(file, "testdata/"), strings.HasPrefix(file, "docs/"),
		strings.HasPrefix(file, "migrations/"), // released ones never change
		strings.HasPrefix(file, "web/e2e/"), strings.HasPrefix(file, "web/browser/"), strings.HasPrefix(file, "web/fixtures/"):
		return false
	case strings.HasSuffix(base, "_test.go"), strings.Contains(base, ".test."), strings.HasSuffix(base, "_test.py"), strings.HasSuffix(base, "_bench.py"):
		return false
	case filepath.Dir(file) == ".ci", base == "Makefile", base == "Dockerfile":
		return true
	}
	return slices.Contains([]string{".go", ".ts", ".tsx", ".mjs", ".js", ".py", ".sql", ".json", ".css", ".html", ".yml", ".sh"}, filepath.Ext(base))
}

// withoutComments returns a text without the comments of its language, roughly: what
// looks like one in a string goes, too.
func withoutComments(file string, text []byte) []byte {
	switch filepath.Ext(file) {
	case ".go", ".ts", ".tsx", ".mjs", ".js", ".css":
		text = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAll(text, nil)
		return regexp.MustCompile(`(?m)(^|\s)//.*$`).ReplaceAll(text, nil)
	case ".sql":
		return regexp.MustCompile(`(?m)--.*$`).ReplaceAll(text, nil)
	case ".json":
		return text
	}
	text = regexp.MustCompile(`(?s)""".*?"""`).ReplaceAll(text, nil) // of Python
	lines := bytes.Split(text, []byte("\n"))
	return bytes.Join(slices.DeleteFunc(lines, func(line []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) }), []byte("\n"))
}
