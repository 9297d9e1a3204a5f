package main

import (
	"bufio"
	"os/exec"
	"path/filepath"
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
func scriptCommands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"serve":         func(ts *testscript.TestScript, _ bool, args []string) { serverOf(ts).serve(ts, args) },
		"serve_no_more": func(ts *testscript.TestScript, _ bool, _ []string) { serverOf(ts).stop() },
		"plain": func(ts *testscript.TestScript, _ bool, _ []string) {
			program, err := plainProgram()
			ts.Check(err)
			ts.Setenv("PATH", filepath.Dir(program)+string(filepath.ListSeparator)+ts.Getenv("PATH"))
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
