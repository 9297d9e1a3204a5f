package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// A delegation is what was done so that groups of ours have the controllers of
// v2: a group with controllers for its children may have no process itself
// ("no internal processes"), so we may have moved.
type delegation struct {
	own         string   // the group in which our directory is
	path        string   // our directory
	leaf        string   // where we moved to; "" if we stayed
	added       []string // controllers that we switched on in own
	controllers []string // those that the bots' groups have
}

// leafName is the name of the group that we move to, beside those of the bots.
const leafName = "referee"

// openUnified makes our directory in the v2 hierarchy: in our own group, or in
// one above it if the bots' groups get the controllers there and not here. A
// group above must have passed the controllers on already, or else we must not
// be root, who may change what belongs to others. The error says why there are
// no controllers, if there is a base all the same.
func openUnified(p place) (*base, *delegation, error) {
	b, err := openBaseV2(p.own)
	var d *delegation
	if err == nil {
		if d, err = delegateControllers(p.own, b.path, wanted()); d.complete() {
			return &b, d, nil
		}
	}
	for dir := p.own; dir != p.mount && strings.HasPrefix(dir, p.mount); {
		dir = filepath.Dir(dir)
		if !passesOn(dir) && os.Geteuid() == 0 {
			continue
		}
		above, aboveErr := openBaseV2(dir)
		if aboveErr != nil {
			continue
		}
		from, aboveErr := delegateControllers(dir, above.path, wanted())
		if from.complete() {
			if b.path != "" {
				aboveErr = errors.Join(d.undo(), b.close())
			}
			return &above, from, aboveErr
		}
		err = errors.Join(err, aboveErr, from.undo(), above.close())
	}
	if b.path == "" {
		return nil, nil, err
	}
	return &b, d, err
}

// openBaseV2 is openBase in a group that is ours or above ours: to start a process
// in a group beneath takes the right to write to cgroup.procs there.
func openBaseV2(dir string) (base, error) {
	if err := unix.Access(filepath.Join(dir, procsFile), unix.W_OK); err != nil {
		return base{}, fmt.Errorf("%s: %w", filepath.Join(dir, procsFile), err)
	}
	return openBase(dir)
}

// passesOn reports whether the groups in a group have the controllers.
func passesOn(dir string) bool {
	words := readWords(filepath.Join(dir, subtreeFile))
	return !slices.ContainsFunc(wanted(), func(name string) bool { return !slices.Contains(words, name) })
}

// complete reports whether the bots' groups have all controllers.
func (d *delegation) complete() bool {
	return !slices.ContainsFunc(wanted(), func(name string) bool { return !d.has(name) })
}

// errShared reports that our control group is not ours alone.
var errShared = errors.New("other processes share our control group")

// wanted are the controllers that limit bots.
func wanted() []string { return []string{"memory", "pids"} }

// delegateControllers gets the wanted controllers, as far as there are, for the
// groups in path, which is a directory in our group own.
func delegateControllers(own, path string, wanted []string) (*delegation, error) {
	d := &delegation{own: own, path: path}
	for _, controller := range readWords(filepath.Join(own, controllersFile)) {
		if !slices.Contains(wanted, controller) {
			continue
		}
		if !slices.Contains(readWords(filepath.Join(own, subtreeFile)), controller) {
			if err := d.enable(controller); err != nil {
				return d, errors.Join(err, d.undo())
			}
			d.added = append(d.added, controller)
		}
		if err := control(path, "+"+controller); err != nil {
			return d, errors.Join(err, d.undo())
		}
		d.controllers = append(d.controllers, controller)
	}
	return d, nil
}

// enable switches a controller on for the groups in our own, which we leave for
// that if it must not have processes.
func (d *delegation) enable(controller string) error {
	err := control(d.own, "+"+controller)
	if !errors.Is(err, unix.EBUSY) || d.leaf != "" {
		return err
	}
	pids := readPids(filepath.Join(d.own, procsFile))
	if len(pids) != 1 || pids[0] != os.Getpid() {
		return fmt.Errorf("%s: %w, so its controllers cannot be used", d.own, errShared)
	}
	leaf := filepath.Join(d.path, leafName)
	if err := os.Mkdir(leaf, 0o755); err != nil {
		return err
	}
	if err := join(leaf); err != nil {
		return errors.Join(err, os.Remove(leaf))
	}
	d.leaf = leaf
	return control(d.own, "+"+controller)
}

// undo leaves our group as it was, and us in it.
func (d *delegation) undo() error {
	if d == nil {
		return nil
	}
	var err error
	for _, controller := range d.controllers {
		err = errors.Join(err, control(d.path, "-"+controller))
	}
	for _, controller := range d.added {
		err = errors.Join(err, control(d.own, "-"+controller))
	}
	if d.leaf != "" {
		err = errors.Join(err, join(d.own), unix.Rmdir(d.leaf))
	}
	*d = delegation{own: d.own, path: d.path}
	return err
}

// has reports whether the bots' groups have a controller.
func (d *delegation) has(controller string) bool {
	return d != nil && slices.Contains(d.controllers, controller)
}

// control switches a controller on ("+memory") or off for the children of a group.
func control(dir, change string) error {
	return os.WriteFile(filepath.Join(dir, subtreeFile), []byte(change), 0)
}

// join moves this process into a group.
func join(dir string) error { return os.WriteFile(filepath.Join(dir, procsFile), []byte("0"), 0) }

// readWords reads a file of words, nothing if it cannot be read.
func readWords(path string) []string {
	text, _ := os.ReadFile(path)
	return strings.Fields(string(text))
}
