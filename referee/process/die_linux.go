package process

import "syscall"

// attributes say how a bot is started: in a process group of its own, and
// killed by the system when the thread that started it ends. Threads end with
// the program, so that a referee that is killed leaves no bot behind; a worker
// that is locked to its thread closes its bots before it lets go of it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
