package debug

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// readyWithin is after how long it is an error that a bot or a debugger does not do
// what is awaited of it: on a busy machine nothing takes so long.
const readyWithin = time.Minute

// await calls done again and again until it returns true, and returns late when that
// takes longer than within.
func await(ctx context.Context, within time.Duration, late error, done func() bool) error {
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if done() {
			return nil
		}
	}
	return late
}

// awaitInput waits until the bot sleeps, as it does when it waits for its input. It
// may still be about to: it starts, so that a signal would stop it in its loader or
// its imports and end a debugger that does not run it yet, or it has just answered.
// Only Linux tells; elsewhere it returns at once.
func awaitInput(ctx context.Context, pid int) error {
	if runtime.GOOS != "linux" {
		return nil
	}
	asleep := 0
	// A bot that never sleeps, since it thinks ahead, is stopped where it is.
	return await(ctx, 10*time.Second, nil, func() bool {
		if _, err := os.Stat("/proc/" + strconv.Itoa(pid)); err != nil {
			return true // it has ended
		}
		if !threadsAre(pid, 'S') {
			asleep = 0
			return false
		}
		asleep++
		return asleep == 5
	})
}

// awaitStop waits until a debugger has stopped the bot, so that the next input does
// not come first.
func awaitStop(ctx context.Context, pid int) error {
	late := fmt.Errorf("the debugger did not stop the bot within %v", readyWithin)
	return await(ctx, readyWithin, late, func() bool { return threadsAre(pid, 't') })
}

// threadsAre reports whether all threads of a process are in a state, see
// proc_pid_stat(5): S asleep, t stopped by a debugger.
func threadsAre(pid int, state byte) bool {
	threads, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/stat")
	if err != nil || len(threads) == 0 {
		return false
	}
	for _, thread := range threads {
		text, err := os.ReadFile(thread)
		if err != nil {
			return false
		}
		afterName := string(text[strings.LastIndexByte(string(text), ')')+1:])
		if !strings.HasPrefix(afterName, " "+string(state)+" ") {
			return false
		}
	}
	return true
}
