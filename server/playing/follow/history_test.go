package follow_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/follow"
	"arbiter/server/playing/history"
	"arbiter/server/playing/resolve"
)

// Histories of one repository, each in a database of its own.
func TestHistory(t *testing.T) {
	repository(t, 11)
	t.Run("marks the commit", marksTheCommit)
	t.Run("goes on", goesOn)
	t.Run("of another branch", anotherBranch)
	t.Run("without an answer", withoutAnAnswer)
	t.Run("against a pool", againstAPool)
	t.Run("of three seats", ofThreeSeats)
}

// strengthHistory returns the history of the repository up to a commit.
func strengthHistory(t *testing.T, last string, change func(*follow.StrengthHistory)) follow.StrengthHistory {
	t.Helper()
	return strengthHistoryOf(t, 2, last, change)
}

// strengthHistoryOf is strengthHistory in matches of so many seats.
func strengthHistoryOf(t *testing.T, seats int, last string, change func(*follow.StrengthHistory)) follow.StrengthHistory {
	t.Helper()
	line, err := resolve.Line(t.Context(), resolve.End{Flag: "first commit", Rev: "good"}, resolve.End{Flag: "last commit", Rev: last}, "bots/mine", false)
	if err != nil {
		t.Fatal(err)
	}
	h := follow.StrengthHistory{
		Game: refereetest.Tally{Seats: seats}, Seats: seats, MaxGames: 8000, Matches: 2, Result: history.Result{Line: bisect.Line{Game: "tally"}, Band: 80},
		Series: func([]league.Bot) (follow.Entry, error) {
			e := follow.Entry{Rules: refereetest.Tally{Seats: seats}, Order: league.Order{Tournament: league.Tournament{
				ID: "history " + line[0].Commit[:12], Game: "tally", Seats: seats, Format: league.RoundRobin, CreatedAt: league.Now(), Limits: hour,
			}}}
			for n := range 4000 {
				e.Starts = append(e.Starts, league.Start{Seed: int64(2_000_000 + n)})
			}
			return e, nil
		},
	}
	for _, r := range line {
		h.Versions = append(h.Versions, bisect.Version{Commit: r.Commit, Subject: r.Subject, Tree: r.Tree, Missing: r.Missing})
		h.Typed = append(h.Typed, r.Typed)
	}
	if change != nil {
		change(&h)
	}
	return h
}

// look plays a history on a database of its own.
func look(t *testing.T, path string, h follow.StrengthHistory, stopAfter int) (history.Result, *inProcess) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r := newInProcess(t, path)
	r.seats = h.Seats
	r.stopAfter, r.stop = stopAfter, stop
	result, err := r.host().History(ctx, h)
	if err != nil {
		t.Fatal(err)
	}
	return result, r
}

func seriesOf(t *testing.T, r *inProcess, tournament string) league.Series {
	t.Helper()
	stored, err := r.Tournament(t.Context(), tournament)
	if err != nil {
		t.Fatal(err)
	}
	return stored.Series
}

// subjects returns what is marked.
func subjects(r history.Result) (marked []string) {
	for _, c := range r.Marked() {
		for _, v := range c.Commits {
			marked = append(marked, r.Versions[v].Subject)
		}
	}
	return marked
}

