package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"arbiter/referee/refereetest"
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

// "--server URL has a server play, with its workers": versions travel to a worker that
// has never seen the repository, the commit is named, and when the worker is killed
// meanwhile another one goes on, with nothing lost or counted twice.
func TestBisectOnWorkers(t *testing.T) {
	if *kills < 100 {
		t.Skip("make soak plays it: it takes a dozen seconds of processor time") // make test kills a search here (TestKilledBisect), and workers of a farm (TestChaos)
	}
	t.Parallel()
	folder := t.TempDir()
	shell(t, folder, `git init --quiet . && git config user.name a && git config user.email a@example.org
mkdir -p bots/mine
printf 'name = "mine"\ngames = ["keeper"]\nrun = "sh bot.sh"\n' > bots/mine/bot.toml
for v in 0 1 2 3 4; do
  echo "# change $v" > bots/mine/bot.sh
  [ $v -ge 3 ] && echo 'echo NOTHING; exit' >> bots/mine/bot.sh
  echo 'while read x y rest; do read n; while [ $n -gt 0 ]; do read entity; n=$((n-1)); done; echo MOVE $x $y; done' >> bots/mine/bot.sh
  git add . && git commit --quiet -m "change $v"
done`)
	token, port, path := filepath.Join(folder, "token"), refereetest.FreePort(t), filepath.Join(folder, "t.db")
	if err := os.WriteFile(token, []byte(strings.Repeat("0123456789abcdef", 4)), 0o600); err != nil {
		t.Fatal(err)
	}
	program := arbiterProgram(t)
	server := startCommand(t, exec.Command(program, serveArgs(path, "--workers", "127.0.0.1:"+port, "--queue-token-file", token, "--only-workers",
		"--recheck", "0", "--slowest-worker", "0", "--runtime", filepath.Dir(program))...))
	work := func(name string) *exec.Cmd {
		cmd := exec.Command(program, "work", "nats://127.0.0.1:"+port, "--queue-token-file", token, "--name", name, "--concurrency", "2",
			"--max-load", "0", "--affinity", "off", "--runtime", filepath.Dir(program), "--cache", filepath.Join(folder, name))
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
		return cmd
	}
	first := work("first")
	search := exec.Command(program, "bisect", "keeper", "--good", "HEAD~4", "--path", "bots/mine", "--server", server.url, "--time-factor", "100", "--json")
	search.Dir, search.Stderr = folder, os.Stderr
	type end struct {
		out []byte
		err error
	}
	ended := make(chan end, 1)
	go func() {
		out, err := search.Output()
		ended <- end{out, err}
	}()
	for deadline := time.Now().Add(hang); storedMatches(t, path) < 20; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no 20 matches within %v", hang)
		}
	}
	first.Process.Kill()
	first.Wait()
	work("second")
	e := <-ended
	var result struct{ Sentence, Tournament string }
	if e.err != nil || json.Unmarshal(e.out, &result) != nil || !strings.Contains(result.Sentence, "(change 3) made the bot weaker") {
		t.Fatalf("%v: %s; want change 3", e.err, e.out)
	}
	storedSeries(t, path, result.Tournament)
}
