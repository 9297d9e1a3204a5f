package sandbox

import (
	"os"
	"os/exec"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func BenchmarkStart(b *testing.B) {
	null, _ := os.OpenFile("/dev/null", os.O_RDWR, 0)
	fd := int(null.Fd())
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			c := exec.Cmd{}
			_ = c
			pid, err := syscall.ForkExec("/bin/true", []string{"true"}, &syscall.ProcAttr{Files: []uintptr{uintptr(fd), uintptr(fd), uintptr(fd)}, Env: os.Environ()})
			if err != nil {
				b.Fatal(err)
			}
			unix.Wait4(pid, nil, 0, nil)
		}
	})
	for _, without := range [][]string{nil, {"network"}, {"files"}, {"files", "network"}, {"ipc", "network"}, {"processes"}, {"landlock"}, {"syscalls"}, {"network", "processes", "files", "ipc", "landlock"}} {
		s, err := Open(Settings{Policy: Policy{Without: without}})
		if err != nil {
			b.Fatal(err)
		}
		b.Run("box-"+s.settings.Policy.String(), func(b *testing.B) {
			for b.Loop() {
				p, err := s.Start(Command{Program: "/bin/true", Args: []string{"true"}, Env: Environ(os.Environ()), Dir: "/", Files: [3]int{fd, fd, fd}})
				if err != nil {
					b.Fatal(err)
				}
				unix.Wait4(p.Pid(), nil, 0, nil)
				p.Kill()
				p.Wait()
			}
		})
	}
}
