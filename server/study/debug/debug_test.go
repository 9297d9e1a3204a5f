//go:build linux

package debug_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process"
	"arbiter/referee/refereetest"
	"arbiter/referee/rewind"
	"arbiter/server/study/debug"
)

// The test binary is also a program that debugs the bot of these variables.
const (
	botVariable  = "DEBUG_TEST_BOT"  // words, divided by line ends
	toolVariable = "DEBUG_TEST_TOOL" // "" is the debugger of the bot's language, "slow" the profiler
	turnVariable = "DEBUG_TEST_TURN" // before which the debugger takes over
)

func TestMain(m *testing.M) {
	if bot := os.Getenv(botVariable); bot != "" {
		turn, err := strconv.Atoi(os.Getenv(turnVariable))
		if err == nil {
			err = debugBot(strings.Split(bot, "\n"), os.Getenv(toolVariable), turn)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// debugBot debugs a bot that doubles numbers, before a turn.
func debugBot(command []string, tool string, turn int) error {
	s := debug.Session{
		Spec: process.Spec{Name: "bot", Command: command}, Env: []string{"ARBITER_BOT_SEED=7"}, Turn: turn,
		Out: os.Stderr, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	}
	for turn := 1; turn <= 5; turn++ {
		s.Exchanges = append(s.Exchanges, rewind.Exchange{
			Turn: turn, Input: fmt.Appendf(nil, "%d\n", 10*turn), Lines: 1, Answer: []string{fmt.Sprint(20 * turn)},
		})
	}
	if tool == "slow" {
		d, err := s.Profile(context.Background())
		return told(d, err)
	}
	var words []string
	if tool != "" {
		words = strings.Fields(tool)
	}
	chosen, err := debug.Choose(words, command, "")
	if err != nil {
		return err
	}
	d, err := s.Run(context.Background(), chosen)
	return told(d, err)
}

func told(d *rewind.Difference, err error) error {
	if d != nil {
		fmt.Println("different:", d)
	}
	return err
}

// A terminal runs debugBot with a terminal of its own.
type terminal struct {
	t    *testing.T
	file *os.File
	cmd  *exec.Cmd
	text chan string
	seen string
}

func newTerminal(t *testing.T, turn int, tool string, bot ...string) *terminal {
	t.Helper()
	file, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	if err := unix.IoctlSetPointerInt(int(file.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(file.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	side, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer side.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), botVariable+"="+strings.Join(bot, "\n"), toolVariable+"="+tool, turnVariable+"="+strconv.Itoa(turn), "TERM=dumb", "NO_COLOR=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = side, side, side
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	x := &terminal{t: t, file: file, cmd: cmd, text: make(chan string, 1000)}
	go func() {
		defer close(x.text)
		buf := make([]byte, 4096)
		for {
			n, err := file.Read(buf)
			if err != nil {
				return
			}
			x.text <- string(buf[:n])
		}
	}()
	t.Cleanup(func() {
		unix.Kill(-cmd.Process.Pid, unix.SIGKILL)
		cmd.Wait()
		file.Close()
	})
	return x
}

// await waits for text on the terminal, and forgets what came before it.
func (x *terminal) await(text string) {
	x.t.Helper()
	limit := time.After(refereetest.Hang)
	for {
		if _, rest, ok := strings.Cut(x.seen, text); ok {
			x.seen = rest
			return
		}
		select {
		case more, ok := <-x.text:
			if !ok {
				x.t.Fatalf("the terminal ended without %q; it has\n%s", text, x.seen)
			}
			x.seen += more
		case <-limit:
			x.t.Fatalf("no %q; the terminal has\n%s", text, x.seen)
		}
	}
}

func (x *terminal) write(line string) {
	x.t.Helper()
	if _, err := x.file.WriteString(line + "\n"); err != nil {
		x.t.Fatal(err)
	}
}

// ends waits for the program to end well.
func (x *terminal) ends() {
	x.t.Helper()
	go func() {
		for range x.text { // so that it can go on writing
		}
	}()
	if err := x.cmd.Wait(); err != nil {
		x.t.Errorf("it ended with %v", err)
	}
}

// file writes a program.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

const pythonBot = `import os, sys
assert os.environ["ARBITER_BOT_SEED"] == "7"
def double(number):
    twice = 2 * number
    return twice
for line in iter(sys.stdin.readline, ""):
    print(double(int(line)), flush=True)
`

// Each debugger is tried before the third turn and before the first, for which the
// bot has answered nothing yet: it is started, and waits for its input.
func eachTurn(t *testing.T, test func(t *testing.T, turn int, handed string)) {
	t.Run("third", func(t *testing.T) {
		test(t, 3, "The answers are as recorded up to turn 2. Turn 3 is next.")
	})
	t.Run("first", func(t *testing.T) {
		test(t, 1, "Turn 1 is the first one in which the seat is asked.")
	})
}

// "The debugger keeps the terminal: pdb reads /dev/tty", and "the recorded input
// goes on after" the turn.
func TestPdb(t *testing.T) {
	interpreter := refereetest.Python(t)
	eachTurn(t, func(t *testing.T, turn int, handed string) {
		x := newTerminal(t, turn, "", interpreter, file(t, "bot.py", pythonBot))
		x.await(handed)
		x.await("(Pdb) ")
		x.write("p line")
		x.await(fmt.Sprintf("'%d\\n'", 10*turn))
		x.await("(Pdb) ")
		x.write("tbreak double")
		x.await("(Pdb) ")
		x.write("c")
		x.await("(Pdb) ")
		x.write("p number")
		x.await(fmt.Sprint(10 * turn))
		x.await("(Pdb) ")
		x.write("c")
		x.ends()
	})
}

// gdb runs the bot with redirected stdin and stdout and keeps the terminal.
func TestGdb(t *testing.T) {
	for _, program := range []string{"gdb", "g++"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed") // nobody needs gdb to build or play; the other debuggers share the path
		}
	}
	source := file(t, "bot.cpp", "#include <iostream>\nint twice(int n) { return 2 * n; }\nint main(int all, char **given) { if (all != 2 || given[1] != std::string(\"it's\")) return 1; int n; while (std::cin >> n) std::cout << twice(n) << std::endl; }\n")
	bot := filepath.Join(t.TempDir(), "bot")
	if out, err := exec.Command("g++", "-g", "-O0", "-o", bot, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	eachTurn(t, func(t *testing.T, turn int, handed string) {
		x := newTerminal(t, turn, "gdb -nx", bot, "it's")
		x.await(handed)
		x.await("SIGTRAP")
		x.await("(gdb) ")
		x.write("tbreak twice")
		x.await("(gdb) ")
		x.write("continue")
		x.await(fmt.Sprintf("twice (n=%d)", 10*turn))
		x.await("(gdb) ")
		x.write("continue")
		x.await("exited normally")
		x.await("(gdb) ")
		x.write("quit")
		x.ends()
	})
}

// dlv runs the bot in the same way, and is interrupted.
func TestDlv(t *testing.T) {
	if _, err := exec.LookPath("dlv"); err != nil {
		t.Skip("dlv is not installed") // nobody needs it to build or play; the other debuggers share the path
	}
	source := file(t, "bot.go", "package main\nimport \"fmt\"\nfunc twice(n int) int { return 2 * n }\nfunc main() { var n int; for { if _, err := fmt.Scan(&n); err != nil { return }; fmt.Println(twice(n)) } }\n")
	bot := filepath.Join(t.TempDir(), "bot")
	if out, err := exec.Command("go", "build", "-gcflags", "-N -l", "-o", bot, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	eachTurn(t, func(t *testing.T, turn int, handed string) {
		x := newTerminal(t, turn, "dlv", bot)
		x.await(handed)
		x.await("stopping process")
		x.await("(dlv) ")
		x.write("break main.twice")
		x.await("(dlv) ")
		x.write("continue")
		x.await("(dlv) ")
		x.write("print n")
		x.await(fmt.Sprint(10 * turn))
		x.await("(dlv) ")
		x.write("clear 1")
		x.await("(dlv) ")
		x.write("continue")
		x.await("has exited with status 0")
		x.await("(dlv) ")
		x.write("quit")
		x.ends()
	})
}

// node inspect attaches to the bot, which waits for it.
func TestNode(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed") // make test installs it; go test alone takes what there is
	}
	bot := file(t, "bot.js", "const lines = require('readline').createInterface({input: process.stdin});\nlines.on('line', (line) => console.log(2 * Number(line)));\nlines.on('close', () => process.exit(0));\n")
	eachTurn(t, func(t *testing.T, turn int, handed string) {
		x := newTerminal(t, turn, "", "node", bot)
		x.await(handed)
		x.await("break in")
		x.await("debug> ")
		x.write("cont")
		x.await("Waiting for the debugger to disconnect")
		x.write(".exit")
		x.ends()
	})
}

// "cProfile for Python": the functions of the turn, and of that alone.
func TestProfile(t *testing.T) {
	x := newTerminal(t, 3, "slow", refereetest.Python(t), file(t, "bot.py", pythonBot))
	x.await("Turn 3 took ")
	x.await("Ordered by: cumulative time")
	x.await("        1 ") // double was called once
	x.await("(double)")
	x.ends()
}

// "Python sees a signal that comes just before it waits for its next input only after
// that": a bot that misses the first one is signalled again.
func TestProfileOfABotThatMissesASignal(t *testing.T) {
	const deaf = `import signal, sys, time
for line in iter(sys.stdin.readline, ""):
    handler = signal.signal(signal.SIGUSR2, signal.SIG_IGN)
    print(2 * int(line), flush=True)
    time.sleep(0.2)
    signal.signal(signal.SIGUSR2, handler)
`
	x := newTerminal(t, 3, "slow", refereetest.Python(t), file(t, "bot.py", deaf))
	x.await("Ordered by: cumulative time")
	x.ends()
}

// An answer that differs is told with its turn, and the debugger comes all the same.
func TestDifference(t *testing.T) {
	bot := file(t, "bot.sh", "while read -r n; do [ $n = 20 ] && n=1; echo $((2 * n)); done")
	x := newTerminal(t, 3, "env", "sh", bot)
	x.await(`The answers differ from the record: turn 2: it answered "2"; the record has "40".`)
	x.await("different: turn 2")
	x.ends()
}

// A profile that is not possible is told.
func TestNoProfile(t *testing.T) {
	x := newTerminal(t, 3, "slow", "sh", "-c", "cat")
	x.await("no profile is possible: the bot is neither in Python nor in Go")
}
