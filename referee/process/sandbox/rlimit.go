//go:build unix

package sandbox

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// An rlimit is one of setrlimit(2) that our caller may have lowered, as by
// ulimit(1). A program without privileges cannot raise the hard value again, and so
// a bot gets the smaller of that and its own limit.
type rlimit struct {
	resource int
	name     string // for people
	option   string // of ulimit(1)
	unit     int64  // in which ulimit(1) counts
	unitName string
	setting  string       // of a systemd unit
	usual    int64        // programs get or need so much: less is reported
	least    int64        // with less nothing can be played
	effect   string       // of less than usual
	errs     []unix.Errno // of calls that the limit refuses
	soft     bool         // the soft value counts: nobody raises it
}

// leastAddresses is the address space with which Go programs, Arbiter itself among
// them, start reliably; see rlimit_linux.c.
const leastAddresses = 1900 << 20

// rlimits returns the limits that matter to programs with these resources.
func rlimits(l Resources) []rlimit {
	const kib = 1 << 10
	return []rlimit{
		{unix.RLIMIT_NOFILE, "open files", "-n", 1, "", "LimitNOFILE", openFiles, 128,
			"a bot has no more", []unix.Errno{unix.EMFILE}, false},
		{unix.RLIMIT_FSIZE, "file size", "-f", kib, " KiB", "LimitFSIZE", l.Scratch, 512 * kib,
			"no file of a bot, and none of Arbiter's, such as its database, is larger", []unix.Errno{unix.EFBIG}, false},
		{unix.RLIMIT_DATA, "memory of a process", "-d", kib, " KiB", "LimitDATA", l.Memory, 192 << 20,
			"a bot's process has no more", []unix.Errno{unix.ENOMEM, unix.EAGAIN}, false},
		{unix.RLIMIT_AS, "address space", "-v", kib, " KiB", "LimitAS", 64 << 30, leastAddresses,
			"Java, Node, Go and .NET reserve more than they use, and may not start", []unix.Errno{unix.ENOMEM, unix.EAGAIN}, true},
		{unix.RLIMIT_NPROC, "processes of the user", "-u", 1, "", "LimitNPROC", int64(l.Threads), 16,
			"a bot's threads and processes count", []unix.Errno{unix.EAGAIN}, false},
		{unix.RLIMIT_STACK, "stack", "-s", kib, " KiB", "LimitSTACK", 1 << 20, 256 * kib,
			"a bot's deep recursion ends it", []unix.Errno{unix.E2BIG}, true},
		{unix.RLIMIT_CPU, "processor time of a process", "-t", 1, " s", "LimitCPU", math.MaxInt64, 0,
			"Arbiter and each bot are killed after it", nil, true},
	}
}

// found returns the value, which is math.MaxInt64 without a limit.
func (r rlimit) found() int64 {
	var now unix.Rlimit
	if unix.Getrlimit(r.resource, &now) != nil {
		return math.MaxInt64
	}
	value := now.Max
	if r.soft {
		value = now.Cur
	}
	return int64(min(uint64(value), math.MaxInt64))
}

// text names the limit with a value.
func (r rlimit) text(value int64) string {
	return fmt.Sprintf("%s: %d%s (ulimit %s)", r.name, value/r.unit, r.unitName, r.option)
}

// remedy says how to get a value.
func (r rlimit) remedy(value int64) string {
	amount := "unlimited"
	unit := "infinity"
	if value < math.MaxInt64 {
		amount, unit = fmt.Sprint((value+r.unit-1)/r.unit), fmt.Sprint(value)
	}
	return fmt.Sprintf("start Arbiter from a shell after `ulimit %s %s`, which root may raise, or with %s=%s in its systemd unit", r.option, amount, r.setting, unit)
}

// ErrRlimit is in the error of Open when a limit of our caller is too low to play.
var ErrRlimit = errors.New("a limit of the caller is too low to play")

// An rlimitError reports a limit that is too low to play.
type rlimitError struct {
	rlimit
	value int64
}

// Error names the limit, its value, what is wanted and how to get it.
func (e rlimitError) Error() string {
	return fmt.Sprintf("%s is too low to play; want at least %d%s: %s", e.text(e.value), e.least/e.unit, e.unitName, e.remedy(max(e.least, e.usual)))
}

// Is reports whether the target is ErrRlimit.
func (e rlimitError) Is(target error) bool { return target == ErrRlimit }

// checkRlimits returns an error when a limit of our caller is too low to play.
func checkRlimits(l Resources) error {
	for _, r := range rlimits(l) {
		if value := r.found(); value < r.least {
			return rlimitError{r, value}
		}
	}
	return nil
}

// CallerLimits returns a protection that is on if the limits of whoever started this program
// leave programs all of l, and that says what is missing if they do not.
func CallerLimits(l Resources) Protection {
	p := Protection{Name: "limits", Does: "the caller's limits (ulimit) leave bots what they may use", On: true}
	var why, remedies []string
	for _, r := range rlimits(l.Or(Default())) {
		if value := r.found(); value < r.usual {
			why = append(why, r.text(value)+": "+r.effect)
			remedies = append(remedies, r.remedy(r.usual))
		}
	}
	if len(why) > 0 {
		p.On, p.Why, p.Remedy = false, strings.Join(why, "; "), strings.Join(remedies, "; ")
	}
	return p
}

// WithRlimit adds to the error of a system call which limit of whoever started this program may
// have caused it, and how to raise it. Any other error stays as it is.
func WithRlimit(err error) error {
	for _, r := range rlimits(Default()) {
		if slices.ContainsFunc(r.errs, func(errno unix.Errno) bool { return errors.Is(err, errno) }) {
			if text := rlimitBehind(r.errs[0]); text != "" {
				return fmt.Errorf("%w%s", err, text)
			}
		}
	}
	return err
}

// rlimitBehind names the limits of our caller that may be why calls fail with an
// error of the system, "" if none is low.
func rlimitBehind(errno unix.Errno) string {
	var text strings.Builder
	for _, r := range rlimits(Default()) {
		if value := r.found(); value < r.usual && slices.Contains(r.errs, errno) {
			fmt.Fprintf(&text, "; %s is low: %s", r.text(value), r.remedy(r.usual))
		}
	}
	return text.String()
}

// withinRlimits returns the resources with what our caller leaves of them.
func (l Resources) withinRlimits() Resources {
	for _, r := range rlimits(l) {
		switch value := r.found(); r.resource {
		case unix.RLIMIT_DATA:
			l.Memory = min(l.Memory, value)
		case unix.RLIMIT_NPROC:
			l.Threads = int(min(int64(l.Threads), value))
		}
	}
	return l
}

// SignalHint returns which limit of whoever started this program makes the kernel send a
// signal; "" for none.
func SignalHint(signal unix.Signal) string {
	resource, ok := map[unix.Signal]int{unix.SIGXCPU: unix.RLIMIT_CPU, unix.SIGXFSZ: unix.RLIMIT_FSIZE}[signal]
	for _, r := range rlimits(Default()) {
		if value := r.found(); ok && r.resource == resource && value < r.usual {
			return "; the caller's limit of " + r.text(value)
		}
	}
	return ""
}
