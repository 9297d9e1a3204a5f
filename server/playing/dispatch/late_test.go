package dispatch_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// lateness makes each match void the first time it is played.
type lateness struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (l *lateness) watch(w dispatch.Work, _ referee.Match) referee.Recorder {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen[w.Job.ID] {
		return brokenRecorder{}
	}
	l.seen[w.Job.ID] = true
	return brokenRecorder{fmt.Errorf("seat 0: %w", &referee.LateError{Bot: "stopper"})}
}

// No warning accuses a builtin bot: it stops nobody.
func TestLateBuiltinBotIsNotAccused(t *testing.T) {
	e, _ := entry(t, league.RoundRobin, 2, "3", "5")
	for id, c := range e.Contenders {
		c.Builtin = true
		e.Contenders[id] = c
	}
	l := &lateness{seen: map[string]bool{}}
	pool := dispatch.Pool{Workers: 1, Affinity: dispatch.Off, Watch: l.watch, Warn: func(err error) {
		if strings.Contains(err.Error(), "stop the referee") {
			t.Errorf("warning %q", err)
		}
	}}
	if err := run(t, e, map[string]league.Outcome{}, pool); err != nil {
		t.Fatal(err)
	}
	if len(l.seen) < 4 {
		t.Errorf("%d matches were void; want 4 and more", len(l.seen))
	}
}

// "The match is void as the machine's fault and played again, and the bot is
// reported if it recurs."
func TestLateBotsAreReportedWhenItRecurs(t *testing.T) {
	e, store := entry(t, league.RoundRobin, 2, "3", "5")
	e.Definition.Starts = nil
	for seed := range int64(3) {
		e.Definition.Starts = append(e.Definition.Starts, league.Start{Seed: seed})
	}
	src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
	defer src.Stop()
	l := &lateness{seen: map[string]bool{}}
	var warnings []string
	pool := dispatch.Pool{Workers: 2, Affinity: dispatch.Off, Watch: l.watch, Warn: func(err error) { warnings = append(warnings, err.Error()) }}
	if err := pool.Run(t.Context(), src); err != nil {
		t.Fatal(err)
	}
	void := len(l.seen)
	if len(store.reports) != void || src.Voids().Matches != void || void < 4 {
		t.Errorf("%d reports and %d void matches of %d", len(store.reports), src.Voids().Matches, void)
	}
	warnings = slices.DeleteFunc(warnings, func(w string) bool { return strings.Contains(w, "--concurrency") }) // of the machine
	if len(warnings) != 2 || !strings.HasPrefix(warnings[0], `2 matches of bot "stopper" were void`) || !strings.HasPrefix(warnings[1], `4 matches of bot "stopper"`) {
		t.Errorf("warnings %q; want one at the second and one at the fourth match", warnings)
	}
}
