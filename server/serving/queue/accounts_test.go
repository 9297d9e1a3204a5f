package queue

import (
	"log/slog"
	"testing"

	"arbiter/docs/reference"
	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// The accounts in docs/farm.md are those that the broker has.
func TestReferenceAccounts(t *testing.T) {
	reference.Block(t, "docs/farm.md", "accounts of a cluster", "```\n"+Accounts("TOKEN OF THE COORDINATOR", "TOKEN OF THE WORKERS")+"```\n")
}

// "It cannot answer for a match that it was not given, nor in the name of another worker."
func TestAnswersOfOthers(t *testing.T) {
	c := &Coordinator{Log: slog.New(slog.DiscardHandler)}
	c.prepare()
	const life = inbox + ".ABCDEFGHIJKLMNOPQRSTUVWXYZ.x"
	c.hear(beat{Worker: "honest", Life: life, Slots: 1})
	c.hear(beat{Worker: "evil", Life: inbox + ".EVIL", Slots: 1})
	g, err := games.Find("domain")
	if err != nil {
		t.Fatal(err)
	}
	f := newFlight("m", dispatch.Work{Job: league.Job{ID: "m"}, Game: g})
	c.mu.Lock()
	c.flights[f.id] = f
	c.ship(false, []*flight{f})
	c.mu.Unlock()
	task := f.shipment.id
	for _, tt := range []struct {
		name string
		from answers
		want bool
	}{
		{"its worker", answers{"honest", life, []answer{{Match: "m", Task: task, Failed: "x"}}}, true},
		{"in its name", answers{"honest", inbox + ".EVIL", []answer{{Match: "m", Task: task, Failed: "x"}}}, false},
		{"in its name without a life", answers{"honest", "", []answer{{Match: "m", Task: task, Failed: "x"}}}, false},
		{"a task that it guesses", answers{"evil", inbox + ".EVIL", []answer{{Match: "m", Task: "1", Failed: "x"}}}, false},
		{"no task", answers{"evil", inbox + ".EVIL", []answer{{Match: "m", Report: &league.Report{}}}}, false},
	} {
		message, err := tt.from.encode()
		if err != nil {
			t.Fatal(err)
		}
		found := c.check(message)
		if got := len(found) == 1 && found[0].flight == f; got != tt.want {
			t.Errorf("%s: counts %v; want %v", tt.name, got, tt.want)
		}
		for _, a := range found {
			if !tt.want && a.Report != nil {
				t.Errorf("%s: its report may be adopted", tt.name)
			}
		}
	}
	// Whoever holds a task is who has fetched it: another one cannot know its ID.
	if o := c.hear(beat{Worker: "evil", Life: inbox + ".EVIL", Slots: 1, Holds: []holding{{Task: "1", Matches: []string{"m"}}}}); len(o.Drop) != 1 || f.shipment.holder != "" {
		t.Errorf("%+v, held by %q; want that it drops the match", o, f.shipment.holder)
	}
}
