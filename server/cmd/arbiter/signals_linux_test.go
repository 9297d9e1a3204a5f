package main

import (
	"fmt"
	"io"
	"os"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// openTerminal returns a new terminal, and the end on which somebody types.
func openTerminal(t *testing.T) (control, terminal *os.File) {
	t.Helper()
	control, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(control.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(control.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return control, terminal
}

// "Only a second Ctrl-C from a terminal ends at once."
func TestSecondCtrlCEndsAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	slow, ready, _ := writeSlowBot(t, dir)
	cmd := arbiterCommand(t, "run", "--game", "keeper", "-b", "builtin:keeper/wait", "-b", slow, "--seeds", "1..500", "--concurrency", "1",
		"--time-first", "0s", "--time-turn", "0s", "--isolation", "off")
	control, terminal := openTerminal(t)
	defer control.Close()
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, terminal, terminal, terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	go io.Copy(io.Discard, control)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	awaitFile(t, ready, ended)
	presses := 0
	for waiting := true; waiting; presses++ {
		if _, err := control.WriteString("\x03"); err != nil {
			break // it has ended
		}
		select {
		case <-ended:
			waiting = false
		case <-time.After(2 * samePress):
		}
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if presses < 2 || !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("ended after %d times Ctrl-C with %v; want it killed by the second", presses, cmd.ProcessState)
	}
}