// A real repository of 16 commits, of which one plays at random now and then: the history
// marks it and nothing else, builds each version once, and after interruptions anywhere
// it has played the same cells and comes to the same end.
func marksTheCommit(t *testing.T) {
	dir := t.TempDir()
	h := strengthHistory(t, "main", nil)
	whole, r := look(t, filepath.Join(dir, "whole.db"), h, 0)
	if whole.Answer != history.Known || !slices.Equal(subjects(whole), []string{"change 11"}) || whole.Strengths.Widest > 80 {
		t.Fatalf("%s; want change 11 marked, and a band of 80 Elo", whole.Text())
	}
	for typed, times := range r.built {
		if times > 1 && !strings.Contains(typed, h.Versions[6].Commit) { // which does not build
			t.Errorf("%s is built %d times; want once", typed, times)
		}
	}
	if whole.Strengths.Points[6].State != bisect.NotBuilt {
		t.Errorf("%s; want that change 6 is not built", whole.Text())
	}
	want := seriesOf(t, r, whole.Tournament)
	var last history.Result
	for interrupted := 0; ; interrupted++ {
		last, r = look(t, filepath.Join(dir, "interrupted.db"), h, 60+interrupted*60)
		if last.Answer != history.Open {
			if interrupted < 4 {
				t.Errorf("the history ended after %d interruptions; want at least 4", interrupted)
			}
			break
		}
		if last.Why != "Interrupted; run the same command to resume." {
			t.Fatalf("%q; want that it was interrupted", last.Why)
		}
	}
	if diff := cmp.Diff(want, seriesOf(t, r, last.Tournament)); diff != "" {
		t.Errorf("other cells after interruptions: %s", diff)
	}
	if whole.Sentence() != last.Sentence() || whole.Games != last.Games {
		t.Errorf("%d games: %s\n%d games: %s\nwant the same end", whole.Games, whole.Sentence(), last.Games, last.Sentence())
	}
	historyFindings(t, r, last)
}

// historyFindings checks that what is kept with the tournament of a history is its result,
// and that its commits have their bots.
func historyFindings(t *testing.T, r *inProcess, want history.Result) {
	t.Helper()
	f, kept := kept[history.Findings](t, r, want.Tournament)
	if diff := cmp.Diff(want.Findings(), kept, cmpopts.IgnoreFields(kept, "Seconds", "SecondsLeft")); diff != "" || f.Kind != league.OfHistory || f.Sentence != want.Sentence() {
		t.Errorf("%s %s; kept is (want -, got +)\n%s", f.Kind, f.Sentence, diff)
	}
	for _, c := range kept.Commits {
		if c.Games > 0 && c.Bot != botOf(t, c.Commit) {
			t.Errorf("%s has the bot %q; want %s", c.Subject, c.Bot, botOf(t, c.Commit))
		}
	}
	for _, c := range kept.Changes {
		if c.Marked && (c.Before != kept.Commits[10].Commit || c.Commit != kept.Commits[11].Commit) {
			t.Errorf("%+v; want change 11, behind change 10", c)
		}
	}
}

// "--add plays for the newest commit alone": a history goes on when a commit is added,
// and what was played counts.
func goesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.db")
	wide := func(h *follow.StrengthHistory) { h.Result.Band = 150 }
	before, r := look(t, path, strengthHistory(t, "main~1", wide), 0)
	rounds := len(seriesOf(t, r, before.Tournament).Rounds)
	added, r := look(t, path, strengthHistory(t, "main", func(h *follow.StrengthHistory) { wide(h); h.Result.Newest = true }), 0)
	if added.Answer != history.Known || added.Tournament != before.Tournament || added.Games <= before.Games || added.Games > before.Games*3/2 {
		t.Fatalf("%s\n%s; want some games more of one version", before.Text(), added.Text())
	}
	series := seriesOf(t, r, added.Tournament)
	newest := series.Entries[len(series.Entries)-1].Bot
	for _, round := range series.Rounds[rounds:] {
		for _, cell := range round {
			if cell.A != newest && cell.B != newest {
				t.Errorf("%v; want cells of %s alone", round, newest)
			}
		}
	}
	// Without an earlier history, all versions are played.
	first, _ := look(t, filepath.Join(t.TempDir(), "first.db"), strengthHistory(t, "main", func(h *follow.StrengthHistory) { wide(h); h.Result.Newest = true }), 0)
	if first.Answer != history.Known || first.Newest || !strings.HasPrefix(first.Sentence(), "The 16 versions are known") {
		t.Errorf("%s; want all versions", first.Text())
	}
}

