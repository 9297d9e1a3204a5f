package process

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
)

// startBoxed starts the bot in a box. What is behind its command is found once
// for a table, and again when that does not start any more.
func (p *Player) startBoxed(spec Spec, theirs [3]uintptr) error {
	for again := false; ; again = true {
		c, known, err := p.table.command(spec, p.token)
		if err != nil {
			return err
		}
		if p.group == nil {
			if p.group, err = p.table.Isolation.Group(c.Limits); err != nil {
				return err
			}
		}
		c.Group = p.group
		c.Files = [3]int{int(theirs[0]), int(theirs[1]), int(theirs[2])}
		started, err := p.table.Isolation.Start(c)
		var failed *sandbox.StartError
		switch {
		case err == nil:
			p.box, p.pid, p.limits = started, started.Pid(), c.Limits
			p.notice = []byte(sandbox.HeapNotice(c.Env, c.Limits.Memory))
			return nil
		case !known || again || !errors.As(err, &failed) || failed.Box:
			return spec.explainBoxed(c, err)
		}
		clear(p.table.found)
	}
}

// command returns what the sandbox is to start, and whether its program was known.
func (t *Table) command(spec Spec, token string) (c sandbox.Command, known bool, err error) {
	box := t.Isolation
	c = sandbox.Command{Dir: spec.Dir, Limits: sandbox.Resources(spec.Limits)}
	if err := c.Limits.Within(box.Limits()); err != nil {
		return c, false, &SpecError{Why: err.Error(), Err: err}
	}
	c.Limits = box.Grant(c.Limits)
	if c.Dir == "" {
		if c.Dir, err = os.Getwd(); err != nil {
			return c, false, &SpecError{Why: fmt.Sprintf("no folder to run in: %v", err), Err: err}
		}
	}
	key := spec.key()
	found, known := t.found[key]
	if !known {
		if found, err = spec.find(c, box, false); err != nil {
			return c, false, err
		}
		if t.found == nil {
			t.found = map[string]view.Found{}
		}
		t.found[key] = found
	}
	c.Program, c.Args, c.Show, c.Links = found.Program, found.Args, found.Show, found.Links
	c.Env = replaced(spec.environ(t.environment, ""), found.Env)
	c.Env = sandbox.TellMemory(c.Env, c.Limits.Memory)
	if !box.Encloses() {
		c.Env = slices.Concat([]string{token}, c.Env) // it may escape, and is to be found then
	}
	return c, known, nil
}

// find finds the program of the bot's command, or of its build's, and what its box
// shows.
func (s Spec) find(c sandbox.Command, box *sandbox.Sandbox, build bool) (view.Found, error) {
	if len(s.Command) == 0 {
		return view.Found{}, &SpecError{Why: "no command; want the program to run and its arguments"}
	}
	if _, err := os.Stat(c.Dir); err != nil {
		return view.Found{}, &SpecError{Why: fmt.Sprintf("no folder %s; want the folder the bot runs in", c.Dir), Err: err}
	}
	if err := s.checkProgram(); !build && err != nil {
		return view.Found{}, err
	}
	found, err := box.View().Find(view.Search{Command: s.Command, Dir: c.Dir, Typed: s.Dir == "", Build: build, Runtime: s.Runtime})
	if err != nil {
		err = &SpecError{Why: cmp.Or(errors.Unwrap(err), err).Error(), Err: err} // without the command, which is the spec's
	} else if !build { // what bots do not see comes before what is not there
		err = s.checkScript()
	}
	return found, err
}

// replaces reports whether one of the assignments is to the variable of another.
func replaces(by []string, assignment string) bool {
	name := assignment[:strings.IndexByte(assignment, '=')+1]
	return slices.ContainsFunc(by, func(b string) bool { return strings.HasPrefix(b, name) })
}

// explainBoxed says why the program was not started in its box, and whose problem
// it is.
func (s Spec) explainBoxed(c sandbox.Command, err error) error {
	var failed *sandbox.StartError
	if !errors.As(err, &failed) || failed.Box {
		return fmt.Errorf("box: %w", err)
	}
	err = s.explain(c.Program, failed.Err)
	var mistake *SpecError
	if !errors.As(err, &mistake) || unix.Access(c.Program, unix.X_OK) != nil {
		return err
	}
	switch {
	case errors.Is(failed, unix.ENOENT):
		mistake.Why = fmt.Sprintf("%s: it needs a file that bots do not see, such as an interpreter or a library; show its folder to all bots with --runtime DIR", c.Program)
	case errors.Is(failed, unix.EACCES):
		mistake.Why = fmt.Sprintf("%s: the bot runs as another user, who may not read it; chmod -R go+rX its folder", c.Program)
	}
	return mistake
}

// closeBox ends what is left in the bot's box, and waits for it, with a limit.
func (p *Player) closeBox() {
	if p.box == nil {
		return
	}
	lost, err := p.box.Close(endLimit)
	if lost != 0 {
		p.table.lost = append(p.table.lost, lost)
	}
	p.warn(err)
	p.box = nil
}
