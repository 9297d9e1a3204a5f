package check_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/check"
)

// played returns the verdict of a tournament whose matches are these.
func played(t *testing.T, tm league.Tournament, q league.Question, matches []league.Match) check.Verdict {
	t.Helper()
	c := follow(tm, q)
	for _, m := range matches {
		c.Add(m)
	}
	worst, err := check.NameWorst(t.Context(), c.Status().Worst, func(context.Context, string, int) (*referee.Fault, error) {
		return &referee.Fault{Kind: referee.Timeout, Stderr: "late"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	about := check.Case{
		Game: tm.Game, Question: q, Solo: tm.Solo(), Flag: "--db t.db", DB: "t.db", Command: "arbiter check",
		Candidate: league.Bot{ID: candidate, Game: tm.Game, Name: "new", Typed: "./new"},
		Baseline:  league.Bot{ID: baseline, Game: tm.Game, Name: "old", Typed: "./old"},
	}
	return check.NewVerdict(about, check.Played{Status: c.Status(), Void: league.Voids{Matches: 3}, Worst: worst, Seconds: 1.5})
}

// verdicts returns one verdict of each kind by the name of its file.
func verdicts(t *testing.T) map[string]check.Verdict {
	all := map[string]check.Verdict{}
	two := definition(2, 24)
	var matches []league.Match
	for n, s := range two.Starts {
		lost := game(s, 1, league.Play(2*n+1), candidate, baseline)
		if n == 3 {
			lost.Outcome.Faults[0] = referee.Timeout
		}
		matches = append(matches, lost, game(s, n%3-1, league.Play(2*n+2), baseline, candidate))
	}
	two.Starts[2].Name = referee.OfficialOpening
	for i := range matches[4:6] {
		matches[4+i].Start = two.Starts[2]
	}
	all["two"] = played(t, two, question(2), matches)

	alone := definition(1, 12)
	matches = nil
	for n, s := range alone.Starts {
		matches = append(matches, solo(s, candidate, int64(100+n*7%11), league.Play(2*n+1)), solo(s, baseline, int64(100+n*5%13), league.Play(2*n+2)))
		matches[len(matches)-1].Stored = "stored"
	}
	all["solo"] = played(t, alone, question(1), matches)

	q := question(1)
	q.By, q.Margin = league.ByScore, 20
	all["score"] = played(t, alone, q, matches)

	three := definition(2, 5, "other@3")
	matches = nil
	for n, s := range three.Starts {
		for i, bot := range three.Bots[:2] {
			matches = append(matches, game(s, (n+i)%2, league.Play(8*n+4*i+1), bot, "other@3"), game(s, (n+i)%3-1, league.Play(8*n+4*i+2), "other@3", bot))
		}
	}
	all["opponents"] = played(t, three, question(2), matches)

	all["identical"] = check.Identical(check.Case{
		Game: "tally", Candidate: league.Bot{ID: candidate}, Baseline: league.Bot{ID: candidate}, Question: question(2), Server: "http://s",
	})
	all["notbuilt"] = check.Unbuilt(check.Case{
		Game: "tally", Candidate: league.Bot{Game: "tally", Typed: "./new"}, Baseline: league.Bot{Game: "tally", Typed: "./old"},
	}, errors.New("build ./new: exit status 1"), "main.c:3: no\n")
	return all
}

// Scripts read the verdict: testdata has all of its keys.
func TestJSONOfVerdicts(t *testing.T) {
	for name, v := range verdicts(t) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		old, err := os.ReadFile("testdata/verdict_" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var got, want map[string]any
		if err := errors.Join(json.Unmarshal(text, &got), json.Unmarshal(old, &want)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

// The same verdicts read the same.
func TestTextOfVerdicts(t *testing.T) {
	for name, v := range verdicts(t) {
		want, err := os.ReadFile("testdata/verdict_" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(v.Text())); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}
