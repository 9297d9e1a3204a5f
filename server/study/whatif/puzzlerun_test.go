package whatif

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// at is a moment so many seconds after another one.
func at(seconds int) time.Time { return time.Unix(int64(seconds), 0).UTC() }

// "A PuzzleRun is what a bot answered to the puzzles of a set when it was asked last": it takes
// the place of what the bot answered before, the latest comes first, and the oldest of more
// than MostRuns goes.
func TestKeepTestRuns(t *testing.T) {
	dir := t.TempDir()
	keep := func(runs ...PuzzleRun) []PuzzleRun {
		t.Helper()
		if err := KeepPuzzleRuns(dir, runs); err != nil {
			t.Fatal(err)
		}
		kept, err := ReadPuzzleRuns(dir)
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	old, other := PuzzleRun{Bot: "mine@1", At: at(1)}, PuzzleRun{Bot: "mine@2", At: at(1)}
	latest := PuzzleRun{Bot: "mine@1", At: at(2), Answers: []PuzzleAnswer{{Puzzle: "a", Bot: "./mine", Answer: "WAIT", Cost: &Cost{Regret: 0.5}}}}
	keep(old, other)
	if diff := cmp.Diff([]PuzzleRun{latest, other}, keep(latest)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	if kept := keep(PuzzleRun{Bot: "twice@1", At: at(3)}, PuzzleRun{Bot: "twice@1", At: at(3)}); len(kept) != 3 {
		t.Errorf("%v; want a bot that was asked twice once", kept)
	}
	for i := range MostRuns {
		keep(PuzzleRun{Bot: fmt.Sprint(i), At: at(10 + i)})
	}
	kept, err := ReadPuzzleRuns(dir)
	if err != nil || len(kept) != MostRuns || kept[0].Bot != fmt.Sprint(MostRuns-1) || slices.ContainsFunc(kept, func(r PuzzleRun) bool { return r.Bot == "mine@1" }) {
		t.Errorf("%d kept, the first %v, %v; want the latest %d", len(kept), kept[0], err, MostRuns)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v; want one file", entries, err)
	}
}

// An answer to a puzzle that has been replaced is none to the one that has its name now.
func TestForgetAnswers(t *testing.T) {
	dir := t.TempDir()
	answers := []PuzzleAnswer{{Puzzle: "a", Answer: "WAIT"}, {Puzzle: "b", Answer: "MOVE"}}
	if err := KeepPuzzleRuns(dir, []PuzzleRun{{Bot: "mine@1", At: at(1), Answers: answers}}); err != nil {
		t.Fatal(err)
	}
	if err := forgetAnswers(dir, "a"); err != nil {
		t.Fatal(err)
	}
	kept, err := ReadPuzzleRuns(dir)
	if err != nil || len(kept) != 1 || len(kept[0].Answers) != 1 || kept[0].Answers[0].Puzzle != "b" {
		t.Errorf("%v, %v; want the answer to b alone", kept, err)
	}
}

// Answers count once each: a failure or a refusal is no answer.
func TestCountAnswers(t *testing.T) {
	got := CountAnswers([]PuzzleAnswer{
		{Same: true}, {Best: true, Cost: &Cost{Regret: 1, Error: 3}}, {}, {Cost: &Cost{Regret: 0.5, Error: 4}},
		{Refused: "the bot has crashed", Same: true}, {Failed: "starved", Same: true},
	})
	want := PuzzleCount{Same: 1, Best: 1, Other: 2, Refused: 1, Failed: 1, Judged: 2, Cost: 1.5, Error: 5}
	if got != want {
		t.Errorf("%+v; want %+v", got, want)
	}
}

// "What is no set in the folder is left out; a set that cannot be read says why."
func TestPuzzleSets(t *testing.T) {
	dir := t.TempDir()
	write := func(path, text string) {
		t.Helper()
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("README", "no set")
	write("replays/m.jsonl.gz", "no set")
	write("good/set.toml", "game = \"domain\"\n[[puzzle]]\nname = \"a\"\nturn = 3\n")
	write("good/runs.json", `[{"bot":"mine@1","at":"2026-01-02T03:04:05Z","answers":[{"puzzle":"a","answer":"1 1 U"}]}]`)
	write("broken/set.toml", "game = [")
	write("garbled/set.toml", "game = \"ctf\"\n")
	write("garbled/runs.json", "[")
	all, err := PuzzleSets{dir}.All()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, set := range all {
		got = append(got, fmt.Sprintf("%s %s %d %d %t", set.Name, set.Game, len(set.Puzzles), len(set.Runs), set.Unreadable != nil))
	}
	if diff := cmp.Diff([]string{"broken  0 0 true", "garbled ctf 0 0 true", "good domain 1 1 false"}, got); diff != "" {
		t.Errorf("sets (-want +got):\n%s", diff)
	}

	if none, err := (PuzzleSets{}).All(); len(none) != 0 || err != nil {
		t.Errorf("without a folder: %v, %v; want none", none, err)
	}
	for folder, want := range map[string]string{dir: "", filepath.Join(dir, "good"): "is a puzzle set; want the folder that it is in", filepath.Join(dir, "nothing"): "no such file"} {
		if err := (PuzzleSets{folder}).Check(); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v; want %q", folder, err, want)
		}
	}
}
