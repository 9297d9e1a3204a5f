// Package debug runs a bot in a recorded match for a debugger or a profiler. The
// debugger has the terminal; the bot's stdin and stdout are the match. A Session
// feeds the bot the recorded input, stops it before a turn for the debugger, and
// goes on with the record. It runs no matches: package rewind compares the answers.
package debug

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"arbiter/referee/process"
	"arbiter/referee/rewind"
)

// A Session is one run of a bot in a recorded match.
type Session struct {
	Spec      process.Spec
	Env       []string          // beside our environment and the spec's: the bot's seed and the limits of the match
	Seat      int               // of the bot
	Exchanges []rewind.Exchange // of the seat, the whole match
	Turn      int               // before which the debugger takes over; one of the exchanges
	Out       io.Writer         // for people
	// Files that the debugger has: usually those of this program.
	Stdin, Stdout, Stderr *os.File
}

// Run runs the bot with a debugger until both have ended. It returns the first answer before
// Turn that differs from the record; nil if none does.
func (s Session) Run(ctx context.Context, tool Tool) (*rewind.Difference, error) {
	dir, err := os.MkdirTemp("", "arbiter-debug-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r := &running{Session: s, dir: dir, ready: filepath.Join(dir, "ready")}
	defer r.close()
	if err := tool.start(r); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() {
		r.cmd.Wait() // its status says nothing of the match
		close(ended)
		r.close() // so that nobody waits for its output
	}()
	before, after := s.split()
	bot := rewind.NewStream(r.in, r.out)
	difference, err := rewind.Feed(ctx, bot, s.Seat, before)
	if err != nil {
		r.kill()
		<-ended
		return difference, err
	}
	s.report(before, difference)
	if difference != nil && difference.Fault != nil {
		r.closeInput()
		<-ended
		return difference, nil
	}
	if err := tool.stop(ctx, r); err != nil {
		r.kill()
		<-ended
		return difference, err
	}
	if d, err := rewind.Feed(context.WithoutCancel(ctx), bot, s.Seat, after); err != nil {
		return difference, err
	} else if d != nil && difference == nil {
		fmt.Fprintln(s.Out, "after that,", d)
	}
	r.closeInput()
	<-ended
	if r.beside != nil {
		r.beside.Wait() // its status says nothing of the match
	}
	return difference, nil
}

// split returns the exchanges before Turn and those from it on.
func (s Session) split() (before, after []rewind.Exchange) {
	for i, e := range s.Exchanges {
		if e.Turn >= s.Turn {
			return s.Exchanges[:i], s.Exchanges[i:]
		}
	}
	return s.Exchanges, nil
}

// report tells how the bot's answers before Turn compare with the record.
func (s Session) report(before []rewind.Exchange, d *rewind.Difference) {
	switch {
	case d != nil:
		fmt.Fprintf(s.Out, "The answers differ from the record: %s.\n", d)
	case len(before) == 0:
		fmt.Fprintf(s.Out, "Turn %d is the first one in which the seat is asked.\n", s.Turn)
	default:
		fmt.Fprintf(s.Out, "The answers are as recorded up to turn %d. Turn %d is next.\n", before[len(before)-1].Turn, s.Turn)
	}
}

// running is a session that has been started.
type running struct {
	Session
	dir    string // for the tool's files
	ready  string // written by the bot when it can be signalled, with its process ID
	cmd    *exec.Cmd
	in     *os.File  // to the bot
	out    *os.File  // from the bot
	beside *exec.Cmd // a debugger that was started beside the bot; nil for none
}

// environ returns the bot's environment with more variables.
func (r *running) environ(more ...string) []string {
	env := append(os.Environ(), r.Spec.Env...)
	env = append(env, r.Env...)
	if r.Spec.Dir != "" {
		env = append(env, "PWD="+r.Spec.Dir)
	}
	return append(env, more...)
}

// start starts a command whose stdin and stdout are the match. It stays in our
// process group, so that it may read from the terminal.
func (r *running) start(words []string, env []string) error {
	theirs, in, err := os.Pipe()
	if err != nil {
		return err
	}
	defer theirs.Close()
	out, answers, err := os.Pipe()
	if err != nil {
		in.Close()
		return err
	}
	defer answers.Close()
	r.in, r.out = in, out
	r.cmd = exec.Command(words[0], words[1:]...)
	r.cmd.Dir, r.cmd.Env = r.Spec.Dir, env
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = theirs, answers, r.Stderr
	if err := r.cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", words[0], err)
	}
	return nil
}

// startBeside starts a debugger that has the terminal and runs the bot itself,
// with stdin and stdout from and to two named pipes.
func (r *running) startBeside(words []string, env []string, in, out string) error {
	var err error
	// Opened for both, they do not wait for the bot, and do not end before it.
	if r.in, err = openPipe(in); err != nil {
		return err
	}
	if r.out, err = openPipe(out); err != nil {
		return err
	}
	r.cmd = exec.Command(words[0], words[1:]...)
	r.cmd.Dir, r.cmd.Env = r.Spec.Dir, env
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = r.Stdin, r.Stdout, r.Stderr
	if err := r.cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", words[0], err)
	}
	return nil
}

func openPipe(path string) (*os.File, error) {
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		return nil, fmt.Errorf("make the pipe %s: %w", path, err)
	}
	return os.OpenFile(path, os.O_RDWR, 0)
}

// awaitReady returns the process ID of the bot when it can be signalled and waits
// for its input.
func (r *running) awaitReady(ctx context.Context) (int, error) {
	var text []byte
	late := fmt.Errorf("the bot %s did not load the debugger's help within %v", r.Spec.Name, readyWithin)
	err := await(ctx, readyWithin, late, func() bool {
		text, _ = os.ReadFile(r.ready) // there is none yet
		return len(text) > 0
	})
	if err != nil {
		return 0, err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0, err
	}
	return pid, awaitInput(ctx, pid)
}

// closeInput tells the bot that the match has ended.
func (r *running) closeInput() { r.in.Close() }

// close closes both pipes.
func (r *running) close() {
	if r.in != nil {
		r.in.Close()
	}
	if r.out != nil {
		r.out.Close()
	}
}

// kill ends what was started.
func (r *running) kill() {
	if r.cmd != nil && r.cmd.Process != nil {
		r.cmd.Process.Kill()
	}
}
