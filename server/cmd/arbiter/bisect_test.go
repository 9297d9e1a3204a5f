package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee/refereetest"
	"arbiter/server/league"
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

// historyExample returns the second command line of the example of docs/bisect.md, and
// what it prints.
func historyExample(t *testing.T) (command, output string) {
	t.Helper()
	_, page, ok := strings.Cut(readDocument(t, "docs/bisect.md"), "\n```\narbiter history keeper HEAD~8")
	rest, page, okToo := strings.Cut(page, "\n```\n")
	_, page, okThree := strings.Cut(page, "\n```\n")
	output, _, okFour := strings.Cut(page, "```\n")
	if !ok || !okToo || !okThree || !okFour {
		t.Fatal("docs/bisect.md has no block with arbiter history keeper HEAD~8, and one with what it prints behind it")
	}
	return "arbiter history keeper HEAD~8" + rest, output
}

// docs/bisect.md has a complete example, and its command prints what stands below it,
// but for the time, also where it is killed again and again.
func TestKilledBisectExample(t *testing.T) {
	t.Parallel()
	script, command, want := bisectExample(t)
	killedExample(t, script, command, want)
}

// It has one of histories, too, and docs/images/history.svg is the picture that its
// command draws.
func TestKilledHistoryExample(t *testing.T) {
	t.Parallel()
	script, _, _ := bisectExample(t)
	command, want := historyExample(t)
	picture, err := os.ReadFile(filepath.Join(killedExample(t, script, command, want), "history.svg"))
	if err != nil {
		t.Fatal(err)
	}
	if string(picture) != readDocument(t, "docs/images/history.svg") {
		t.Errorf("docs/images/history.svg is another picture than\n%s", picture)
	}
}

// "20 kills over both verbs: the same cells and the same end": killedExample makes the
// repository of an example, starts its command, kills and starts it again, and wants it
// to print at its end what the document says, which comes from a run without a kill. It
// returns the repository. The bots play alike on the same seed.
func killedExample(t *testing.T, script, command, want string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("left by -short to make test: takes long") // make quick passes -short; make test and CI play it
	}
	folder := t.TempDir()
	shell(t, folder, script)
	repository := filepath.Join(folder, "mine-history")
	run := func(database string) *exec.Cmd {
		cmd := arbiterCommand(t, append(strings.Fields(command)[1:], "--db", database)...)
		cmd.Dir = repository
		return cmd
	}
	printed := func(database string) string {
		out, err := run(database).Output()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	var games int
	if found := regexp.MustCompile(`([0-9]+) games in [0-9]+ s`).FindStringSubmatch(want); found != nil {
		games, _ = strconv.Atoi(found[1])
	}
	if games == 0 {
		t.Fatalf("the document does not say how many games that are:\n%s", want)
	}
	database := filepath.Join(repository, "arbiter.db")
	for n := range *kills {
		killAt(t, run(database), database, (n+1)*games/(*kills+1))
	}
	time := regexp.MustCompile(`(; this run played [0-9]+ match(es)?)? in [0-9]+ s\b|, all of them of earlier runs\b`) // of the last run
	want = time.ReplaceAllString(want, " in N s")
	got := strings.ReplaceAll(printed(database), database, "arbiter.db")
	if got = time.ReplaceAllString(got, " in N s"); got != want {
		t.Errorf("it prints\n%s", got)
	}
	_, name, _ := strings.Cut(want, "  tournament: ")
	name, _, _ = strings.Cut(name, "\n")
	killed := storedSeries(t, database, name)
	if *kills >= 100 { // in make soak
		whole := filepath.Join(folder, "whole.db")
		printed(whole)
		if diff := cmp.Diff(storedSeries(t, whole, name), killed); diff != "" {
			t.Errorf("other cells or matches after kills: %s", diff)
		}
	}
	return repository
}

