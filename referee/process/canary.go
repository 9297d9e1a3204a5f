package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
)

// A Canary is a program of ours that runs as a bot would and tries to reach what bots
// may not. It runs once in a folder of its own, and once as a command that is typed
// here.
type Canary struct {
	Isolation *sandbox.Sandbox
	Command   []string // starts RunCanary
}

// A lure is what a canary tries to reach: a file or folder, or an address.
type lure struct {
	Name    string // for people
	Path    string // with the numbers by which it would be known, 0 if it is not there
	Dev     uint64
	Ino     uint64
	Network string // of an address, as in net.Dial
	Address string
}

// Reached returns what the canary could reach and should not: Arbiter's own files, the home,
// /run, services of this machine. It returns nothing if all is well. A folder in which no bot
// could run is not tried.
func (c Canary) Reached(ctx context.Context) (reached []string, err error) {
	place, remove, err := canaryPlace()
	if err != nil {
		return nil, fmt.Errorf("canary: %w", err)
	}
	defer func() { err = errors.Join(err, remove()) }()
	lures, release, err := c.lures(place)
	defer release()
	dir := filepath.Join(place, "bot")
	if err = errors.Join(err, os.Mkdir(dir, 0o700)); err != nil {
		return nil, fmt.Errorf("canary: %w", err)
	}
	for _, spec := range []Spec{
		{Name: "canary", Dir: dir, Command: c.Command},
		{Name: "canary", Command: append([]string{"sh", "-c", `exec "$@"`, "sh"}, c.Command...)},
	} {
		found, err := c.run(ctx, spec, lures)
		if mistake := new(SpecError); spec.Dir == "" && errors.As(err, &mistake) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			if !slices.Contains(reached, name) {
				reached = append(reached, name)
			}
		}
	}
	return reached, nil
}

// canaryPrefix begins the names of canaries' folders among the temporary ones.
const canaryPrefix = "arbiter-canary-"

// canaryPlace makes a folder, and returns what removes it. It removes those of
// canaries that were killed: nobody holds the lock on theirs.
func canaryPlace() (dir string, remove func() error, err error) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), canaryPrefix+"*")) // none if it cannot be read
	for _, path := range left {
		var st unix.Stat_t
		if unix.Lstat(path, &st) != nil || int(st.Uid) != os.Geteuid() || st.Mode&unix.S_IFMT != unix.S_IFDIR ||
			time.Since(time.Unix(st.Mtim.Unix())) < time.Minute { // it may not be locked yet
			continue
		}
		if lock, err := lockFolder(path); err == nil {
			os.RemoveAll(path)
			lock.Close()
		}
	}
	if dir, err = os.MkdirTemp("", canaryPrefix); err != nil {
		return "", nil, err
	}
	lock, err := lockFolder(dir)
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return dir, func() error { return errors.Join(os.RemoveAll(dir), lock.Close()) }, nil
}

// lockFolder locks a folder that nobody has locked.
func lockFolder(path string) (*os.File, error) {
	folder, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(folder.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		folder.Close()
		return nil, err
	}
	return folder, nil
}

// lures returns what to try, with a socket in the folder. Release ends the services
// among them.
func (c Canary) lures(dir string) (lures []lure, release func(), err error) {
	home, _ := os.UserHomeDir() // "" without one
	for _, path := range append(slices.Clone(c.Isolation.View().Own), home, "/run", "/var/run", "/root", "/home", "/proc/1/root", "/etc/shadow") {
		if path == "" {
			continue
		}
		l := lure{Name: path, Path: path}
		if info, err := os.Stat(path); err == nil {
			if st, ok := info.Sys().(*syscall.Stat_t); ok {
				l.Dev, l.Ino = uint64(st.Dev), st.Ino
			}
		}
		lures = append(lures, l)
	}
	var listeners []net.Listener
	release = func() {
		for _, l := range listeners {
			l.Close()
		}
	}
	socket := filepath.Join(dir, "socket")
	for _, l := range []lure{
		{Name: "a service on 127.0.0.1", Network: "tcp", Address: "127.0.0.1:0"},
		{Name: "a Unix socket in " + os.TempDir(), Network: "unix", Address: socket},
		{Name: "an abstract Unix socket", Network: "unix", Address: "@" + filepath.Base(dir)},
	} {
		listener, err := net.Listen(l.Network, l.Address)
		if err != nil {
			continue // this system has none, and so nobody can be reached by one
		}
		listeners = append(listeners, listener)
		l.Address = listener.Addr().String()
		lures = append(lures, l)
	}
	return lures, release, allowAll(socket)
}

// allowAll lets everybody connect to a socket, if it is there.
func allowAll(socket string) error {
	if err := os.Chmod(socket, 0o777); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// canaryLimit is how long a canary may take on a machine that is busy.
const canaryLimit = 5 * time.Minute

// run starts the canary as a bot, and returns the names of what it has reached.
func (c Canary) run(ctx context.Context, spec Spec, lures []lure) (reached []string, err error) {
	question, err := json.Marshal(lures)
	if err != nil {
		return nil, err
	}
	stdin, asks, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	stdout, theirs, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stdin.Close(), asks.Close())
	}
	defer stdout.Close()
	table := Table{Isolation: c.Isolation}
	p, err := table.Launch(spec, [3]*os.File{stdin, theirs, os.Stderr})
	if err = errors.Join(err, stdin.Close(), theirs.Close()); err != nil {
		return nil, errors.Join(err, asks.Close())
	}
	defer func() {
		_, ended := p.End()
		err = errors.Join(err, ended)
	}()
	stop := context.AfterFunc(ctx, func() { p.Kill() })
	defer stop()
	asks.SetWriteDeadline(time.Now().Add(canaryLimit))
	stdout.SetReadDeadline(time.Now().Add(canaryLimit))
	if _, err := asks.Write(question); err != nil {
		return nil, errors.Join(fmt.Errorf("canary: %w", err), asks.Close())
	}
	if err := asks.Close(); err != nil {
		return nil, err
	}
	if err := json.NewDecoder(stdout).Decode(&reached); err != nil {
		return nil, errors.Join(ctx.Err(), fmt.Errorf("the canary, a program of Arbiter's own, did not answer from its box: %w", err))
	}
	return reached, nil
}

// RunCanary is what a Canary runs in its box: it tries to reach each thing that is named in in,
// and writes the names of those it has reached.
func RunCanary(in io.Reader, out io.Writer) error {
	var lures []lure
	if err := json.NewDecoder(in).Decode(&lures); err != nil {
		return fmt.Errorf("canary: %w", err)
	}
	reached := []string{}
	for _, l := range lures {
		if l.reach() {
			reached = append(reached, l.Name)
		}
	}
	return json.NewEncoder(out).Encode(reached)
}

// reach tries to open a file or a folder, or to connect. In a box there may be
// another file by that name, such as an empty one or a folder on the way to what is
// shown.
func (l lure) reach() bool {
	if l.Network != "" {
		conn, err := net.DialTimeout(l.Network, l.Address, time.Second)
		if err != nil {
			return false
		}
		conn.Close()
		return true
	}
	file, err := os.OpenFile(l.Path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && (l.Ino == 0 && info.Mode().IsRegular() || l.Ino == st.Ino && l.Dev == uint64(st.Dev))
}