// The line may have moved on, to another branch: versions that are not in it any more are
// passed over, be their last round complete or not.
func anotherBranch(t *testing.T) {
	for _, stopAfter := range []int{0, 40} {
		t.Run(fmt.Sprint(stopAfter), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "t.db")
			wide := func(h *follow.StrengthHistory) { h.Result.Band = 150 }
			before, _ := look(t, path, strengthHistory(t, "main", wide), stopAfter)
			if (before.Answer == history.Open) != (stopAfter > 0) {
				t.Fatalf("%s", before.Text())
			}
			branch(t, fmt.Sprint("other", stopAfter), "main~4", "version 20\n")
			after, r := look(t, path, strengthHistory(t, fmt.Sprint("other", stopAfter), wide), 0)
			if after.Answer != history.Known || len(after.Versions) != 14 {
				t.Errorf("%s; want the 14 versions of the branch", after.Text())
			}
			for _, round := range seriesOf(t, r, after.Tournament).Rounds {
				if len(round) == 0 {
					t.Error("a round without cells is stored")
				}
			}
		})
	}
}

// branch makes a branch with one commit of the bot.
func branch(t *testing.T, name, from, text string) {
	t.Helper()
	git := func(args ...string) {
		if out, err := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("checkout", "--quiet", "-b", name, from)
	if err := os.WriteFile("bots/mine/play.txt", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	git("commit", "--quiet", "--all", "--message", text)
}

// A cap ends a history without an answer, an end that does not build is an error, and a
// time limit counts in the middle of a build, too.
func withoutAnAnswer(t *testing.T) {
	result, _ := look(t, filepath.Join(t.TempDir(), "capped.db"), strengthHistory(t, "main", func(h *follow.StrengthHistory) { h.MaxGames = 100 }), 0)
	if result.Answer != history.Open || result.Games != 100 || !strings.Contains(result.Why, "Stopped after 100 games") || !strings.Contains(result.Sentence(), "not known within 80 Elo yet") {
		t.Errorf("%s; want no answer after 100 games", result.Text())
	}
	result, _ = look(t, filepath.Join(t.TempDir(), "limit.db"), strengthHistory(t, "main", func(h *follow.StrengthHistory) { h.Limit = 1 }), 0)
	if result.Answer != history.Open || result.Why != "Time limit reached; run the same command to resume." {
		t.Errorf("%s; want no answer because of the limit", result.Text())
	}
	r := newInProcess(t, filepath.Join(t.TempDir(), "broken.db"))
	_, err := r.host().History(t.Context(), strengthHistory(t, "main~10", nil))
	if !errors.As(err, new(league.UsageError)) {
		t.Errorf("%v; want that the end does not build", err)
	}
}

// "Optionally against a fixed pool": versions meet the pool alone.
func againstAPool(t *testing.T) {
	result, r := look(t, filepath.Join(t.TempDir(), "t.db"), strengthHistory(t, "main", func(h *follow.StrengthHistory) {
		h.Result.Band, h.Against = 150, []string{h.Typed[1]} // one of its own versions
	}), 0)
	if result.Answer != history.Known || len(result.Against) != 1 {
		t.Fatalf("%s; want strengths against one opponent", result.Text())
	}
	for _, round := range seriesOf(t, r, result.Tournament).Rounds {
		for _, cell := range round {
			if cell.B != result.Against[0] {
				t.Errorf("%+v; want the opponent in every cell", cell)
			}
		}
	}
}

// "In a trial a version has each seat once, and the other one all others": the commit is marked
// in matches of three seats, too, and a trial is three games of each.
func ofThreeSeats(t *testing.T) {
	result, r := look(t, filepath.Join(t.TempDir(), "t.db"), strengthHistoryOf(t, 3, "main", nil), 0)
	if result.Answer != history.Known || !slices.Equal(subjects(result), []string{"change 11"}) || result.Strengths.Widest > 80 {
		t.Fatalf("%s; want change 11 marked, and a band of 80 Elo", result.Text())
	}
	played := map[string]int{}
	matches := 0
	if err := r.db.EachMatchAfter(t.Context(), result.Tournament, 0, 1_000_000, func(_ league.Mark, m league.Match) {
		matches++
		for _, bot := range slices.Compact(slices.Sorted(slices.Values(m.Seats))) {
			played[bot]++
		}
	}); err != nil {
		t.Fatal(err)
	}
	if result.Games != matches {
		t.Errorf("%d games count of %d matches", result.Games, matches)
	}
	for _, c := range result.Findings().Commits {
		if c.Games != played[c.Bot] {
			t.Errorf("%s has %d games; want its %d matches", c.Subject, c.Games, played[c.Bot])
		}
	}
}
