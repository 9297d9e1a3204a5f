package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// "A part whose tests fail keeps its figures, too, with the word failed; one that does not
// get to a verdict, because it does not build or is interrupted, leaves those of the last
// time": the real script, in a repository of its own, with a go that says what the case
// says.
func TestCalibrationKeepsFailures(t *testing.T) {
	for _, tt := range []struct {
		name, said, exit string
		kept, not        string // of the file of figures
		age              string
	}{
		{"it passes", "    x_test.go:3: 9 of 9\n--- PASS: TestMarksHold (3.20s)", "0", "9 of 9\n\nTestMarksHold: passes\n", "failed", "optimal 1 commits ago (code same)"},
		{"single matches are no table", "    x_test.go:3: match 3 turn 5: a blunder\n    x_test.go:4: 8 of 9\n--- PASS: TestMarksHold (3.20s)", "0", "8 of 9", "blunder", "optimal 1 commits ago (code same)"},
		{"it prints rows", "    x_test.go:3: | ctf | 9 |\n    x_test.go:4: ctf: 9 of 9\n    --- PASS: TestMarksHold/ctf (1.00s)\n    --- PASS: TestMarksHold/domain (1.00s)", "0", "\n| ctf | 9 |\n\nTestMarksHold: 2 cases pass\n", "9 of 9", "optimal 1 commits ago (code same)"},
		{"it measures", "BenchmarkStrength/boss-2\t       1\t  1022 ns/op\t  72.12 %points\t  2.4 error", "0", "\n| Strength/boss | 72.12 %points, 2.4 error |\n", "ns/op", "optimal 1 commits ago (code same)"},
		{"it fails its bar", "    x_test.go:3: 7 of 9\n    x_test.go:4: want 9\n--- FAIL: TestMarksHold (3.20s)", "1", "7 of 9", "earlier", "optimal 1 commits ago (code same, failed)"},
		{"it fails in a part of a test", "    --- FAIL: TestMarksHold/ctf (3.20s)", "1", "\nfailed", "earlier", "optimal 1 commits ago (code same, failed)"},
		{"it does not build", "x.go:3: undefined: y\nFAIL	arbiter/server/study/analysis [build failed]", "1", "earlier", "failed", "optimal at an unknown commit"},
		{"it is killed", "    x_test.go:3: 1 of 1\nsignal: killed", "1", "earlier", "1 of 1", "optimal at an unknown commit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			script, err := os.ReadFile("../.ci/calibrate")
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(root, ".ci/calibrate"), string(script))
			write(t, filepath.Join(root, "bin/said"), tt.said+"\n")
			write(t, filepath.Join(root, "bin/go"), "#!/bin/sh\ncat '"+root+"/bin/said'\nexit "+tt.exit+"\n")
			figures := filepath.Join(root, "docs/calibration/optimal.txt")
			write(t, figures, "commit 0123456789012345678901234567890123456789\n\nearlier\n")
			run := func(name string, args ...string) (string, error) {
				c := exec.CommandContext(t.Context(), name, args...)
				c.Dir = root
				c.Env = append(os.Environ(), "PATH="+filepath.Join(root, "bin")+":"+os.Getenv("PATH"),
					"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
					"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@localhost", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@localhost")
				out, err := c.CombinedOutput()
				return string(out), err
			}
			commit := func() {
				for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-qm", "all"}} {
					if out, err := run("git", args...); err != nil {
						t.Fatal(out)
					}
				}
			}
			commit()
			out, err := run(".ci/calibrate", "optimal", "--", "-matches", "3")
			if (err != nil) != (tt.exit != "0") {
				t.Errorf("it ends with %v where go ends with %s: %s", err, tt.exit, out)
			}
			write(t, filepath.Join(root, "later"), "")
			commit() // one after that of the figures
			if all, err := os.ReadFile(filepath.Join(root, ".calibration/optimal.txt")); err != nil || string(all) != tt.said+"\n" {
				t.Errorf(".calibration has %q, %v; want all that go said, %q", all, err, tt.said)
			}
			text, err := os.ReadFile(figures)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), tt.kept) || strings.Contains(string(text), tt.not) {
				t.Errorf("the figures are\n%s\nwant %q and no %q", text, tt.kept, tt.not)
			}
			if with := "-v -timeout 0 -matches 3\n"; tt.kept != "earlier" && !strings.Contains(string(text), with) {
				t.Errorf("the figures are\n%s\nof no command that ends with %q", text, with)
			}
			if age, err := run(".ci/calibrate", "--age"); err != nil || !strings.Contains(age, tt.age) {
				t.Errorf("--age prints %q, %v; want %q", age, err, tt.age)
			}
		})
	}
}

// write makes a file that can be run, and its folders.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}
