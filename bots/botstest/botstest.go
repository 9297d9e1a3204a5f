// Package botstest gives tests the program of the builtin bots. A test binary could play
// them itself, but it is large, and slower still with the race detector, and bots start by
// the thousand.
package botstest

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// Program returns the path of arbiter-bot, built as users have it.
func Program(t testing.TB) string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// program asks the go tool, which builds the tools of a module when they are first asked
// for, and keeps them in its cache.
var program = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "tool", "-n", "arbiter/bots/cmd/arbiter-bot").Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("go tool -n arbiter-bot: %w: %s", err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
})
