package follow_test

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/follow"
	"arbiter/server/serving/core"
	"arbiter/server/serving/core/coretest"
)

// A localHost plays in this process.
type localHost struct {
	follow.Host
	core *core.Core
	db   *sqlite.DB
	path string
}

// local returns a host on a new database.
func local(t *testing.T) localHost {
	t.Helper()
	return localOn(t, filepath.Join(t.TempDir(), "t.db"))
}

// database opens the database of a path.
func database(t *testing.T, path string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// localOn returns a host of another process on a database.
func localOn(t *testing.T, path string) localHost {
	t.Helper()
	db := database(t, path)
	c := coretest.New(t, db, db.Close, t.TempDir())
	return localHost{follow.Host{Service: c, Log: io.Discard, Flag: "--db " + path, DB: path}, c, db, path}
}

// hour are limits that no busy machine reaches.
var hour = referee.TimeLimits{First: time.Hour, Turn: time.Hour}

// entry returns a tournament of bots of a game on fresh starts, keyed by the
// second bot.
func entry(t *testing.T, l localHost, game string, limits referee.TimeLimits, typed ...string) (follow.Entry, []league.Bot) {
	t.Helper()
	g, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	found, err := l.EnterBots(t.Context(), game, typed)
	if err != nil {
		t.Fatal(err)
	}
	e := follow.Entry{Rules: g, Order: league.Order{Tournament: league.Tournament{
		Game: game, Seats: g.Info().MaxSeats, Format: league.RoundRobin, Bots: league.IDs(found), Limits: limits, CreatedAt: league.Now(),
	}}}
	e.Positions = e.DealFresh(g, league.Fresh{Key: found[1].Digest, Count: starts})
	e.ID = e.CheckName()
	return e, found
}

// starts is how many starts the checks of these tests have: too few to decide.
const starts = 6

// verdict plays a check and returns its verdict and how many matches it played.
func verdict(t *testing.T, l localHost, e follow.Entry, bots []league.Bot, fresh bool) (v check.Verdict, played int) {
	t.Helper()
	about := check.Case{Candidate: bots[0], Baseline: bots[1], Question: league.Question{Question: rating.NotWeaker(rating.DuelUnit), Fresh: fresh}}
	v, err := l.Check(t.Context(), e, about, 0)
	if err != nil {
		t.Fatal(err)
	}
	if v.Matches != 2*starts {
		t.Errorf("%d matches count; want %d", v.Matches, 2*starts)
	}
	return v, v.Now
}

// "every check against it reuses its solo results": the second check against the
// same baseline plays half the matches. "changed limits are another key; --fresh
// plays again."
func TestNothingIsPlayedTwice(t *testing.T) {
	l := local(t)
	const baseline = "builtin:keeper/random?seed=1"
	for _, tt := range []struct {
		name      string
		candidate string
		limits    referee.TimeLimits
		fresh     bool
		played    int
	}{
		{"the first check", "builtin:keeper/random?seed=2", hour, false, 2 * starts},
		{"the second check", "builtin:keeper/random?seed=3", hour, false, starts},
		{"changed limits", "builtin:keeper/random?seed=3", hour.Scale(2, 0), false, 2 * starts},
		{"afresh", "builtin:keeper/random?seed=3", hour, true, 2 * starts},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, bots := entry(t, l, "keeper", tt.limits, tt.candidate, baseline)
			if tt.fresh {
				e.ID += " fresh"
			}
			v, played := verdict(t, l, e, bots, tt.fresh)
			if played != tt.played || v.Reused != 2*starts-tt.played {
				t.Errorf("%d matches played and %d reused; want %d and %d", played, v.Reused, tt.played, 2*starts-tt.played)
			}
		})
	}
}

// A result that another tournament has played is named by the match that has it.
func TestReusedMatchIsNamed(t *testing.T) {
	l := local(t)
	e, bots := entry(t, l, "keeper", hour, "sh -c 'while read line; do echo NOTHING; done'", "builtin:keeper/random")
	e.ID = "before"
	verdict(t, l, e, bots, false)
	e.ID, e.CreatedAt = "after", league.Now()
	v, played := verdict(t, l, e, bots, false)
	if played != 0 || len(v.Worst) == 0 {
		t.Fatalf("%d matches played, %d named; want none and some", played, len(v.Worst))
	}
	for _, w := range v.Worst {
		if m, err := l.db.Match(t.Context(), w.Match); err != nil || m.Tournament != "before" {
			t.Errorf("match %s is of %q, %v; want the tournament that played it", w.Match, m.Tournament, err)
		}
	}
}

// "A tournament name that has matches under other limits is refused": they would
// be counted on.
func TestChangedLimits(t *testing.T) {
	l := local(t)
	typed := []string{"builtin:domain/wait", "builtin:domain/greedy"}
	ended, end := context.WithCancel(t.Context())
	defer end()
	enter := func(limits referee.TimeLimits) (*follow.Tournament, error) {
		e, _ := entry(t, l, "domain", limits, typed...)
		e.ID = "cup"
		e.Observe = func(engine.Event) { end() } // after the first match
		return l.Enter(t.Context(), e)
	}
	other := referee.TimeLimits{First: 2 * time.Hour, Turn: 30 * time.Minute}
	for _, limits := range []referee.TimeLimits{other, hour} { // nothing has been played yet
		entered, err := enter(limits)
		if err != nil {
			t.Fatal(err)
		}
		if limits == hour {
			if _, err := entered.Play(ended); err != nil {
				t.Error(err)
			}
		}
	}
	_, err := enter(other)
	for _, want := range []string{"cup", "1h0m0s for the first answer", "2h0m0s for the first answer, 30m0s for later ones"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; want %q in it", err, want)
		}
	}
	if _, err := enter(hour); err != nil {
		t.Fatal(err)
	}
}