// "--server URL has a server play, with its workers", and "20 kills over both verbs: the same
// cells and the same end, nothing lost or counted twice": versions travel to two workers
// that have never seen the repository, of which one after the other is killed in the
// middle of a round and replaced.
func TestLineOnWorkers(t *testing.T) {
	if *kills < 100 {
		t.Skip("make soak plays it: it takes a minute of processor time") // make test kills a search and a history here (TestKilled), and workers of a farm (TestChaos)
	}
	for _, tt := range []struct {
		args []string
		says string
	}{
		{[]string{"bisect", "keeper", "--good", "HEAD~4"}, "(change 3) made the bot weaker"},
		{[]string{"history", "keeper", "HEAD~4..", "--band", "120"}, "(change 3) by -"},
	} {
		t.Run(tt.args[0], func(t *testing.T) {
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
			whole, none := lineOnWorkers(t, folder, filepath.Join(folder, "whole"), tt.args, 0)
			killed, times := lineOnWorkers(t, folder, filepath.Join(folder, "killed"), tt.args, 10)
			if diff := cmp.Diff(whole, killed); diff != "" || none != 0 || !strings.Contains(whole.Sentence, tt.says) {
				t.Errorf("%s; want %q, and the same after %d kills:\n%s", whole.Sentence, tt.says, times, diff)
			}
			if times < 5 {
				t.Errorf("%d workers were killed before the end; want 5 at least", times)
			}
			t.Logf("%d games, %d workers killed: %s", whole.Games, times, whole.Sentence)
		})
	}
}

// A lineEnd is what a bisect or a history has played and come to.
type lineEnd struct {
	Sentence, Tournament string
	Games                int
	Rounds               [][]league.Cell
}

// lineOnWorkers runs a command in a repository, on a new server with two workers that are
// killed by turns, most times at most, and returns how often.
func lineOnWorkers(t *testing.T, repository, folder string, args []string, most int) (end lineEnd, times int) {
	t.Helper()
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	token, port, path := filepath.Join(folder, "token"), refereetest.FreePort(t), filepath.Join(folder, "t.db")
	if err := os.WriteFile(token, []byte(strings.Repeat("0123456789abcdef", 4)), 0o600); err != nil {
		t.Fatal(err)
	}
	program := arbiterProgram(t)
	server := startCommand(t, exec.Command(program, serveArgs(path, "--workers", "127.0.0.1:"+port, "--queue-token-file", token, "--only-workers",
		"--recheck", "0", "--slowest-worker", "0", "--runtime", filepath.Dir(program))...))
	work := func(n int) *exec.Cmd {
		name := fmt.Sprintf("worker%d", n)
		cmd := exec.Command(program, "work", "nats://127.0.0.1:"+port, "--queue-token-file", token, "--name", name, "--concurrency", "2",
			"--max-load", "0", "--affinity", "off", "--runtime", filepath.Dir(program), "--cache", filepath.Join(folder, name))
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
		return cmd
	}
	workers := []*exec.Cmd{work(0), work(1)}
	refereetest.Await(t, "both workers", func() bool { // a batch is as large as the workers that are there
		var status struct{ Workers []struct{} }
		get(t, server.url+"/api/workers", &status)
		return len(status.Workers) == len(workers)
	})
	cmd := exec.Command(program, append(args, "--path", "bots/mine", "--server", server.url, "--time-factor", "100", "--json")...)
	cmd.Dir, cmd.Stderr = repository, os.Stderr
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var err error
	refereetest.AwaitProgress(t, "the end of the bisect", func() (int, bool) {
		select {
		case err = <-ended:
			return 0, true
		default:
		}
		stored := storedMatches(t, path)
		if times < most && stored >= 12*(times+1) {
			oldest := workers[0]
			oldest.Process.Kill()
			oldest.Wait()
			workers = append(workers[1:], work(2+times))
			times++
		}
		return stored, false
	})
	if err != nil || json.Unmarshal(out.Bytes(), &end) != nil {
		t.Fatalf("%v: %s", err, out.Bytes())
	}
	end.Rounds = storedSeries(t, path, end.Tournament).Series.Rounds
	return end, times
}
