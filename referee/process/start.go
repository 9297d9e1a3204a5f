package process

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"
	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
)

// TokenVariable is the environment variable by which a bot and the processes
// it starts are known, so that what the bot leaves behind can be found.
const TokenVariable = "ARBITER_BOT"

// A SpecError says that a bot cannot be run as its Spec asks, and what to do
// about it. Any other error of Start is the machine's: no process, memory or
// descriptor is free.
type SpecError struct {
	Why string // what was wrong, where, and what was expected
	Err error  // the system's word, if any

	Mistake Mistake // what it is, of those that have a name; "" for any other
}

// Error returns the reason.
func (e *SpecError) Error() string { return e.Why }

// Unwrap returns the system's error.
func (e *SpecError) Unwrap() error { return e.Err }

// Start starts a bot in a process group of its own, and returns its player. A SpecError is the
// bot's mistake, and any other error the machine's.
func (t *Table) Start(spec Spec) (*Player, error) {
	if t.epoch.IsZero() {
		t.epoch = time.Now()
		t.setEnvironment()
		t.chunk = make([]byte, chunkSize)
		t.tellsDelays = tellsDelays(t.chunk)
	}
	t.reapLost()
	p := &Player{
		table: t, name: spec.Name, out: t.output(),
		token: fmt.Sprintf("%s=%016x", TokenVariable, rand.Uint64()),
		stdin: noPipe, stdout: noPipe, stderr: noPipe,
		stderrLeft: MaxStderrMatch, answersLeft: MaxAnswersMatch, liable: spec.Liable,
		key: spec.key(), dir: spec.Dir, grace: max(0, cmp.Or(spec.End, DefaultEnd)),
	}
	if err := p.start(spec); err != nil {
		p.stdin.close()
		p.stdout.close()
		p.stderr.close()
		p.closeGroup()
		return nil, fmt.Errorf("start bot %s: %w", spec.Name, sandbox.WithRlimit(err))
	}
	t.seated = append(t.seated, p)
	return p, nil
}

// setEnvironment sets what bots get of our environment: in a box, nothing that may
// be a secret.
func (t *Table) setEnvironment() {
	t.environment = os.Environ()
	if t.Isolation.Boxed() {
		t.environment = t.Isolation.View().Environ()
	}
}

func (p *Player) start(spec Spec) error {
	var theirs [3]uintptr
	for i, ours := range []*pipe{&p.stdin, &p.stdout, &p.stderr} {
		fd, mine, err := pipes(i == 0)
		if err != nil {
			return fmt.Errorf("open a pipe: %w", err)
		}
		defer unix.Close(fd)
		theirs[i], *ours = uintptr(fd), mine
	}
	start := p.startFree
	if p.table.Isolation.Boxed() {
		start = p.startBoxed
	}
	if err := start(spec, theirs); err != nil {
		return err
	}
	p.spoke = p.table.now()
	p.watch = watch{pid: p.pid, group: p.group, token: p.token, box: p.box, inside: p.box != nil && p.table.Isolation.Encloses(), newest: p.pid}
	if _, ok := p.group.CPU(); !ok {
		p.watch.meter = newMeter(p.pid)
	}
	return nil
}

// startFree starts the bot without a box.
func (p *Player) startFree(spec Spec, theirs [3]uintptr) (err error) {
	if err := p.table.check(spec); err != nil {
		return err
	}
	if p.pid, err = spec.fork(p.table.environment, p.token, theirs); err != nil {
		return cmp.Or(spec.check(), err) // its files may have changed since they were looked at
	}
	return nil
}

// check looks for the mistakes of a bot once for a table: a start is not to wait for
// the files of each match's bots.
func (t *Table) check(spec Spec) error {
	key := spec.key()
	if t.checked[key] {
		return nil
	}
	if err := spec.check(); err != nil {
		return err
	}
	if t.checked == nil {
		t.checked = map[string]bool{}
	}
	t.checked[key] = true
	return nil
}

// key is the same for specs with the same program: variables, such as the seed of
// each match, choose none.
func (s Spec) key() string { return strings.Join(append([]string{s.Dir}, s.Command...), "\x00") }

// program returns the file to execute.
func (s Spec) program() (string, error) {
	if len(s.Command) == 0 {
		return "", &SpecError{Why: "no command; want the program to run and its arguments"}
	}
	name := s.Command[0]
	if strings.ContainsRune(name, filepath.Separator) {
		return name, nil // relative to Dir, where the child is when it executes it
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", &SpecError{
			Why: fmt.Sprintf("no program %q in PATH; want one that is installed, or a path such as ./%s", name, name),
			Err: err,
		}
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	return view.Behind(nil, path, s.Dir), nil
}

// environ returns our environment with the spec's variables and the token, if
// there is one.
func (s Spec) environ(ours []string, token string) []string {
	env := make([]string, 0, len(ours)+len(s.Env)+2)
	if token != "" {
		env = append(env, token)
	}
	env = append(env, s.Env...)
	if s.Dir != "" {
		env = append(env, "PWD="+s.Dir)
	}
	own := env
	for _, assignment := range ours {
		name := assignment[:strings.IndexByte(assignment, '=')+1]
		replaced := func(other string) bool { return name != "" && strings.HasPrefix(other, name) }
		if !slices.ContainsFunc(own, replaced) {
			env = append(env, assignment)
		}
	}
	return env
}

// explain says why the program could not be executed, and whose problem it is.
func (s Spec) explain(program string, err error) error {
	file := s.shown(program)
	why := fmt.Sprintf("%s: %v", file, err)
	switch {
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.ENOMEM), errors.Is(err, unix.EMFILE), errors.Is(err, unix.ENFILE):
		return fmt.Errorf("fork: %w", err)
	case errors.Is(err, unix.ENOENT):
		why = s.missing(program)
	case errors.Is(err, unix.EACCES) && noexec(s.path(program)):
		why = fmt.Sprintf("%s: its file system is mounted noexec, so that nothing on it is executed; use another folder (TMPDIR=DIR for temporary ones), or mount -o remount,exec", file)
	case errors.Is(err, unix.EACCES):
		why = fmt.Sprintf("%s: not executable; want a program, or a script with chmod +x", file)
	case errors.Is(err, unix.ENOEXEC) && s.alone():
		return &SpecError{Mistake: Executable, Err: err, Why: fmt.Sprintf(
			"%s: no program for this machine; a source file is a bot of one file if it may not be executed: chmod -x %s%s", file, shellquote.Join(program), adviseShebang(file))}
	case errors.Is(err, unix.ENOEXEC):
		why = fmt.Sprintf("%s: no program for this machine; a script begins with a line such as #!/usr/bin/env python3", file)
	case errors.Is(err, unix.ETXTBSY):
		why = fmt.Sprintf("%s: being written at this moment; start it when its build is done", file)
	}
	return &SpecError{Why: why, Err: err}
}

// missing says which of the things that a program needs is not there.
func (s Spec) missing(program string) string {
	file := s.shown(program)
	if _, err := os.Stat(s.Dir); s.Dir != "" && err != nil {
		return fmt.Sprintf("no folder %s; want the folder the bot runs in", cmp.Or(s.Origin, s.Dir))
	}
	if _, err := os.Stat(s.path(program)); err == nil {
		return fmt.Sprintf("%s: its interpreter is not there; look at its first line", file)
	}
	if len(s.Build) > 0 {
		return fmt.Sprintf("no program %s; build the bot first", file)
	}
	return fmt.Sprintf("no program %s", file)
}

// noexec reports whether a file may be executed and only its mount forbids it.
func noexec(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&0o111 != 0 && mountedNoexec(path)
}