// starved is an error of a machine that did not let a bot run.
type starved struct{}

func (starved) Error() string { return "starved" }
func (starved) Void() bool    { return true }

// A broken recorder fails when a match ends.
type broken struct{ err error }

func (broken) Turn(*referee.Turn) error             { return nil }
func (b broken) End(referee.Result, [][]byte) error { return b.err }

// busyOn lets every match on a start be void.
func busyOn(l localHost, start league.Start) {
	l.core.Plays.Pool.Watch = func(w dispatch.Work, _ referee.Match) referee.Recorder {
		if w.Job.Pairing.Start == start {
			return broken{starved{}}
		}
		return broken{}
	}
}

// most is how often a match is void before it is left out.
const most = dispatch.MaxVoids + dispatch.MaxLateVoids

// "After more voids the pair is left out and counted, and nothing else stops": a
// check goes on without the start.
func TestCheckWithoutVoidStart(t *testing.T) {
	l := local(t)
	e, bots := entry(t, l, "keeper", hour, "builtin:keeper/random?seed=2", "builtin:keeper/random?seed=1")
	busyOn(l, e.Starts[1])
	about := check.Case{Candidate: bots[0], Baseline: bots[1], Question: league.Question{Question: rating.NotWeaker(rating.DuelUnit)}}
	v, err := l.Check(t.Context(), e, about, 0)
	if err != nil {
		t.Fatal(err)
	}
	// The two matches of the start are played in turn at the end, each after a pause;
	// when one is left out the other one counts for nothing and is not played again, or
	// is void once more where both were being played.
	if v.Trials != starts-1 || v.LeftOut != 1 || v.Void != 2*most-1 && v.Void != 2*most {
		t.Errorf("%d starts count and %d are left out after %d void matches; want %d, 1 and %d or %d", v.Trials, v.LeftOut, v.Void, starts-1, 2*most-1, 2*most)
	}
	for _, want := range []string{
		fmt.Sprintf("%d void and played again; 1 start left out", v.Void),
		fmt.Sprintf("Warning: %d matches were starved by the machine and played again", v.Void), "left out",
	} {
		if text := string(v.Text()); !strings.Contains(text, want) {
			t.Errorf("the verdict is %q; want %q in it", text, want)
		}
	}
	// The same command again remembers it.
	again, err := l.Check(t.Context(), e, about, 0)
	if err != nil {
		t.Fatal(err)
	}
	if again.Trials != v.Trials || again.LeftOut != 1 || again.Void != v.Void {
		t.Errorf("resumed: %d starts count and %d are left out after %d void matches; want %d, 1 and %d", again.Trials, again.LeftOut, again.Void, v.Trials, v.Void)
	}
}

// "A stored tournament keeps its own schedule": one that version 0.1 made does not
// get the new one when it is resumed.
func TestResumeKeepsSchedule(t *testing.T) {
	l := local(t)
	for _, stored := range []int{0, league.ScheduleVersion} {
		e, _ := entry(t, l, "domain", hour, "builtin:domain/wait", "builtin:domain/greedy")
		e.ID, e.Format, e.Rounds, e.Games = fmt.Sprint("cup ", stored), league.Swiss, 2, 2
		for _, asked := range []int{stored, league.ScheduleVersion} {
			e.Schedule = asked
			entered, err := l.Enter(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			if got := entered.Tournament.Schedule; got != stored {
				t.Errorf("the schedule is of version %d; want that of the store, %d", got, stored)
			}
		}
	}
}

// A scoreboard says how many matches were void.
func TestScoreboardCountsVoids(t *testing.T) {
	l := local(t)
	e, _ := entry(t, l, "keeper", hour, "builtin:keeper/wait", "builtin:keeper/random")
	busyOn(l, e.Starts[1])
	entered, err := l.Enter(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	end, err := entered.Play(t.Context())
	if err != nil || !end.Done {
		t.Fatalf("%+v, %v; want that nothing is left to play", end, err)
	}
	s, err := l.Scoreboard(t.Context(), league.ScoreboardQuery{Tournament: e.ID})
	if err != nil || s.Voids.Matches != 2*most || len(s.Voids.LeftOut) != 2 || s.Standings.Matches != 2*starts-2 {
		t.Errorf("%+v, %d matches, %v; want %d voids, 2 left out and %d", s.Voids, s.Standings.Matches, err, 2*most, 2*starts-2)
	}
	if seen := entered.Voids(); seen.Matches != s.Voids.Matches || len(seen.LeftOut) != 2 {
		t.Errorf("who played it saw %+v; want %+v", seen, s.Voids)
	}
}
