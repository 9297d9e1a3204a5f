package hostile

import (
	"time"

	"arbiter/referee"
)

// An outcome says what an attack gets.
type outcome string

const (
	succeeds outcome = "succeeds"
	fails    outcome = "fails"
	depends  outcome = "depends" // on the machine
	untried  outcome = "-"       // it would hurt the machine, or never end
)

// short is a limit for bots that do not answer.
const short = 300 * time.Millisecond

// A misbehaviour hurts nobody but its own bot.
type misbehaviour struct {
	name  string
	fault referee.Kind // or none
	why   string       // in the words of the fault
	limit time.Duration
}

// busy is a misbehaviour that is measured by processor time: where all CPUs are taken,
// by wall time the machine would be to blame in every match.
const busy = "spins"

// misbehaviours are the kinds in testdata/misbehaviour.c.
func misbehaviours() []misbehaviour {
	return []misbehaviour{
		{"floods stdout", referee.Unasked, "want one answer to each input and nothing more", 0},
		{"floods stderr", "", "", 0},
		{"never ends its line", referee.Timeout, "", short},
		{"answers 64 MiB", referee.Flood, "a line of more than 65536 bytes", 0},
		{"answers NULs", referee.Garbled, "want a number from 0 to 9", 0},
		{"answers escape sequences", referee.Garbled, "want a number from 0 to 9", 0},
		{"dies with escape sequences", referee.Crash, `exited with status 1; last on stderr: "\x1b]0;owned`, 0},
		{"speaks before it is asked", referee.Unasked, "want one answer to each input and nothing more", 0},
		{"speaks after its answer", referee.Unasked, "want one answer to each input and nothing more", 0},
		{"begins its next answer", referee.Unasked, "want one answer to each input and nothing more", 0},
		{"closes stdin", referee.Crash, "exited with status 0", 0},
		{"closes stdout", referee.Crash, "closed its output", 0},
		{"closes stderr", "", "", 0},
		{"exits at its start", referee.Crash, "exited with status 7", 0},
		{"exits", referee.Crash, "exited with status 7", 0},
		{"exits after its answer", referee.Crash, "exited with status 7", 0},
		{"aborts at its start", referee.Crash, "killed by signal aborted", 0},
		{"aborts", referee.Crash, "killed by signal aborted", 0},
		{"aborts after its answer", referee.Crash, "killed by signal aborted", 0},
		{"segfaults at its start", referee.Crash, "killed by signal segmentation fault", 0},
		{"segfaults", referee.Crash, "killed by signal segmentation fault", 0},
		{"segfaults after its answer", referee.Crash, "killed by signal segmentation fault", 0},
		{"dumps core", referee.Crash, "killed by signal aborted", 0},
		{"stops itself", referee.Timeout, "", short},
		{"sleeps", referee.Timeout, "", short},
		{busy, referee.Timeout, "", short},
		{"ignores signals", referee.Timeout, "", short},
		{"leaves its pipes to a child", referee.Timeout, "", short},
		{"leaves a child", "", "", 0},
		{"leaves files", "", "", 0},
		{"leaves a socket", "", "", 0},
		{"shrinks its pipes", "", "", 0},
		{"loads a filter", "", "", 0},
		{"kills init", "", "", 0},
		{"spins in threads", "", "", 0},
	}
}

// filtered marks a protection that needs the filter of system calls and a private
// /dev where there is no control group.
const filtered = "*"

// spinner is an attack that needs turns of one seat alone.
const spinner = "spins outside its turns"

// An attackKind is something that a bot does to others. In a box it fails: any
// one of the protections is enough.
type attackKind struct {
	name      string
	by        string  // names of protections
	root, off outcome // without a box, as root and as an ordinary user
}

