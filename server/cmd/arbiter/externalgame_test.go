package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/refereetest"
)

// docs/games.md begins with commands that run unchanged, and what the last one prints.
func TestGamesExample(t *testing.T) {
	t.Parallel()
	refereetest.Python(t)
	_, page, _ := strings.Cut(readDocument(t, "docs/games.md"), "\n## Play one\n\n```sh\n")
	script, page, _ := strings.Cut(page, "```\n")
	_, page, _ = strings.Cut(page, "```\n")
	want, _, ok := strings.Cut(page, "```\n")
	if !ok {
		t.Fatal("docs/games.md does not begin with a block of sh, and a block with what its last command prints")
	}
	// Other tests take the machine's time: no bot is late for that.
	script = strings.ReplaceAll(script, "arbiter play ", "arbiter play --time-factor 100 ")
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(arbiterProgram(t))+string(filepath.ListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "\n"+want) {
		t.Errorf("docs/games.md: %v, and its commands print\n%s\nwant at the end\n%s", err, out, want)
	}
}
