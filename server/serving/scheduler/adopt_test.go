package scheduler_test

import (
	"testing"

	"arbiter/server/league"
)

// "Reports that this process does not know of are saved if their pairing is valid":
// it is one that the tournament may ask for, and has no report.
func TestScheduled(t *testing.T) {
	db := open(t)
	w := newWorld(t, db)
	plan := league.Tournament{}
	plan.ID, plan.Game, plan.Seats, plan.Format = "t", "domain", 2, league.RoundRobin
	plan.Starts = []league.Start{{Seed: 1}, {Seed: 2}}
	a, b := league.NewBot("domain", "a", "./a", "", "aaaaaaaa1"), league.NewBot("domain", "b", "./b", "", "bbbbbbbb2")
	plan.Bots = []string{a.ID, b.ID}
	if err := db.SaveTournament(t.Context(), plan, []league.Bot{a, b}, nil); err != nil {
		t.Fatal(err)
	}
	pairing := league.Pairing{Round: 1, Seats: []string{b.ID, a.ID}, Start: league.Start{Seed: 2}}
	job := league.Job{ID: pairing.ID("t"), Tournament: "t", Pairing: pairing}
	work, ok, err := w.Scheduled(t.Context(), job)
	if err != nil || !ok || work.Setup.Seed != 2 || work.Contenders[0].Bot != b || work.Contenders[1].Bot != a || work.Game.Info().Name != "domain" {
		t.Fatalf("%+v, %v, %v; want the work of the job", work, ok, err)
	}
	for name, change := range map[string]func(*league.Job){
		"of another tournament": func(j *league.Job) { j.Tournament = "u" },
		"with another ID":       func(j *league.Job) { j.ID = "0123" },
		"on another start":      func(j *league.Job) { j.Pairing.Start.Seed = 3 },
		"with a stranger":       func(j *league.Job) { j.Pairing.Seats = []string{"c@cccccccc", a.ID} },
		"with one seat":         func(j *league.Job) { j.Pairing.Seats = []string{a.ID} },
		"a single match":        func(j *league.Job) { j.Tournament = "single:domain" },
	} {
		j := job
		change(&j)
		if name != "with another ID" {
			j.ID = j.Pairing.ID(j.Tournament)
		}
		if _, ok, err := w.Scheduled(t.Context(), j); ok || err != nil {
			t.Errorf("%s: %v, %v; want that it is not scheduled", name, ok, err)
		}
	}
	report := league.Report{Job: job, Game: "domain", Rules: 1, PlayedAt: league.Now()}
	report.Result.Scores, report.Result.Ranks, report.Times = []int64{1, 0}, []int{1, 2}, make([]league.Times, 2)
	if err := w.Adopt(t.Context(), []league.Report{report}); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := w.Scheduled(t.Context(), job); ok || err != nil {
		t.Errorf("with a report: %v, %v; want that it is not scheduled any more", ok, err)
	}
}