// attacks are the kinds in testdata/attacks.c and testdata/machine.c.
func attacks() []attackKind {
	return []attackKind{
		{"kills its opponent", "processes", succeeds, succeeds},
		{"kills its opponent's group", "processes", succeeds, succeeds},
		{"kills everybody", "processes", succeeds, succeeds},
		{"ends the referee", "processes", succeeds, succeeds},
		{"stops the referee", "processes", succeeds, succeeds},
		{"kills the referee", "processes", succeeds, succeeds},
		{"makes the referee's child", "syscalls", succeeds, succeeds},
		{"traces its opponent", "processes syscalls", succeeds, depends},
		{"traces the referee", "processes syscalls", succeeds, depends},
		{"keeps its own zombie", "syscalls", untried, untried},
		{"reads memory", "processes syscalls", succeeds, depends},
		{"opens memory", "processes", succeeds, depends},
		{"injects output", "processes", succeeds, depends},
		{"opens its opponent's pipe", "processes", succeeds, depends},
		{"steals a descriptor", "processes syscalls", succeeds, depends},
		{"lists processes", "proc", succeeds, depends},
		{"reads environments", "processes", succeeds, depends},
		{"connects by TCP", "network syscalls", succeeds, succeeds},
		{"sends by UDP", "network syscalls", succeeds, succeeds},
		{"connects to a socket file", "files", succeeds, succeeds},
		{"connects to an abstract socket", "network", succeeds, succeeds},
		{"opens a netlink socket", "syscalls", succeeds, succeeds},
		{"opens a raw socket", "privileges", succeeds, fails},
		{"opens a packet socket", "privileges", succeeds, fails},
		{"talks by TCP", "network syscalls", succeeds, succeeds},
		{"talks by an abstract socket", "network landlock", succeeds, succeeds},
		{"talks by the list of sockets", "network", succeeds, succeeds},
		{"talks by a socket file", "files", succeeds, succeeds},
		{"talks by shared memory", "syscalls", succeeds, succeeds},
		{"talks by a semaphore", "syscalls", succeeds, succeeds},
		{"talks by a message queue", "syscalls", succeeds, succeeds},
		{"talks by a POSIX queue", "syscalls", succeeds, succeeds},
		{"talks by POSIX memory", "files", succeeds, succeeds},
		{"talks by a file", "files", succeeds, succeeds},
		{"reads the database", "files", succeeds, succeeds},
		{"writes the database", "files landlock", succeeds, succeeds},
		{"creates a file elsewhere", "files landlock", succeeds, succeeds},
		{"removes a file elsewhere", "files landlock", succeeds, succeeds},
		{"renames a file elsewhere", "files landlock", succeeds, succeeds},
		{"changes a mode", "files user", succeeds, succeeds},
		{"changes times", "files", succeeds, succeeds},
		{"writes to its folder", "files landlock", succeeds, succeeds},
		{"writes to its program", "files landlock", fails, fails},
		{"replaces its program", "files landlock", succeeds, succeeds},
		{"writes to /etc", "files landlock user", succeeds, fails},
		{"reads passwords", "files landlock user", succeeds, fails},
		{"writes through a link", "files landlock", succeeds, succeeds},
		{"links a file", "files", succeeds, succeeds},
		{"writes through /proc", "files", succeeds, depends},

		{"forks without end", "threads", succeeds, depends},
		{"starts threads without end", "threads", succeeds, depends},
		{"uses memory without end", "memory", succeeds, succeeds},
		{"uses memory slowly", "memory", succeeds, succeeds},
		{"shares memory without end", "memory", succeeds, succeeds},
		{"uses memory in children", "memory", succeeds, succeeds},
		{"grows mappings", "memory", succeeds, succeeds},
		{"makes memory files", "memory" + filtered, succeeds, succeeds},
		{"maps zeros", "memory" + filtered, succeeds, succeeds},
		{"protects memory", "memory", succeeds, succeeds},
		{"protects memory without a first thread", "memory", succeeds, succeeds},
		{"fills page tables", "memory", succeeds, succeeds},
		{"raises its stack", "memory", depends, depends},
		{spinner, "freeze", succeeds, succeeds},
		{"fills the disk", "files", succeeds, succeeds},
		{"makes a huge file", "files", depends, depends},
		{"makes many files", "files", succeeds, succeeds},
		{"leaves a daemon", "processes", succeeds, succeeds},
		{"mounts", "privileges", succeeds, fails},
		{"makes a user namespace", "syscalls", depends, depends},
		{"makes a network namespace", "syscalls privileges", succeeds, fails},
		{"makes a mount namespace", "syscalls privileges", succeeds, fails},
		{"enters the referee's namespace", "privileges", succeeds, fails},
		{"pivots its root", "privileges", succeeds, fails},
		{"changes its root", "privileges", succeeds, fails},
		{"runs a setuid program", "privileges", succeeds, depends},
		{"keeps a key", "syscalls", depends, depends},
		{"loads BPF", "syscalls", depends, depends},
		{"opens perf events", "syscalls", depends, depends},
		{"opens userfaultfd", "syscalls", depends, depends},
		{"opens io_uring", "syscalls", depends, depends},
		{"watches files", "files syscalls", succeeds, succeeds},
		{"watches openers", "syscalls", succeeds, succeeds},
		{"flushes all disks", "syscalls", untried, untried},
		{"moves its opponent", "processes syscalls", succeeds, succeeds},
		{"moves to other CPUs", "syscalls", succeeds, succeeds},
		{"slows its opponent", "processes syscalls", succeeds, succeeds},
		{"slows its session", "files landlock", depends, depends},
		{"goes first", "syscalls privileges", succeeds, fails},
		{"becomes realtime", "syscalls privileges", depends, fails},
	}
}
