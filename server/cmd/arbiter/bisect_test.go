package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// bisectExample returns the example of docs/bisect.md: the lines that make the
// repository, the command line that searches it, and what that prints.
func bisectExample(t *testing.T) (script, command, output string) {
	t.Helper()
	_, page, _ := strings.Cut(readDocument(t, "docs/bisect.md"), "\n```sh\n")
	script, page, _ = strings.Cut(page, "```\n")
	_, page, _ = strings.Cut(page, "```\n")
	output, _, ok := strings.Cut(page, "```\n")
	lines := strings.Split(strings.TrimSpace(script), "\n")
	last := len(lines) - 1
	if !ok || !strings.HasPrefix(lines[last], "arbiter bisect ") {
		t.Fatalf("docs/bisect.md has no block of sh that ends with arbiter bisect, and a block with what it prints behind it")
	}
	return strings.Join(lines[:last], "\n"), lines[last], output
}

// shell runs a script of a document in a folder.
func shell(t *testing.T, dir, script string) {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// docs/bisect.md has a complete example, and its command prints what stands below it,
// but for the time.
func TestBisectExample(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: takes long") // make quick passes -short; make test and CI play it
	}
	t.Parallel()
	folder := t.TempDir()
	script, command, want := bisectExample(t)
	shell(t, folder, script)
	cmd := arbiterCommand(t, strings.Fields(command)[1:]...)
	cmd.Dir = filepath.Join(folder, "mine-history")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	time := regexp.MustCompile(`in [0-9]+ s\b`)
	if got := time.ReplaceAllString(string(out), "in N s"); got != time.ReplaceAllString(want, "in N s") {
		t.Errorf("it prints\n%s", got)
	}
}
