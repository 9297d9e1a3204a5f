package queue_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// One-file bots are bots for workers, too: the folder in which one was laid out
// travels, and the copy there is the same bot.
func TestSourceFileTravels(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 in PATH") // make test installs it; go test alone takes what there is
	}
	path := filepath.Join(t.TempDir(), "mine.py")
	if err := os.WriteFile(path, []byte("while True:\n    input()\n    print('PASS')\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := resolve.Resolver{Build: process.BuildOptions{Cache: t.TempDir()}}.One(t.Context(), path, "domain")
	if err != nil {
		t.Fatal(err)
	}
	f := newFarm(t)
	f.worker("a", 1)
	e := tournament(t, "domain", 2, "wait")
	e.Definition.Bots, e.Contenders[c.Bot.ID] = append(e.Definition.Bots, c.Bot.ID), c
	r := f.run(e)
	if n := r.versions(t); n["a"] != 4 {
		t.Errorf("played by %v; want 4 by the worker", n)
	}
	for _, report := range r.all {
		for seat, bot := range report.Pairing.Seats {
			fault := report.Result.FaultOf(seat)
			if mine := bot == c.Bot.ID; mine != (fault != nil) || mine && fault.Line != "PASS" {
				t.Errorf("match %s: seat %d of %s has the fault %v; want one for the answer PASS of the file", report.ID, seat, league.IDs([]league.Bot{c.Bot}), fault)
			}
		}
	}
}
