package debug

import (
	"context"
	"debug/buildinfo"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// A Tool is a debugger or another program that runs the bot.
type Tool interface {
	start(r *running) error
	// stop stops the bot, which has answered all turns before the one to look at,
	// and returns when the next input may be sent.
	stop(ctx context.Context, r *running) error
}

// Debuggers returns the names of the debuggers that Choose knows.
func Debuggers() []string { return []string{"pdb", "gdb", "dlv", "node"} }

// Choose returns the tool that a person means: a debugger and its arguments; or
// another command that runs the bot, such as valgrind; or, without words, the
// debugger for the language of the bot.
func Choose(words, bot []string, dir string) (Tool, error) {
	name := ""
	if len(words) > 0 {
		name = filepath.Base(words[0])
	}
	switch {
	case len(words) == 0:
		return forBot(bot, dir)
	case name == "pdb" || strings.HasPrefix(name, "python") && slices.Contains(words, "pdb"):
		return pdb{}, nil
	}
	if _, err := exec.LookPath(programFile(words[0], dir)); err != nil {
		return nil, fmt.Errorf("no program %s; want %s or another program that runs the bot, in PATH or by its path", words[0], strings.Join(Debuggers(), ", "))
	}
	switch name {
	case "gdb":
		return gdb{words}, nil
	case "dlv":
		return dlv{words}, nil
	case "node":
		return node{}, nil
	}
	return wrapper{words}, nil
}

// forBot returns the debugger for the language of a bot.
func forBot(bot []string, dir string) (Tool, error) {
	switch language(bot, dir) {
	case "python":
		return pdb{}, nil
	case "javascript":
		return node{}, nil
	case "go":
		if _, err := exec.LookPath("dlv"); err == nil {
			return dlv{[]string{"dlv"}}, nil
		}
	}
	if _, err := exec.LookPath("gdb"); err == nil {
		return gdb{[]string{"gdb"}}, nil
	}
	return nil, errors.New("no debugger for this bot is installed; want gdb or dlv in PATH, or a command that runs the bot after --, such as -- valgrind; -- env only feeds it the record")
}

// language guesses the language of a bot from its command.
func language(bot []string, dir string) string {
	name := filepath.Base(bot[0])
	switch {
	case strings.HasPrefix(name, "python") || strings.HasPrefix(name, "pypy"):
		return "python"
	case name == "node" || name == "nodejs":
		return "javascript"
	}
	program := programFile(bot[0], dir)
	if _, err := buildinfo.ReadFile(program); err == nil {
		return "go"
	}
	if head := firstLine(program); strings.HasPrefix(head, "#!") {
		switch {
		case strings.Contains(head, "python"):
			return "python"
		case strings.Contains(head, "node"):
			return "javascript"
		}
	}
	return ""
}

// programFile returns the file of a program as it is typed.
func programFile(name, dir string) string {
	if !strings.ContainsRune(name, filepath.Separator) {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
		return name
	}
	if !filepath.IsAbs(name) {
		return filepath.Join(dir, name)
	}
	return name
}

// firstLine returns the start of a file, up to a line end.
func firstLine(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, 200)
	n, err := f.Read(head)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(head[:n]), "\n")
	return line
}

// A wrapper is a command that runs the bot, and stops nowhere.
type wrapper struct{ words []string }

func (w wrapper) start(r *running) error {
	return r.start(append(slices.Clone(w.words), r.Spec.Command...), r.environ())
}

func (wrapper) stop(context.Context, *running) error { return nil }

// pdb stops a bot in Python by a signal. It reads from the terminal.
type pdb struct{}

//go:embed help/python/sitecustomize.py
var sitecustomize []byte

func (pdb) start(r *running) error {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return ErrNoTerminal
	}
	tty.Close()
	return r.startPython()
}

// ErrNoTerminal is the error of a debugger that is started without a terminal.
var ErrNoTerminal = errors.New("pdb needs a terminal to read commands from, as the bot's stdin is the match; run it in one")

// startPython starts a bot in Python that imports our sitecustomize.
func (r *running) startPython(more ...string) error {
	if err := os.WriteFile(filepath.Join(r.dir, "sitecustomize.py"), sitecustomize, 0o600); err != nil {
		return err
	}
	path := r.dir
	if old := os.Getenv("PYTHONPATH"); old != "" {
		path += string(os.PathListSeparator) + old
	}
	return r.start(r.Spec.Command, r.environ(append(more, "PYTHONPATH="+path, "ARBITER_READY="+r.ready, "PYTHONDONTWRITEBYTECODE=1")...))
}

func (pdb) stop(ctx context.Context, r *running) error {
	pid, err := r.awaitReady(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "pdb stops at the next line that runs, with the input of turn %d being read: n steps, b FILE:LINE sets a breakpoint, c goes on with the record.\n", r.Turn)
	return syscall.Kill(pid, syscall.SIGUSR1)
}

