package dispatch_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/external"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// playBroken plays a tournament of a game whose referee runs by a command of sh, and returns
// the error that ends it. That error names the game, no match has a result, and the referee was
// started three times.
func playBroken(t *testing.T, command string, deadline int) error {
	t.Helper()
	dir, starts := t.TempDir(), filepath.Join(t.TempDir(), "starts")
	file := fmt.Sprintf("name = \"broken\"\ndeadline = %d\nrun = [\"sh\", \"-c\", 'echo once >> %s; %s']", deadline, starts, command)
	if err := os.WriteFile(filepath.Join(dir, external.GameFile), []byte(file), 0o644); err != nil {
		t.Fatal(err)
	}
	g, err := external.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, store := entry(t, league.RoundRobin, 2, "3", "5")
	e.Game = g
	err = run(t, e, map[string]league.Outcome{}, dispatch.Pool{Workers: 1})
	if broken := (*external.BrokenError)(nil); !errors.As(err, &broken) || !strings.Contains(err.Error(), "game broken: ") {
		t.Fatalf("error %v; want what the referee of the game did", err)
	}
	if len(store.reports) != 0 {
		t.Errorf("%d matches have a result; want none", len(store.reports))
	}
	text, readErr := os.ReadFile(starts)
	if n := strings.Count(string(text), "once"); readErr != nil || n != 3 {
		t.Errorf("the referee was started %d times, error %v; want 3", n, readErr)
	}
	return err
}

// A match whose referee fails "is played again, and a tournament stops when one match has
// failed three times", by an error that names the game and blames no bot.
func TestBrokenReferee(t *testing.T) {
	err := playBroken(t, "echo no board >&2; exit 5", 60)
	const want = `game broken: its referee broke down before its first question: its output ended before the scores: it exited with status 5; its stderr ends with "no board"`
	if !strings.Contains(err.Error(), want) {
		t.Errorf("error %v; want %s", err, want)
	}
}

// However a referee fails, a tournament of it stops after three failures in a row, with the
// sentence that says what the referee did, and without a result that blames a bot.
func TestBrokenReferees(t *testing.T) {
	program := filepath.Join(t.TempDir(), "misbehave")
	if out, err := exec.Command("go", "build", "-o", program, "../../../referee/external/testdata/misbehave").CombinedOutput(); err != nil {
		t.Fatalf("build a referee: %v\n%s", err, out)
	}
	for how, want := range map[string]string{
		"fail at the start":   "before its first question: it failed: java.lang.IllegalStateException: it broke",
		"crash in a turn":     "after turn 1: its output ended before the scores: it exited with status 2",
		"hang in a turn":      "it sent neither a question nor the scores within 1s",
		"print in a turn":     `found "DEBUG: here we are"; want the header of a message`,
		"line in a turn":      "a message of more than 8388608 bytes",
		"questions in a turn": "more than 67108864 bytes in a match", // without end
		"bomb in a turn":      "the scores",
		"score at the end":    `SCORES has the line "0 1.5"`,
	} {
		t.Run(how, func(t *testing.T) {
			deadline := 60
			if strings.HasPrefix(how, "hang") || strings.HasPrefix(how, "bomb") { // which last as long
				deadline = 1
			}
			err := playBroken(t, fmt.Sprintf("exec %s \"%s\"", program, how), deadline)
			if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "its stderr ends with") {
				t.Errorf("error %v; want %q, with the referee's stderr", err, want)
			}
		})
	}
}
