package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
)

// limits returns what the build may use: what is not set, as a bot, and at least
// what compilers and linkers need.
func (b *build) limits() sandbox.Resources {
	bot := b.options.Isolation.Limits()
	return b.options.Limits.Or(sandbox.Resources{
		Memory: max(bot.Memory, 2<<30), Scratch: max(bot.Scratch, 1<<30),
		Processes: max(bot.Processes, 512), Threads: max(bot.Threads, 512),
	})
}

// startBoxed starts the build in a box, where it may write to the bot's folder, to its
// $HOME and to $TMPDIR. If the build cannot be given the folder, it starts without a
// box, unless the options forbid that.
func (b *build) startBoxed(files [3]uintptr) error {
	box := b.options.Isolation
	c, err := b.command(box)
	if err != nil {
		return err
	}
	enter := func() error { return b.enter(c, files) }
	if box.Protections().On("files") {
		err = enter()
	} else {
		err = b.startFree(enter)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sandbox.ErrForeign) && box.Strict():
		return &SpecError{Why: err.Error() + "; move it there, or run Arbiter as the folder's owner", Err: err}
	case errors.Is(err, sandbox.ErrForeign):
		if b.options.Warn != nil {
			b.options.Warn(fmt.Errorf("bot %s: its build runs without a box: %w", b.spec.Name, err))
		}
		return b.startFree(func() error { return b.fork(b.asBot(), os.Environ(), files) })
	}
	return b.asBot().explainBoxed(c, err)
}

// asBot returns the build as if it were a bot to run.
func (b *build) asBot() Spec {
	return Spec{Name: b.spec.Name, Command: b.spec.Build, Dir: b.spec.Dir, Env: b.spec.Env, Runtime: b.spec.Runtime}
}

// command returns what the sandbox is to start.
func (b *build) command(box *sandbox.Sandbox) (sandbox.Command, error) {
	spec := b.asBot()
	c := sandbox.Command{Dir: spec.Dir, Home: b.home, Network: b.spec.Network && b.options.Network, Limits: b.limits()}
	if c.Dir == "" {
		var err error
		if c.Dir, err = os.Getwd(); err != nil {
			return c, err
		}
	}
	token := b.token
	if box.Encloses() {
		token = "" // nobody escapes, so nobody has to be found
	}
	found, err := spec.find(c, box, true)
	if err != nil {
		return c, err
	}
	home, err := view.Scratch(b.home)
	if err != nil {
		return c, err
	}
	c.Program, c.Args, c.Show, c.Links = found.Program, found.Args, append(found.Show, home), found.Links
	c.Env = replaced(spec.environ(box.View().Environ(), token), found.Env)
	c.Env = sandbox.TellMemory(c.Env, box.Grant(c.Limits).Memory)
	if info, err := os.Lstat(filepath.Join(c.Dir, ".git")); err == nil && !info.IsDir() {
		// It names a folder elsewhere, and go build would fail without that.
		c.Env = append(c.Env, "GOFLAGS=-buildvcs=false")
	}
	return c, nil
}

// replaced returns an environment with other assignments in place of those to
// the same variables.
func replaced(env, by []string) []string {
	rest := slices.DeleteFunc(slices.Clone(env), func(assignment string) bool { return replaces(by, assignment) })
	return append(slices.Clone(by), rest...)
}
