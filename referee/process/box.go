package process

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
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
	c = sandbox.Command{Dir: spec.Dir, Limits: sandbox.Limits(spec.Limits)}
	if err := c.Limits.Within(box.Limits()); err != nil {
		return c, false, &SpecError{Why: err.Error(), Err: err}
	}
	c.Limits = c.Limits.Or(box.Limits())
	if c.Dir == "" {
		if c.Dir, err = os.Getwd(); err != nil {
			return c, false, &SpecError{Why: fmt.Sprintf("no folder to run in: %v", err), Err: err}
		}
	}
	key := strings.Join(slices.Concat([]string{spec.Dir}, spec.Command, []string{""}, spec.Env), "\x00")
	found, known := t.found[key]
	if !known {
		c.Env = spec.environ(t.environment, "")
		if found, err = spec.find(c, box); err != nil {
			return c, false, &SpecError{Why: cmp.Or(errors.Unwrap(err), err).Error(), Err: err} // without the command, which is the spec's
		}
		found.Env = replaced(c.Env, found.Env)
		if t.found == nil {
			t.found = map[string]sandbox.Found{}
		}
		t.found[key] = found
	}
	c.Program, c.Args, c.Env = found.Program, found.Args, found.Env
	c.Bind = slices.Concat(found.Bind, spec.folders(c.Dir, found))
	if !box.Encloses() {
		c.Env = slices.Concat([]string{token}, c.Env) // it may escape, and is to be found then
	}
	return c, known, nil
}

// find finds the program behind the bot's command.
func (s Spec) find(c sandbox.Command, box *sandbox.Sandbox) (sandbox.Found, error) {
	if len(s.Command) == 0 {
		return sandbox.Found{}, errors.New("no command; want the program to run and its arguments")
	}
	if _, err := os.Stat(c.Dir); err != nil {
		return sandbox.Found{}, fmt.Errorf("no folder %s; want the folder the bot runs in", c.Dir)
	}
	env := slices.Clone(c.Env)
	for _, name := range []string{"HOME", "RUSTUP_HOME"} { // where runtimes may be installed; not the bot's to know
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return sandbox.Find(sandbox.Search{
		Command: s.Command, Dir: c.Dir, Typed: s.Dir == "", Env: env, Runtime: s.Runtime, Allowed: box.Allowed(),
	})
}

// replaces reports whether one of the assignments is to the variable of another.
func replaces(by []string, assignment string) bool {
	name := assignment[:strings.IndexByte(assignment, '=')+1]
	return slices.ContainsFunc(by, func(b string) bool { return strings.HasPrefix(b, name) })
}

// folders returns the folders that the bot may read beside those of its program:
// its own, or else the one where it runs and those that its command names, unless
// they hold far more than a bot. In one that does it may read the files that the
// command names, and their folders.
func (s Spec) folders(dir string, found sandbox.Found) (paths []string) {
	if s.Dir != "" {
		return []string{s.Dir}
	}
	for _, word := range append([]string{dir, found.Program}, found.Args...) {
		path, err := filepath.Abs(word)
		if err != nil {
			continue
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case info.IsDir():
			if !sandbox.Broad(path) {
				paths = append(paths, path)
			}
		case sandbox.Broad(dir) && info.Mode().IsRegular():
			if over := filepath.Dir(path); !sandbox.Broad(over) && strings.HasPrefix(over, dir) {
				path = over
			}
			paths = append(paths, path)
		}
	}
	return paths
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
		mistake.Why = fmt.Sprintf("%s: it needs a file that is not in the box of a bot; add its folder with --runtime DIR", c.Program)
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
