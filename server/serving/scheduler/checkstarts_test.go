package scheduler_test

import (
	"slices"
	"testing"

	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// A check plays given starts in an order that the baseline decides, since a
// sequential test needs them in random order; the order of the request does not
// matter.
func TestStartsOfCheckAreShuffled(t *testing.T) {
	w := newWorld(t, open(t))
	p := plan(t, "cup", "1..50")
	p.Test, p.Shuffle = &league.Question{Question: rating.NotWeaker(rating.PairUnit)}, true
	first, err := w.Create(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(first.Starts, p.Seeds) {
		t.Error("the starts are in the order of the request")
	}
	slices.Reverse(p.Seeds)
	if again, err := w.Create(t.Context(), p); err != nil || !slices.Equal(again.Starts, first.Starts) {
		t.Errorf("%v, %v for the same starts in reverse; want %v", again.Starts, err, first.Starts)
	}
}

// A check plays each start once, however many games it is given: one that has fewer
// starts than games goes on with more of them, and its matches count.
func TestCheckOfFewerOpeningsGoesOn(t *testing.T) {
	w := newWorld(t, open(t))
	p := plan(t, "cup", "1")
	p.Test, p.Fresh, p.Extend, p.Games = &league.Question{Question: rating.NotWeaker(rating.PairUnit)}, true, true, 4000
	all, err := w.Create(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	old := all
	old.Starts = all.Starts[:300]
	if err := w.db.SaveTournament(t.Context(), old, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Create(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if now, err := w.db.Tournament(t.Context(), "cup"); err != nil || !slices.Equal(now.Starts, all.Starts) {
		t.Errorf("%d starts, %v; want all %d", len(now.Starts), err, len(all.Starts))
	}
}

// "A stored tournament keeps its own schedule": the same request finds a tournament that
// version 0.1 made, and leaves it as it is.
func TestOldScheduleIsKept(t *testing.T) {
	w := newWorld(t, open(t))
	p := plan(t, "cup", "1..50")
	p.Format, p.Games = league.Swiss, 3
	old, err := w.Create(t.Context(), p)
	if err != nil || old.Schedule != league.ScheduleVersion {
		t.Fatalf("schedule of version %d, %v; want %d", old.Schedule, err, league.ScheduleVersion)
	}
	old.Schedule = 0
	if err := w.db.SaveTournament(t.Context(), old, nil, nil); err != nil {
		t.Fatal(err)
	}
	if again, err := w.Create(t.Context(), p); err != nil || again.Schedule != 0 {
		t.Errorf("schedule of version %d, %v; want that of the store, 0", again.Schedule, err)
	}
}
