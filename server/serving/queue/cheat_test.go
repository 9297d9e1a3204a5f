package queue_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"arbiter/bots/botstest"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/serving/queue"
)

// "A worker that consistently rewrites one match in twenty is found": with workers
// that play, of which one lets other bots play one match in twenty. Its records fit
// their jobs and replay. Every match is played again here, where servers choose one
// in a hundred; TestCheatingWorkerIsFound has that.
func TestWorkerThatRewritesMatches(t *testing.T) {
	t.Parallel()
	bots := botstest.Program(t)
	program := filepath.Join(t.TempDir(), "bots")
	script := fmt.Sprintf(`#!/bin/sh
case $%s in *[13579]7) exec %[2]s domain/random;; esac
exec %[2]s "$1"
`, dispatch.SeedVariable, bots)
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	f := newFarm(t)
	f.coordinator.Recheck = 1
	f.damage = func(b *queue.Bots) { b.Resolver.Builtin = program }
	f.worker("cheat", 1)
	f.damage = nil
	f.worker("honest", 1)
	e := tournament(t, "domain", 1000, "wait", "greedy")
	e.Save = (&reports{}).save(t)
	src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
	defer src.Close()
	ended := make(chan error, 1)
	go func() {
		ended <- f.coordinator.Run(t.Context(), dispatch.Pool{Workers: 1, Affinity: dispatch.Off}, src)
	}()
	f.until("a worker is set aside", func() bool {
		for _, w := range f.coordinator.Workers() {
			if w.State == queue.SetAside {
				if w.Name != "cheat" || w.Evidence == nil || w.Evidence.Match == "" {
					t.Errorf("set aside: %+v; want the one that cheats, with a match", w)
				}
				return true
			}
		}
		return false
	})
	src.Stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
