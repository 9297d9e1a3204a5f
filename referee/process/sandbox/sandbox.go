// Package sandbox runs a program in a box: in namespaces of its own, with a
// private root, no network, no privileges and limits. A Sandbox finds out which
// protections the machine has and starts processes with them; Protections say
// which are on. Package view says what boxes show of this machine. Control groups
// stop, end and limit all that a program starts. The package knows nothing of pipes
// or matches.
//
// On Linux a launcher in C does the work between fork and exec, with system
// calls alone. Elsewhere there are no protections, and the report says so.
package sandbox

import (
	"errors"
	"fmt"
	"slices"

	"arbiter/referee/process/view"
)

// Settings are what a Sandbox is opened with.
type Settings struct {
	Policy Policy
	Limits Resources // the most that a program gets; what is not set is as in Default
	view.Settings
}

// A Command is a program to start.
type Command struct {
	Program string        // absolute, or relative to Dir
	Args    []string      // the first is the program's name
	Env     []string      // name=value
	Dir     string        // where it runs; absolute
	Show    []view.Folder // what it sees beside the view
	Links   []view.Link
	Home    string    // $HOME, an absolute folder that it may write to; "" for $TMPDIR
	Network bool      // it has the network of this machine
	Files   [3]int    // descriptors that become stdin, stdout and stderr
	Limits  Resources // what is not set is as in the settings
	Group   *Cgroup   // the control group to start it in, nil for ours
}

// writes reports whether the program may write to a folder of the machine.
func (c *Command) writes() bool {
	return slices.ContainsFunc(c.Show, func(f view.Folder) bool { return f.Write })
}

// A StartError reports a program that was not started. If Box is set, its box could not
// be made; otherwise a folder or a program cannot be used.
type StartError struct {
	Box  bool
	What string // what was being done
	Err  error  // the system's

	stage int // of the launcher
}

// ErrForeign is in the StartError of a program that runs as another user and is to
// write to a folder, if that user cannot be given the folder.
var ErrForeign = errors.New("a program runs as another user here, who cannot be given the folder: that takes a private root " +
	"and a file system with idmapped mounts, such as ext4, xfs, btrfs or tmpfs")

// Error says what was being done.
func (e *StartError) Error() string { return fmt.Sprintf("%s: %v", e.What, e.Err) }

// Unwrap returns the system's error.
func (e *StartError) Unwrap() error { return e.Err }

// Open finds out which protections this machine has and the policy wants. It
// returns nil for the policy Off, and a MissingError for Strict when one is
// missing. ErrRlimit says that nothing can be played under our caller's limits.
func Open(settings Settings) (*Sandbox, error) {
	settings.Limits = settings.Limits.Or(Default())
	if err := checkRlimits(settings.Limits); err != nil {
		return nil, err
	}
	if settings.Policy.level() == Off {
		return nil, nil
	}
	shown, err := view.New(settings.Settings)
	if err != nil {
		return nil, err
	}
	s, err := open(settings, shown)
	if err != nil {
		return nil, fmt.Errorf("isolation: %w", WithRlimit(err))
	}
	if missing := s.required(); settings.Policy.level() == Strict && len(missing) > 0 {
		s.Close()
		return nil, MissingError{missing}
	}
	return s, nil
}

// required returns the protections that are missing for strict.
func (s *Sandbox) required() Protections {
	return slices.DeleteFunc(s.report.Missing(), func(p Protection) bool { return p.Beneath })
}

// Protections returns which protections are on. That of nil has none.
func (s *Sandbox) Protections() Protections {
	if s == nil {
		r := protections()
		for i := range r {
			r[i].Why, r[i].chosen = "--isolation off", true
		}
		return r
	}
	return slices.Clone(s.report)
}

// Strict reports whether no program may run without all protections.
func (s *Sandbox) Strict() bool { return s != nil && s.settings.Policy.level() == Strict }

// View returns what all boxes show of this machine.
func (s *Sandbox) View() *view.View { return s.view }

// Limits returns the limits of the settings: the most that a program gets.
func (s *Sandbox) Limits() Resources { return s.settings.Limits }

// Grant returns the limits of a program that asks for l. What l does not set is as in the
// settings, and all is lowered to the limits of whoever started this program.
func (s *Sandbox) Grant(l Resources) Resources { return l.Or(s.settings.Limits).withinRlimits() }
