package main

import (
	"bufio"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"arbiter/referee/process/twin"
	"arbiter/referee/refereetest"
)

// A scriptServer is the arbiter serve of a script.
type scriptServer struct{ cmd *exec.Cmd }

// serverKey is the key of the *scriptServer in the environment of a script.
type serverKey struct{}

// scriptCommands are the commands of scripts besides arbiter. "serve FLAGS..."
// starts a server, on the port of the previous one if there was one, and sets
// SERVER and ADDR to its URL and address. "serve_no_more" kills the server, as
// the end of the script does. "plain" makes arbiter the program as users have it,
// built without -race, in a script in which it computes for long. "await PROGRAM ARGS..."
// runs a program again and again until it succeeds, and fails after refereetest.Hang.
// "both" runs arbiter on a database and on the server, and compares what it says.
// "capture VARIABLE PATTERN" sets a variable to the first group of a pattern in what the last
// command printed.
func scriptCommands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"serve":         func(ts *testscript.TestScript, _ bool, args []string) { serverOf(ts).serve(ts, args) },
		"serve_no_more": func(ts *testscript.TestScript, _ bool, _ []string) { serverOf(ts).stop() },
		"plain": func(ts *testscript.TestScript, _ bool, _ []string) {
			program, err := plainProgram()
			ts.Check(err)
			ts.Setenv("PATH", filepath.Dir(program)+string(filepath.ListSeparator)+ts.Getenv("PATH"))
		},
		"both": both,
		"capture": func(ts *testscript.TestScript, _ bool, args []string) {
			found := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
			if found == nil {
				ts.Fatalf("no match for %s", args[1])
			}
			ts.Setenv(args[0], found[1])
		},
		"await": func(ts *testscript.TestScript, _ bool, args []string) {
			refereetest.Await(ts, strings.Join(args, " "), func() bool { return ts.Exec(args[0], args[1:]...) == nil })
		},
		// twin DIR LINE writes a bot that answers by a line of shell; all of them have the
		// same digest.
		"twin": func(ts *testscript.TestScript, _ bool, args []string) {
			files := map[string]string{"bot.toml": "name = \"mine\"\nrun = \"sh bot.sh\"\n", "bot.sh": "while read line; do " + args[1] + "; done\n"}
			ts.Check(twin.Write(ts.MkAbs(args[0]), []string{"sh", "bot.sh"}, files, "0123456789abcdef"))
		},
	}
}

// masked are what may differ between two runs of one command: times, and how long something
// took.
func masked() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?`),
		regexp.MustCompile(`"(seconds|seconds_left|each|w|c|wall_ns|cpu_ns|wall_us|cpu_us)":[-+.e0-9]+`),
		regexp.MustCompile(`"host":{[^}]*}`), // how busy the machine was, and whether cores were pinned
		regexp.MustCompile(`[0-9.]+ matches/s`),
		regexp.MustCompile(`\b([0-9.]+ ?(ms|s|min)|under a (second|minute))\b`),
	}
}

// both runs arbiter with the database both.db and with the server, and fails unless both
// end alike and say the same: with -result without the log, which says how far something is,
// and with -sort also in any order, since matches are played side by side.
func both(ts *testscript.TestScript, _ bool, args []string) {
	sorted, result := args[0] == "-sort", args[0] == "-result"
	if sorted || result {
		args = args[1:]
	}
	// What is said while something takes long is left out, too.
	address := regexp.MustCompile(`(?m)^(Watch it at|Building|Starting|Counting|\S+: \d+ of .*matches,|\d+ games?,) .*\n|http://127\.0\.0\.1:\d+: | --(db|server) [^\s"]+|"(db|server)":"[^"]*",?`)
	said := func(where ...string) string {
		cmd := exec.Command("arbiter", append(slices.Clone(args), where...)...)
		if program, err := exec.LookPath("arbiter"); err == nil {
			cmd.Path = program
		}
		cmd.Dir = ts.MkAbs(".")
		for _, name := range []string{"PATH", "HOME", "XDG_CACHE_HOME", "WORK", raceOptions} {
			cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
		}
		var out, log strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &log
		if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
			ts.Fatalf("%v", err)
		}
		text := fmt.Sprintf("exit %d\n%s\nlog:\n%s", cmd.ProcessState.ExitCode(), out.String(), log.String())
		text = address.ReplaceAllString(text, "")
		for _, mask := range masked() {
			text = mask.ReplaceAllString(text, "...")
		}
		if sorted || result {
			text, _, _ = strings.Cut(text, "\nlog:\n")
		}
		if sorted {
			lines := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\n[]{}", r) })
			slices.Sort(lines)
			text = strings.Join(lines, "\n")
		}
		return text
	}
	here, there := said("--db", "both.db"), said("--server", ts.Getenv("SERVER"))
	if here != there {
		differs := 0
		for differs < min(len(here), len(there)) && here[differs] == there[differs] {
			differs++
		}
		from := max(0, differs-400)
		ts.Fatalf("arbiter %v: --db says\n... %s\n--server says\n... %s", args, here[from:min(differs+400, len(here))], there[from:min(differs+400, len(there))])
	}
}

func serverOf(ts *testscript.TestScript) *scriptServer {
	return ts.Value(serverKey{}).(*scriptServer)
}

func (s *scriptServer) serve(ts *testscript.TestScript, flags []string) {
	s.stop()
	addr := ts.Getenv("ADDR")
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	program, err := exec.LookPath("arbiter")
	ts.Check(err)
	s.cmd = exec.Command(program, append([]string{"serve", "--addr", addr, "--affinity", "off", "--concurrency", "2"}, flags...)...)
	s.cmd.Dir = ts.Getenv("WORK")
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "WORK", raceOptions} {
		s.cmd.Env = append(s.cmd.Env, name+"="+ts.Getenv(name))
	}
	out, err := s.cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(s.cmd.Start())
	ts.Defer(s.stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	ts.Check(err)
	url := strings.TrimSpace(strings.TrimPrefix(line, "Arbiter is at "))
	ts.Setenv("SERVER", url)
	ts.Setenv("ADDR", strings.TrimPrefix(url, "http://"))
}

func (s *scriptServer) stop() {
	if s.cmd != nil {
		s.cmd.Process.Kill()
		s.cmd.Wait()
		s.cmd = nil
	}
}
