package queue_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// "The same tournament of deterministic bots on one box and on four workers: equal
// standings and equal chained digests of every match."
func TestSameResults(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"ctf", "domain"} {
		t.Run(game, func(t *testing.T) {
			var here reports
			e := tournament(t, game, 2, "wait", "random", "greedy")
			e.Save = here.save(t)
			src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
			if err := (dispatch.Pool{Workers: 1, Affinity: dispatch.Off}).Run(t.Context(), src); err != nil {
				t.Fatal(err)
			}
			f := newFarm(t)
			for _, name := range []string{"a", "b", "c", "d"} {
				f.worker(name, 1)
			}
			there := f.run(e)
			if len(here.all) != 2*6 {
				t.Errorf("%d matches on one box; want 12", len(here.all))
			}
			if diff := cmp.Diff(here.plays(), there.plays()); diff != "" {
				t.Errorf("digests and results (-one box +four workers):\n%s", diff)
			}
			if diff := cmp.Diff(here.standings(), there.standings()); diff != "" {
				t.Errorf("standings (-one box +four workers):\n%s", diff)
			}
		})
	}
}
