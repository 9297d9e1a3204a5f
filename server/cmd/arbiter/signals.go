package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// untilSignal returns a context that the first SIGINT or SIGTERM ends: the verb then
// stops and writes its reports. Further signals change nothing, because one request
// often comes twice: timeout(1) signals its process group, and shells and npm forward
// what their children got already. Only a second Ctrl-C ends the program at once.
func untilSignal(ctx context.Context) (until context.Context, stop func()) {
	until, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		defer close(done)
		presses := keyPresses{foreground: inForeground}
		for s := range signals {
			cancel()
			if s == os.Interrupt && presses.second(time.Now()) {
				signal.Reset(os.Interrupt)
				unix.Kill(os.Getpid(), unix.SIGINT)
			}
		}
	}()
	return until, func() {
		signal.Stop(signals)
		close(signals)
		<-done
		cancel()
	}
}

// samePress is how long after a SIGINT another one belongs to the same key press: the
// terminal signals the whole process group, and a parent forwards it once more.
const samePress = 200 * time.Millisecond

// keyPresses counts how often Ctrl-C was pressed.
type keyPresses struct {
	foreground func() bool // whether a terminal would signal this process
	first      time.Time   // zero before the first SIGINT
}

// second takes note of a SIGINT, and reports whether it is of a second Ctrl-C.
func (k *keyPresses) second(now time.Time) bool {
	if k.first.IsZero() {
		k.first = now
		return false
	}
	return now.Sub(k.first) >= samePress && k.foreground()
}

// inForeground reports whether this process belongs to the process group to which its
// terminal sends the signals of keys.
func inForeground() bool {
	terminal, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	defer terminal.Close()
	group, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
