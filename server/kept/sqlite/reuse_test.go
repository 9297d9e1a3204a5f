package sqlite_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/server/league"
)

// "the results of the same bots, by league.Bot.Same, on its starts, under its
// limits and under these rules"
func TestSoloResults(t *testing.T) {
	ctx := context.Background()
	db := open(t, file(t))
	limits := referee.TimeLimits{First: time.Second, Turn: 50 * time.Millisecond}
	other := referee.TimeLimits{First: time.Second, Turn: 60 * time.Millisecond}
	created := time.UnixMilli(1_700_000_000_000).UTC()
	mine, renamed, theirs := league.NewBot("keeper", "mine", "m", "", "0123456789abcdef"), league.NewBot("keeper", "copy", "c", "", "0123456789abcdef"), league.NewBot("keeper", "theirs", "t", "", "fedcba9876543210")
	define := func(id string, bots ...league.Bot) league.Tournament {
		d := league.Tournament{
			ID: id, Game: "keeper", Seats: 1, Format: league.RoundRobin, Bots: league.IDs(bots), Limits: limits, CreatedAt: created,
			Starts: []league.Start{{Seed: 1}, {Seed: 2}, {Position: "d1", Name: "here"}},
		}
		if err := db.SaveTournament(ctx, d, bots, map[string][]byte{"d1": []byte("{}")}); err != nil {
			t.Fatal(err)
		}
		return d
	}
	check := define("check", mine, theirs)
	define("before", renamed, theirs)
	define("later", mine)
	played := func(tournament string, bot league.Bot, start league.Start, change func(*league.Report)) string {
		p := league.Pairing{Round: 1, Seats: []string{bot.ID}, Start: start}
		r := league.Report{
			Job: league.Job{ID: p.ID(tournament), Tournament: tournament, Pairing: p}, Game: "keeper", Rules: 3, Limits: limits, Play: 7,
			Result: referee.Result{Scores: []int64{start.Seed}, Ranks: []int{1}, Reason: "over"}, PlayedAt: created.Add(-time.Minute), Times: make([]league.Times, 1),
		}
		if change != nil {
			change(&r)
		}
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
		return r.ID
	}
	first := played("before", renamed, league.Start{Seed: 1}, nil)
	played("later", mine, league.Start{Seed: 1}, nil) // the one that was saved first is taken
	position := played("before", theirs, league.Start{Position: "d1", Name: "there"}, nil)
	for name, change := range map[string]func(*league.Report){
		"under other limits":       func(r *league.Report) { r.Limits = other },
		"by another clock":         func(r *league.Report) { r.Limits.Clock = referee.CPUClock },
		"under limits not known":   func(r *league.Report) { r.Limits = referee.TimeLimits{} },
		"under other rules":        func(r *league.Report) { r.Rules = 2 },
		"after it was created":     func(r *league.Report) { r.PlayedAt, r.Duration = created, 2*time.Millisecond },
		"on a repetition":          func(r *league.Report) { r.Pairing.Repetition = 1 },
		"on a start that it lacks": func(r *league.Report) { r.Pairing.Start.Seed = 9 },
		"by another bot":           func(r *league.Report) { r.Pairing.Seats = []string{"others@00000000"} },
	} {
		played("later", theirs, league.Start{Seed: 2}, func(r *league.Report) {
			change(r)
			r.ID = name
		})
	}
	played("before", mine, league.Start{Seed: 2}, nil)
	played("check", mine, league.Start{Seed: 2}, nil) // its own

	got, err := db.SoloResults(ctx, check, 3)
	if err != nil {
		t.Fatal(err)
	}
	result := func(bot league.Bot, start league.Start, id string) league.Match {
		return league.Match{
			Seats: []string{bot.ID}, Start: start, Reason: "over", Play: 7, Stored: id,
			Outcome: league.Outcome{Scores: []int64{start.Seed}, Ranks: []int{1}, Faults: []referee.Kind{""}, Forgiven: []int{0}},
		}
	}
	want := []league.Match{result(mine, check.Starts[0], first), result(theirs, check.Starts[2], position)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
}

// Matches that were played without limits serve a check without limits again.
// Those whose limits are not known do not.
func TestSoloResultsWithoutLimits(t *testing.T) {
	ctx := context.Background()
	db := open(t, file(t))
	created := time.UnixMilli(1_700_000_000_000).UTC()
	bot := league.NewBot("keeper", "mine", "m", "", "0123456789abcdef")
	for _, id := range []string{"before", "check"} {
		d := league.Tournament{ID: id, Game: "keeper", Seats: 1, Bots: []string{bot.ID}, Starts: []league.Start{{Seed: 1}, {Seed: 2}}, CreatedAt: created}
		if err := db.SaveTournament(ctx, d, []league.Bot{bot}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for seed, unlimited := range map[int64]bool{1: true, 2: false} {
		p := league.Pairing{Seats: []string{bot.ID}, Start: league.Start{Seed: seed}}
		err := db.SaveReports(ctx, []league.Report{{
			Job: league.Job{ID: p.ID("before"), Tournament: "before", Pairing: p}, Game: "keeper", Rules: 3, Unlimited: unlimited,
			Result: referee.Result{Scores: []int64{seed}, Ranks: []int{1}, Reason: "over"}, PlayedAt: created.Add(-time.Minute), Times: make([]league.Times, 1),
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	check, err := db.Tournament(ctx, "check")
	if err != nil {
		t.Fatal(err)
	}
	got, err := db.SoloResults(ctx, check, 3)
	if err != nil || len(got) != 1 || got[0].Start.Seed != 1 {
		t.Errorf("%+v, %v; want the result on seed 1, which was played without limits", got, err)
	}
}

// A bot that has the digest of another bot does not get its results. A bot whose
// SHA-256 is not known is recognized by its digest.
func TestSoloResultsOfTwins(t *testing.T) {
	db := open(t, file(t))
	named := func(name, sha256 string) league.Bot {
		b := league.NewBot("keeper", name, name, "", "0123456789abcdef")
		b.SHA256 = sha256
		return b
	}
	created := time.UnixMilli(1_700_000_000_000).UTC()
	limits := referee.TimeLimits{First: time.Second, Turn: time.Second}
	all := []league.Bot{named("mine", "aa"), named("renamed", "aa"), named("twin", "bb"), named("old", "")}
	for i, b := range all {
		d := league.Tournament{ID: b.Name, Game: "keeper", Seats: 1, Bots: []string{b.ID}, Limits: limits, CreatedAt: created, Starts: []league.Start{{Seed: 1}, {Seed: 2}, {Seed: 3}, {Seed: 4}}}
		if err := db.SaveTournament(t.Context(), d, []league.Bot{b}, nil); err != nil {
			t.Fatal(err)
		}
		p := league.Pairing{Round: 1, Seats: []string{b.ID}, Start: d.Starts[i]}
		err := db.SaveReports(t.Context(), []league.Report{{
			Job: league.Job{ID: p.ID(d.ID), Tournament: d.ID, Pairing: p}, Game: "keeper", Rules: 3, Limits: limits, Play: 7,
			Result: referee.Result{Scores: []int64{1}, Ranks: []int{1}, Reason: "over"}, PlayedAt: created.Add(-time.Minute), Times: make([]league.Times, 1),
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string][]int64{"mine": {2, 4}, "twin": {4}, "old": {1, 2, 3}} {
		d, err := db.Tournament(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		found, err := db.SoloResults(t.Context(), d, 3)
		var seeds []int64
		for _, m := range found {
			seeds = append(seeds, m.Start.Seed)
		}
		if !cmp.Equal(want, seeds) || err != nil {
			t.Errorf("%s: reuses the matches on seeds %v, %v; want %v", name, seeds, err, want)
		}
	}
}
