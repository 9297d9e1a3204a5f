package league_test

import (
	"encoding/json"
	"strings"
	"testing"

	"arbiter/server/league"
)

// series returns a tournament of three bots in two rounds.
func series() league.Tournament {
	return league.Tournament{
		ID: "s", Game: "domain", Seats: 2, Format: league.RoundRobin, Bots: []string{"a", "b", "c"},
		Starts: []league.Start{{Seed: 1}, {Seed: 2}, {Seed: 3}, {Seed: 4}, {Seed: 5}},
		Series: league.Series{
			Rounds:  [][]league.Cell{{{A: "a", B: "b", Pairs: 2}}, {{A: "b", B: "c", Pairs: 3}}},
			Entries: []league.SeriesEntry{{Key: "one", Bot: "a"}, {Key: "broken"}},
		},
	}
}

// "Whoever resumes it plays these": a series that was stored deals the same matches,
// each on a start of its own.
func TestSeriesKeepsItsCells(t *testing.T) {
	text, err := json.Marshal(series())
	if err != nil {
		t.Fatal(err)
	}
	var stored league.Tournament
	if err := json.Unmarshal(text, &stored); err != nil {
		t.Fatal(err)
	}
	if err := stored.Validate(); err != nil {
		t.Fatal(err)
	}
	seen := league.NewEvidence(stored)
	var played []league.Pairing
	starts := map[league.Start]string{}
	for round := 1; ; round++ {
		pairings, ok := seen.Round(stored.Series, round)
		if !ok {
			break
		}
		for p := range pairings {
			played = append(played, p)
			if bots := strings.Join(p.Seats, ""); starts[p.Start] != "" && !strings.ContainsAny(starts[p.Start], p.Seats[0]) {
				t.Errorf("%s and %s on %s; want starts of their own", starts[p.Start], bots, p.Start)
			}
			starts[p.Start] += strings.Join(p.Seats, "")
		}
		for _, p := range played {
			seen.Add(league.Match{Seats: p.Seats, Start: p.Start, Repetition: p.Repetition})
		}
	}
	if len(played) != 10 || len(starts) != 5 {
		t.Errorf("%d matches on %d starts; want two on each of 5", len(played), len(starts))
	}
	if n, exact := league.Total(stored); n != 10 || !exact {
		t.Errorf("%d matches in all, exact: %v; want 10", n, exact)
	}
	if len(stored.Series.Entries) != 2 || stored.Series.Entries[1].Bot != "" {
		t.Errorf("entries %v; want the one that does not build, too", stored.Series.Entries)
	}
}

// Cells that cannot be played are refused, and the error says which round.
func TestSeriesErrorsTeach(t *testing.T) {
	for name, wrong := range map[string]league.Cell{
		"round 2: found 0 pairs":     {A: "a", B: "b"},
		"round 2: a meets itself":    {A: "a", B: "a", Pairs: 1},
		`"x" is not one of the bots`: {A: "a", B: "x", Pairs: 1},
	} {
		s := series()
		s.Series.Rounds[1][0] = wrong
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v: %v; want %s", wrong, err, name)
		}
	}
}

// "begins as another one": a series may grow by rounds and entries at its end, and
// nothing that was stored may change.
func TestSeriesContinues(t *testing.T) {
	before := series().Series
	longer := series().Series
	longer.Rounds = append(longer.Rounds, []league.Cell{{A: "a", B: "c", Pairs: 4}})
	longer.Entries = append(longer.Entries, league.SeriesEntry{Key: "three", Bot: "c", Round: 3})
	if !longer.Continues(before) || !before.Continues(before) || before.Continues(longer) {
		t.Error("a longer series continues the shorter one, and not the other way round")
	}
	longer.Rounds[0] = []league.Cell{{A: "a", B: "b", Pairs: 3}}
	if longer.Continues(before) {
		t.Error("another first round continues the series; want that it does not")
	}
	other := series().Series
	other.Entries[1].Bot = "b"
	if other.Continues(before) {
		t.Error("another entry continues the series; want that it does not")
	}
}

// "The bots decide which groups of them meet. A series has cells": of more than two seats a bot
// joins a series, and no other round robin. A trial is a match for each seat.
func TestSeriesOfManySeats(t *testing.T) {
	before := series()
	before.Seats = 3
	longer := before
	longer.Bots = append(longer.Bots[:3:3], "d")
	if !longer.Continues(before, false) {
		t.Error("a bot cannot join a series of three seats")
	}
	if n, exact := league.Total(before); n != 15 || !exact {
		t.Errorf("%d matches in all, exact: %v; want 15", n, exact)
	}
	longer.Series, before.Series = league.Series{}, league.Series{}
	if longer.Continues(before, false) {
		t.Error("a bot joins a round robin of groups, which would be others")
	}
}