// gdb runs the bot itself, and stops it by SIGTRAP.
type gdb struct{ words []string }

func (g gdb) start(r *running) error {
	in, out := filepath.Join(r.dir, "in"), filepath.Join(r.dir, "out")
	run := "run"
	for _, arg := range r.Spec.Command[1:] { // a redirection takes the place of those that --args has
		run += " '" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	run += " < " + in + " > " + out
	words := append(slices.Clone(g.words), "-q", "-iex", "set debuginfod enabled off", "-ex", run, "--args")
	return r.startBeside(append(words, r.Spec.Command...), r.environ(), in, out)
}

func (g gdb) stop(ctx context.Context, r *running) error {
	pid, err := childOf(ctx, r.cmd.Process.Pid)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "gdb stops the bot by SIGTRAP where it waits for the input of turn %d: break think sets a breakpoint, continue goes on with the record.\n", r.Turn)
	return syscall.Kill(pid, syscall.SIGTRAP)
}

// childOf waits for a debugger to have started the bot, and for the bot to wait for
// its input, and returns the bot. A program that gdb starts for itself, such as
// iconv, has ended by then.
func childOf(ctx context.Context, parent int) (pid int, err error) {
	late := errors.New("the debugger did not start the bot")
	err = await(ctx, readyWithin, late, func() bool {
		pid = botOf(parent)
		return pid > 0 && awaitInput(ctx, pid) == nil && botOf(parent) == pid
	})
	return pid, err
}

// botOf returns the process that a debugger has started. It returns 0 while the
// debugger runs only a shell or itself.
func botOf(parent int) int {
	// Any thread of dlv starts it; one that has ended has none.
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
	for _, thread := range threads {
		text, _ := os.ReadFile(thread)
		for _, child := range strings.Fields(string(text)) {
			name, err := os.ReadFile("/proc/" + child + "/comm")
			if err == nil && !slices.Contains([]string{"sh", "bash", "dash", "gdb", "dlv"}, strings.TrimSpace(string(name))) {
				pid, _ := strconv.Atoi(child) // the kernel wrote it
				return pid
			}
		}
	}
	return 0
}

// dlv runs the bot itself, and stops it when it gets SIGINT.
type dlv struct{ words []string }

func (d dlv) start(r *running) error {
	in, out, begin := filepath.Join(r.dir, "in"), filepath.Join(r.dir, "out"), filepath.Join(r.dir, "init")
	if err := os.WriteFile(begin, []byte("continue\n"), 0o600); err != nil {
		return err
	}
	program := programFile(r.Spec.Command[0], r.Spec.Dir)
	words := append(slices.Clone(d.words), "exec", "--init", begin, "-r", "stdin:"+in, "-r", "stdout:"+out, program, "--")
	return r.startBeside(append(words, r.Spec.Command[1:]...), r.environ(), in, out)
}

func (d dlv) stop(ctx context.Context, r *running) error {
	pid, err := childOf(ctx, r.cmd.Process.Pid)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "dlv stops the bot where it waits for the input of turn %d: break main.think sets a breakpoint, continue goes on with the record.\n", r.Turn)
	if err := r.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return awaitStop(ctx, pid)
}

// node stops a bot in JavaScript by a signal and starts node inspect beside it.
type node struct{}

//go:embed help/node.js
var nodeHelp []byte

func (node) start(r *running) error {
	help := filepath.Join(r.dir, "help.js")
	if err := os.WriteFile(help, nodeHelp, 0o600); err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.dir, "port"), []byte(port), 0o600); err != nil {
		return err
	}
	options := strings.TrimSpace(os.Getenv("NODE_OPTIONS") + " --require " + help)
	return r.start(r.Spec.Command, r.environ("NODE_OPTIONS="+options, "ARBITER_READY="+r.ready, "ARBITER_INSPECT="+port))
}

// freePort returns a port of this machine that nobody listens to.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}

func (node) stop(ctx context.Context, r *running) error {
	pid, err := r.awaitReady(ctx)
	if err != nil {
		return err
	}
	port, err := os.ReadFile(filepath.Join(r.dir, "port"))
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGUSR2); err != nil {
		return err
	}
	address := "127.0.0.1:" + string(port)
	err = await(ctx, readyWithin, errors.New("the bot does not wait for a debugger"), func() bool {
		connection, err := net.Dial("tcp", address)
		if err != nil {
			return false
		}
		connection.Close()
		return true
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "node inspect waits before the input of turn %d: setBreakpoint('bot.js', LINE), then cont goes on with the record.\n", r.Turn)
	inspect := exec.Command("node", "inspect", address)
	inspect.Stdin, inspect.Stdout, inspect.Stderr = r.Stdin, r.Stdout, r.Stderr
	if err := inspect.Start(); err != nil {
		return fmt.Errorf("start node inspect: %w", err)
	}
	r.beside = inspect
	return nil
}
