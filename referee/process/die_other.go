//go:build !linux

package process

import "syscall"

// attributes say how a bot is started: in a process group of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
