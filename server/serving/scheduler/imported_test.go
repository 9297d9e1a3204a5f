package scheduler_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/resolve"
	"arbiter/server/serving/scheduler"
)

// What a database imported is data: none of its words is started, whichever way it
// is asked for. Builtin bots are, and what somebody enters here afterwards.
func TestImportsStartNothing(t *testing.T) {
	ctx := t.Context()
	db := open(t)
	w := newWorld(t, db)
	mark := filepath.Join(t.TempDir(), "run")
	program := filepath.Join(t.TempDir(), "evil.sh")
	if err := os.WriteFile(program, fmt.Appendf(nil, "touch %s; cat\n", mark), 0o644); err != nil {
		t.Fatal(err)
	}
	typed := "sh " + program
	evil, err := resolve.Resolver{}.One(ctx, typed, "domain")
	if err != nil {
		t.Fatal(err)
	}
	wait, err := resolve.Resolver{}.One(ctx, "builtin:domain/wait", "domain")
	if err != nil {
		t.Fatal(err)
	}
	p := league.Pairing{Seats: []string{typed, typed}, Start: league.Start{Seed: 1}} // no IDs, but what could be typed
	m := league.Report{
		Job: league.Job{ID: p.ID("x"), Tournament: "x", Pairing: p}, Game: "domain", Rules: 1, PlayedAt: league.Now(),
		Result: referee.Result{Scores: []int64{1, 0}, Ranks: []int{1, 2}}, Times: make([]league.Times, 2),
	}
	var text bytes.Buffer
	for _, line := range []map[string]any{
		{"bots": []league.Bot{evil.Bot, wait.Bot}, "tournament": league.Tournament{
			ID: "x", Game: "domain", Seats: 2, Format: league.RoundRobin, Bots: []string{evil.Bot.ID, wait.Bot.ID}, Starts: []league.Start{{Seed: 1}},
		}},
		{"match": m},
	} {
		if err := json.NewEncoder(&text).Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Import(ctx, &text); err != nil {
		t.Fatal(err)
	}
	w.Files = botstore.Copies{Dir: t.TempDir()}
	const why = "comes from an import and is not started; if you trust it, enter it here"
	again, err := w.Rematch(ctx, m.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Play(ctx, again); !errors.As(err, new(league.ConflictError)) || !strings.Contains(err.Error(), "no such bot is known here") {
		t.Errorf("the match again: error %v; want a conflict, since its bot is not known", err)
	}
	starts := map[string]func() error{
		"a match of its ID": func() error {
			_, err := w.Play(ctx, scheduler.MatchRequest{Game: "domain", Bots: []string{evil.Bot.ID, evil.Bot.ID}, Start: league.Start{Seed: 1}})
			return err
		},
		"a person's match": func() error {
			_, _, err := w.HumanMatch(ctx, scheduler.MatchRequest{Game: "domain", Bots: []string{evil.Bot.ID}, Start: league.Start{Seed: 1}}, 0)
			return err
		},
		"a tournament of its ID": func() error {
			p := plan(t, "y", "1..2")
			p.Bots = []string{evil.Bot.ID, "builtin:domain/wait"}
			_, err := w.Create(ctx, p)
			return err
		},
		"the tournament longer": func() error {
			_, err := w.Extend(ctx, "x", scheduler.Extension{Bots: []string{"builtin:domain/random"}})
			return err
		},
	}
	for name, start := range starts {
		if err := start(); !errors.As(err, new(league.ConflictError)) || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: error %v; want a conflict: %s", name, err, why)
		}
	}
	stop := w.run(t)
	if err := w.Start(ctx, "x"); err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("the tournament: error %v; want %s", err, why)
	}
	if imported, err := db.Imported(ctx, "domain", evil.Bot.ID); err != nil || !imported {
		t.Errorf("imported %v, %v after that; want that it still is", imported, err)
	}
	stop()
	if _, err := os.Stat(mark); err == nil {
		t.Error("the imported bot was started")
	}
	id, err := w.Play(ctx, scheduler.MatchRequest{Game: "domain", Bots: []string{wait.Bot.ID, wait.Bot.ID}, Start: league.Start{Seed: 1}})
	if err != nil || id == "" {
		t.Errorf("a builtin bot of the import: %v", err)
	}
	if _, err := w.Register(ctx, "domain", typed, scheduler.Asker{AnyBot: true}); err != nil {
		t.Fatal(err)
	}
	for name, start := range starts {
		if err := start(); err != nil {
			t.Errorf("%s, once it is registered here: %v", name, err)
		}
	}
}
