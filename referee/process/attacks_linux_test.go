package process

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// An attack is something that a bot does to somebody else. Its result says what
// it got; an error that it got nothing.
type attack func(target string) (string, error)

// attacks are the attacks by name.
var attacks = map[string]attack{
	"signal":      func(pid string) (string, error) { return "", unix.Kill(number(pid), unix.SIGUSR1) },
	"trace":       trace,
	"environ":     func(pid string) (string, error) { return read("/proc/" + pid + "/environ") },
	"memory":      func(pid string) (string, error) { return "", open("/proc/"+pid+"/mem", os.O_RDWR) },
	"inject":      func(pid string) (string, error) { return "", overwrite("/proc/" + pid + "/fd/1") },
	"copy memory": copyMemory,
	"read":        read,
	"write":       func(path string) (string, error) { return "", overwrite(path) },
	"create":      func(path string) (string, error) { return "", os.WriteFile(path, []byte("x"), 0o600) },
	"remove":      func(path string) (string, error) { return "", os.Remove(path) },
	"setuid":      func(path string) (string, error) { return "", os.Chmod(path, 0o755|os.ModeSetuid) },
	"new setuid":  newSetuid,
	"chmod":       func(path string) (string, error) { return "", os.Chmod(path, 0o777) },
	"touch":       func(path string) (string, error) { return "", unix.Utime(path, nil) },
	"dial tcp":    func(address string) (string, error) { return "", dial("tcp", address) },
	"dial unix":   func(address string) (string, error) { return "", dial("unix", address) },
	"dial udp":    func(address string) (string, error) { return "", dial("udp", address) },
	"become root": func(program string) (string, error) { return outputOf(program) },
	"new user":    func(string) (string, error) { return "", unix.Unshare(unix.CLONE_NEWUSER) },
	"mount":       func(path string) (string, error) { return "", unix.Mount("none", path, "tmpfs", 0, "") },
	"other CPU":   otherCPU,
	"nice":        func(string) (string, error) { return "", unix.Setpriority(unix.PRIO_PROCESS, 0, 19) }, // as anybody may outside of a box
	"keys":        func(string) (string, error) { _, err := unix.AddKey("user", "k", []byte("v"), -4); return "", err },
	"shared memory": func(string) (string, error) {
		_, err := unix.SysvShmGet(4711, 4096, unix.IPC_CREAT|0o600)
		return "", err
	},
	"descriptors": func(string) (string, error) { return descriptors() },
	"environment": func(string) (string, error) { return strings.Join(os.Environ(), " "), nil },
	"status":      func(field string) (string, error) { return statusLine(field) },
	"root":        func(string) (string, error) { return list("/") },
	"temporary":   func(size string) (string, error) { return "", fill(filepath.Join(os.TempDir(), "f"), number(size)) },
	"allocate":    func(size string) (string, error) { return "", allocate(number(size)) },
	"threads":     func(count string) (string, error) { return startSleepers(number(count)) },
}

// attackFile has what a build attacks, in the bot's folder.
const attackFile = "attacks"

// attackers are the bots of the tests of boxes.
func attackers() map[string]func() {
	return map[string]func(){
		"attacks": attackBot,
		"attacks as a build": func() {
			in, err := os.Open(attackFile)
			if err != nil {
				panic(err)
			}
			os.Stdin = in
			attackBot()
		},
		"signals itself": func() {
			answer(func(signal string) { syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -" + signal + " $$"}, nil) })
		},
		"is a referee": refereeBot,
	}
}

// attackBot does what its input says, "name target", and answers "got" or
// "refused" and what it got.
func attackBot() {
	answer(func(line string) {
		name, target, _ := strings.Cut(line, "|")
		got, err := attacks[name](target)
		if err != nil {
			fmt.Printf("refused %q\n", err)
			return
		}
		fmt.Printf("got %q\n", got)
	})
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

func trace(pid string) (string, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.PtraceAttach(number(pid)); err != nil {
		return "", err
	}
	if _, err := unix.Wait4(number(pid), nil, unix.WALL, nil); err != nil {
		return "", err
	}
	return "", unix.PtraceDetach(number(pid))
}

func copyMemory(pid string) (string, error) {
	var b [8]byte
	local := []unix.Iovec{{Base: &b[0], Len: 8}}
	remote := []unix.RemoteIovec{{Base: uintptr(unsafe.Pointer(&b)), Len: 8}}
	_, err := unix.ProcessVMReadv(number(pid), local, remote, 0)
	if errors.Is(err, unix.EFAULT) {
		err = nil // it was let in, at the wrong address
	}
	return "", err
}

func read(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 1<<16))
	return string(text), err
}

func open(path string, flags int) error {
	f, err := os.OpenFile(path, flags, 0)
	if err == nil {
		f.Close()
	}
	return err
}

func overwrite(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString("injected\n")
	return err
}

func newSetuid(path string) (string, error) {
	fd, err := unix.Open(path, unix.O_CREAT|unix.O_WRONLY, 0o4755)
	if err != nil {
		return "", err
	}
	return "", unix.Close(fd)
}

func dial(network, address string) error {
	c, err := net.Dial(network, address)
	if err == nil {
		c.Close()
	}
	return err
}

func outputOf(program string) (string, error) {
	out, err := exec.Command(program).Output()
	return string(out), err
}

func otherCPU(string) (string, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return "", err
	}
	return "", unix.SchedSetaffinity(0, &set)
}

func descriptors() (string, error) {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return "", err
	}
	var open []string
	for _, entry := range entries {
		target, err := os.Readlink("/proc/self/fd/" + entry.Name())
		if err != nil || strings.HasPrefix(target, "anon_inode:") || strings.HasPrefix(target, "/proc/") {
			continue // of the Go runtime, or that of the folder itself
		}
		open = append(open, entry.Name())
	}
	return strings.Join(open, " "), nil
}

func statusLine(field string) (string, error) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "", err
	}
	_, rest, _ := strings.Cut(string(text), "\n"+field+":\t")
	value, _, _ := strings.Cut(rest, "\n")
	return value, nil
}

func list(path string) (string, error) {
	entries, err := os.ReadDir(path)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return strings.Join(names, " "), err
}

func fill(path string, size int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer os.Remove(path)
	_, err = f.Write(make([]byte, size))
	return errors.Join(err, f.Close())
}

// allocate uses so much memory, or ends. It asks the kernel itself: the Go runtime
// does not always say what it died of.
func allocate(size int) error {
	b, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		panic(err)
	}
	for i := 0; i < len(b); i += os.Getpagesize() {
		b[i] = 1
	}
	return nil
}

// startSleepers starts so many processes at the same time and returns how many
// there were at most.
func startSleepers(count int) (string, error) {
	var started []*exec.Cmd
	defer func() {
		for _, c := range started {
			c.Process.Kill()
		}
		for _, c := range started {
			c.Wait() // one by one: each wait takes a thread
		}
	}()
	for range count {
		c := exec.Command("/bin/sleep", "60")
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := c.Start(); err != nil {
			return "", fmt.Errorf("after %d: %w", len(started), err)
		}
		started = append(started, c)
	}
	return strconv.Itoa(len(started)), nil
}
