package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/server/league"
)

// Migration 5 gives results of version 0.1 the current spelling of reasons and
// fault kinds. "timeout" remains only where a seat ran out of time. Migrating down
// restores the old spelling.
func TestMigrationOfReasons(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "arbiter.db")
	old, steps := oldFile(t, path, 4)
	type ending struct {
		game, reason string
		faults       []referee.Kind // by seat; "" for none
	}
	cases := []struct{ was, is ending }{
		{ending{"domain", "domain-tie", []referee.Kind{"", ""}}, ending{"domain", "domain_tie", []referee.Kind{"", ""}}},
		{ending{"domain", "timeout", []referee.Kind{"exit", ""}}, ending{"domain", "forfeit", []referee.Kind{"crash", ""}}},
		{ending{"domain", "timeout", []referee.Kind{"", "timeout"}}, ending{"domain", "timeout", []referee.Kind{"", "timeout"}}},
		{ending{"flames", "dead-attraction", []referee.Kind{""}}, ending{"flames", "dead_attraction", []referee.Kind{""}}},
		{ending{"flames", "timeout", []referee.Kind{"unasked"}}, ending{"flames", "forfeit", []referee.Kind{"unasked"}}},
		{ending{"heropath", "no_answer", []referee.Kind{"timeout"}}, ending{"heropath", "no_answer", []referee.Kind{"timeout"}}},
		{ending{"heropath", "no_answer", []referee.Kind{"exit"}}, ending{"heropath", "forfeit", []referee.Kind{"crash"}}},
		{ending{"keeper", "exit", []referee.Kind{""}}, ending{"keeper", "exit", []referee.Kind{""}}}, // the hero reached the exit
		{ending{"keeper", "timeout", []referee.Kind{"exit"}}, ending{"keeper", "forfeit", []referee.Kind{"crash"}}},
		{ending{"ctf", "timeout", []referee.Kind{"garbled", ""}}, ending{"ctf", "forfeit", []referee.Kind{"garbled", ""}}},
		{ending{"ctf", "both_timeout", []referee.Kind{"timeout", "timeout"}}, ending{"ctf", "both_timeout", []referee.Kind{"timeout", "timeout"}}},
		{ending{"ctf", "both_timeout", []referee.Kind{"timeout", "exit"}}, ending{"ctf", "both_forfeit", []referee.Kind{"timeout", "crash"}}},
	}
	run := func(text string, args ...any) {
		t.Helper()
		if _, err := old.Exec(text, args...); err != nil {
			t.Fatal(err)
		}
	}
	run(`INSERT INTO tournaments VALUES ('spring', 'domain', '{"id": "spring"}', 1)`)
	for n, c := range cases {
		run(`INSERT INTO matches VALUES (?, ?, 'spring', ?, 1, 1, 1, NULL, '1', 1, ?, 1, ?, 1)`, n+1, fmt.Sprint(n), c.was.game, c.was.reason, n)
		for seat, kind := range c.was.faults {
			run(`INSERT INTO seats VALUES (?, ?, 'a@1', 0, 1, ?, 0, 0, 0, 0)`, n+1, seat, string(kind))
			if kind != "" {
				run(`INSERT INTO faults VALUES (?, ?, 1, ?, ?, '', 'why', 0)`, n+1, seat, seat, string(kind))
			}
		}
	}
	// words returns the reason of each match, the faults of its seats and all its faults.
	words := func() (list []string) {
		t.Helper()
		const query = `
			SELECT reason || (SELECT group_concat(' ' || fault, '') FROM seats WHERE match = m.n)
			    || coalesce((SELECT group_concat(' ' || kind, '') FROM faults WHERE match = m.n), '') FROM matches m ORDER BY n`
		rows, err := old.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var one string
			if err := rows.Scan(&one); err != nil {
				t.Fatal(err)
			}
			list = append(list, one)
		}
		return list
	}
	before := words()

	db, err := Open(ctx, path, Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	matches, err := db.Matches(ctx, league.Query{})
	if err != nil || len(matches) != len(cases) {
		t.Fatalf("%d matches, %v; want %d", len(matches), err, len(cases))
	}
	slices.Reverse(matches) // in the order of playing
	for n, m := range matches {
		want := cases[n].is
		outcomes, err := db.Outcomes(ctx, m.Tournament)
		if err != nil {
			t.Fatal(err)
		}
		seats := outcomes[m.ID].Faults // as the seats table has them
		faults := make([]referee.Kind, len(m.Pairing.Seats))
		for _, f := range m.Result.Faults {
			faults[f.Seat] = f.Kind
		}
		got := ending{m.Game, m.Result.Reason, seats}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(ending{})); diff != "" || !slices.Equal(faults, want.faults) {
			t.Errorf("%v: faults %v (-want +got):\n%s", cases[n].was, faults, diff)
		}
	}

	if _, err := steps.DownTo(ctx, 4); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, words()); diff != "" {
		t.Errorf("after migrating down (-before +after):\n%s", diff)
	}
}
