package engine_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/engine"
)

// open opens a new database.
func open(t *testing.T) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "t.db"), sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// entry returns a tournament of bots on so many starts that the store knows.
func entry(t *testing.T, db *sqlite.DB, format league.Format, seats, starts int, names ...string) engine.Entry {
	t.Helper()
	e := engine.Entry{
		Game: refereetest.Tally{Seats: seats}, Contenders: map[string]dispatch.Contender{},
		Definition: league.Tournament{ID: "cup", Game: "tally", Seats: seats, Format: format, CreatedAt: league.Now()},
	}
	var bots []league.Bot
	for _, name := range names {
		bot := league.NewBot("tally", name, name, "", fmt.Sprintf("%08x", name[0]))
		bots = append(bots, bot)
		e.Definition.Bots = append(e.Definition.Bots, bot.ID)
		e.Contenders[bot.ID] = dispatch.Contender{Bot: bot}
	}
	for n := range starts {
		e.Definition.Starts = append(e.Definition.Starts, league.Start{Seed: int64(n)})
	}
	if err := db.SaveTournament(t.Context(), e.Definition, bots, nil); err != nil {
		t.Fatal(err)
	}
	return e
}

// report returns the report of a match that the first seat wins in a two-seat game,
// and in which bots score their numbers in a solo game.
func report(w dispatch.Work) league.Report {
	r := league.Report{Job: w.Job, Game: "tally", Rules: w.Game.Info().Rules, Limits: w.Limits, Unlimited: w.Limits == referee.TimeLimits{}, PlayedAt: league.Now(), Times: make([]league.Times, len(w.Contenders))}
	r.Result = referee.Result{Scores: []int64{1, 0}, Ranks: []int{1, 2}, Reason: "sum"}
	if len(w.Contenders) == 1 {
		r.Result = referee.Result{Scores: []int64{int64(w.Job.Pairing.Seats[0][0])}, Ranks: []int{1}, Reason: "sum"}
	}
	return r
}

// play takes the next match and reports it. It reports whether there was one.
func play(t *testing.T, p *engine.Playing) (w dispatch.Work, ok bool) {
	t.Helper()
	w, ok, err := p.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if ok {
		if err := p.Played(t.Context(), []dispatch.Played{{Work: w, Report: report(w)}}); err != nil {
			t.Fatal(err)
		}
	}
	return w, ok
}

// starved is an error of a machine that did not let a bot run.
type starved struct{}

func (starved) Error() string { return "starved" }
func (starved) Void() bool    { return true }

// rounds is an experiment of three rounds: the winner of each meets the next bot.
type rounds struct{ bots []string }

func (r rounds) Cells(round int, seen *league.Evidence) []league.Cell {
	if round > 3 {
		return nil
	}
	leader := r.bots[0]
	for before := 1; before < round; before++ {
		if seen.Trial(before, 0, 0).Void {
			leader = r.bots[before]
		}
	}
	return []league.Cell{{A: leader, B: r.bots[round], Pairs: 2}}
}

func (r rounds) Enough(*league.Evidence) bool { return false }

func (r rounds) Waits() bool { return false }

func (r rounds) Summary(seen *league.Evidence) league.Summary {
	return league.Summary{Sentence: fmt.Sprintf("%d rounds", seen.Next()-1)}
}

// names lists the matches of a run as "round seats start".
func name(w dispatch.Work) string {
	p := w.Job.Pairing
	return fmt.Sprintf("%d %c-%c %d", p.Round, p.Seats[0][0], p.Seats[1][0], p.Start.Seed)
}

// An experiment plugs in where a format does: its rounds follow one another, and a
// process that ends anywhere is followed by one that plays what is left, in the same
// order.
func TestExperimentIsPlayedAndResumed(t *testing.T) {
	var want []string
	for stop := -1; stop < 12; stop++ {
		db := open(t)
		e := entry(t, db, league.RoundRobin, 2, 20, "a", "b", "c", "d")
		var got []string
		run := func(most int) {
			e.Experiment = rounds{e.Definition.Bots}
			p, err := engine.Open(t.Context(), db, e)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			for most < 0 || len(got) < most {
				w, ok := play(t, p)
				if !ok {
					break
				}
				got = append(got, name(w))
			}
			if own, _ := p.Earlier(); own+len(got) < len(got) || p.Summary().Sentence == "" {
				t.Errorf("%d earlier matches, summary %q", own, p.Summary().Sentence)
			}
		}
		if stop >= 0 {
			run(stop)
		}
		run(-1)
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("stopped after %d matches: %s", stop, diff)
		}
	}
	if len(want) != 12 || want[4] != "2 a-c 2" {
		t.Errorf("played %v; want two pairs in each of three rounds, on new starts", want)
	}
}

// A match that the machine cannot play is left out, and the next round does not wait
// for it.
func TestLeftOutMatchBlocksNothing(t *testing.T) {
	db := open(t)
	e := entry(t, db, league.RoundRobin, 2, 20, "a", "b", "c", "d")
	e.Experiment = rounds{e.Definition.Bots}
	var leftOut []league.Start
	e.Observe = func(e engine.Event) {
		if e.LeftOut {
			leftOut = append(leftOut, e.Match.Start)
		}
	}
	p, err := engine.Open(t.Context(), db, e)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	played := 0
	for {
		w, ok, err := p.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if w.Job.Pairing.Start.Seed == 0 && w.Job.Pairing.Seats[0][0] == 'a' {
			if err := p.Failed(w, starved{}); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := p.Played(t.Context(), []dispatch.Played{{Work: w, Report: report(w)}}); err != nil {
			t.Fatal(err)
		}
		played++
	}
	if played != 11 || !slices.Equal(leftOut, []league.Start{{}}) || !p.Done() {
		t.Errorf("%d matches are played and %v left out; want 11 and one", played, leftOut)
	}
}

// A slowHistory reads nothing before it is let.
type slowHistory struct {
	*sqlite.DB
	let chan struct{}
}

func (s slowHistory) EachMatchUntil(ctx context.Context, tournament string, until league.Mark, do func(league.Match)) error {
	select {
	case <-s.let:
		return s.DB.EachMatchUntil(ctx, tournament, until, do)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// "A fixed format starts before earlier matches are read", and counts each match
// once all the same.
func TestFormatStartsAtOnce(t *testing.T) {
	for _, format := range []league.Format{league.RoundRobin, league.Swiss} {
		t.Run(string(format), func(t *testing.T) { formatStartsAtOnce(t, format) })
	}
}

func formatStartsAtOnce(t *testing.T, format league.Format) {
	db := open(t)
	e := entry(t, db, format, 2, 5, "a", "b")
	for range 2 {
		p, err := engine.Open(t.Context(), db, e)
		if err != nil {
			t.Fatal(err)
		}
		play(t, p)
		p.Close()
	}
	slow := slowHistory{db, make(chan struct{})}
	p, err := engine.Open(t.Context(), slow, e)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for range 3 {
		play(t, p)
	}
	if earlier, played := p.Matches(); earlier != 0 || played != 3 || !p.Counting() {
		t.Errorf("%d earlier matches are counted and %d new ones; want none yet and 3", earlier, played)
	}
	close(slow.let)
	if err := p.Counted(); err != nil {
		t.Fatal(err)
	}
	standings, err := p.Standings(league.Options{})
	if earlier, played := p.Matches(); err != nil || earlier != 2 || played != 3 || standings.Matches != 5 || p.Counting() {
		t.Errorf("%d earlier matches and %d new ones, %d in the standings, %v; want 2, 3 and 5", earlier, played, standings.Matches, err)
	}
}

// Who closes a tournament does not wait for a long history.
func TestCloseEndsTheReading(t *testing.T) {
	db := open(t)
	e := entry(t, db, league.RoundRobin, 2, 5, "a", "b")
	p, err := engine.Open(t.Context(), slowHistory{db, make(chan struct{})}, e)
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	if err := p.Counted(); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v; want that the reading was ended", err)
	}
}

// asking makes an entry one of a check, of which the default question is asked.
func asking(e engine.Entry) (engine.Entry, *check.Check) {
	q := league.Question{Question: rating.NotWeaker(rating.UnitOf(e.Definition.Solo()))}
	c := check.New(e.Game, e.Definition, q)
	e.Experiment, e.Reuse = c, q.Reuses(e.Definition)
	return e, c
}

// statusOf returns where a check stands.
func statusOf(seen *engine.Seen, c *check.Check) (s check.Status) {
	seen.Look(func(_ *league.Table, evidence *league.Evidence) { s = c.Status(evidence) })
	return s
}

// A check stops after any match, and one that is decided by its history hands out
// nothing; who only reads it finds the same.
func TestCheckEndsAndStaysDecided(t *testing.T) {
	db := open(t)
	e := entry(t, db, league.RoundRobin, 1, 4000, "z", "a")
	asked, c := asking(e)
	p, err := engine.Open(t.Context(), db, asked)
	if err != nil {
		t.Fatal(err)
	}
	for ok := true; ok; {
		_, ok = play(t, p)
	}
	_, played := p.Matches()
	ended := statusOf(p.Seen, c)
	p.Close()
	if !p.Enough() || ended.Decision != rating.H1 || played != 2*ended.Trials || played > 200 {
		t.Fatalf("%s after %d starts and %d matches; want that the bot that scores more passes soon", ended.Decision, ended.Trials, played)
	}
	asked, c = asking(e)
	again, err := engine.Open(t.Context(), db, asked)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if w, ok := play(t, again); ok {
		t.Errorf("%s is played although the check is decided", w.Job.ID)
	}
	if diff := cmp.Diff(ended, statusOf(again.Seen, c), cmpopts.IgnoreUnexported(check.Swing{})); diff != "" {
		t.Error("resumed: " + diff)
	}
	asked, c = asking(e)
	seen, err := engine.Read(t.Context(), db, asked)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ended, statusOf(seen, c), cmpopts.IgnoreUnexported(check.Swing{})); diff != "" {
		t.Error("read: " + diff)
	}
}

// What another tournament has played of a solo check is not played again, counts as
// reused, and stands in no table.
func TestReusedResults(t *testing.T) {
	db := open(t)
	e := entry(t, db, league.RoundRobin, 1, 6, "a", "b")
	e.Definition.Limits = referee.TimeLimits{First: time.Hour, Turn: time.Hour}
	other := e
	other.Definition.ID, other.Definition.Bots = "other", e.Definition.Bots[1:]
	save := func(d league.Tournament) {
		var bots []league.Bot
		for _, id := range d.Bots {
			bots = append(bots, e.Contenders[id].Bot)
		}
		if err := db.SaveTournament(t.Context(), d, bots, nil); err != nil {
			t.Fatal(err)
		}
	}
	save(other.Definition)
	p, err := engine.Open(t.Context(), db, other)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		play(t, p)
	}
	p.Close()
	e.Definition.CreatedAt = league.Now().Add(time.Hour) // what is played later is not reused
	save(e.Definition)
	asked, c := asking(e)
	var mu sync.Mutex
	var events []engine.Event
	asked.Observe = func(e engine.Event) {
		mu.Lock()
		defer mu.Unlock()
		events = append(events, e)
	}
	p, err = engine.Open(t.Context(), db, asked)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if own, reused := p.Earlier(); own != 0 || reused != 4 {
		t.Errorf("%d own matches and %d reused; want none and 4", own, reused)
	}
	for ok := true; ok; {
		_, ok = play(t, p)
	}
	standings, err := p.Standings(league.Options{})
	if s := statusOf(p.Seen, c); err != nil || s.Trials != 6 || s.Reused != 4 || standings.Matches != 8 {
		t.Errorf("%d starts, %d reused, %d matches in the standings, %v; want 6, 4 and 8", s.Trials, s.Reused, standings.Matches, err)
	}
	for i, e := range events {
		if early := i < 4; e.Earlier != early || (e.Match.Stored != "") != early {
			t.Errorf("event %d: %+v; want the four reused matches first", i, e)
		}
	}
	if len(events) != 12 {
		t.Errorf("%d events; want one for each match", len(events))
	}
}

// A start that was left out stays so for a process that resumes, unless its matches
// have been played since.
func TestLeftOutStartIsRemembered(t *testing.T) {
	db := open(t)
	e := entry(t, db, league.RoundRobin, 2, 3, "a", "b")
	asked, _ := asking(e)
	p, err := engine.Open(t.Context(), db, asked)
	if err != nil {
		t.Fatal(err)
	}
	missing, _, err := p.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	if err := db.SaveVoid(t.Context(), league.Void{Job: missing.Job, Times: 3, LeftOut: true}); err != nil {
		t.Fatal(err)
	}
	asked, c := asking(e)
	if p, err = engine.Open(t.Context(), db, asked); err != nil {
		t.Fatal(err)
	}
	for ok := true; ok; {
		_, ok = play(t, p)
	}
	p.Close()
	if s := statusOf(p.Seen, c); s.Trials != 2 || s.LeftOut != 1 {
		t.Errorf("%d starts and %d left out; want 2 and 1", s.Trials, s.LeftOut)
	}
	if err := db.SaveReports(t.Context(), []league.Report{report(missing)}); err != nil {
		t.Fatal(err)
	}
	asked, c = asking(e)
	seen, err := engine.Read(t.Context(), db, asked)
	if err != nil {
		t.Fatal(err)
	}
	if s := statusOf(seen, c); s.Trials != 3 || s.LeftOut != 0 {
		t.Errorf("%d starts and %d left out; want all 3, since the match has been played", s.Trials, s.LeftOut)
	}
}

// After a round that was seen to its end, a series plays the next one as who reads its
// history does: on the same starts, also when a match of the round before was left out.
func TestSeriesGoesOnAfterARound(t *testing.T) {
	for _, leavesOut := range []bool{false, true} {
		db := open(t)
		e := entry(t, db, league.RoundRobin, 2, 20, "a", "b", "c")
		bots := e.Definition.Bots
		grow := func(cells ...league.Cell) engine.Entry {
			e.Definition.Series.Rounds = append(e.Definition.Series.Rounds, cells)
			e.Experiment = e.Definition.Series
			if err := db.SaveRounds(t.Context(), e.Definition); err != nil {
				t.Fatal(err)
			}
			return e
		}
		first, err := engine.Open(t.Context(), db, grow(league.Cell{A: bots[0], B: bots[1], Pairs: 2}))
		if err != nil {
			t.Fatal(err)
		}
		defer first.Close()
		var victim string
		for {
			w, ok, err := first.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			if leavesOut && (victim == "" || victim == w.Job.ID) {
				victim = w.Job.ID
				err = first.Failed(w, starved{})
			} else {
				err = first.Played(t.Context(), []dispatch.Played{{Work: w, Report: report(w)}})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if !first.Done() {
			t.Fatal("the round is not complete")
		}
		again := grow(league.Cell{A: bots[1], B: bots[2], Pairs: 2}, league.Cell{A: bots[0], B: bots[2], Pairs: 1})
		after := again
		after.After = first.Seen
		var played [2][]string
		var own [2]int
		for i, e := range []engine.Entry{again, after} {
			p, err := engine.Open(t.Context(), db, e)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			own[i], _ = p.Earlier()
			for n := range 6 {
				w, ok, err := p.Next(t.Context())
				if err != nil || !ok {
					t.Fatal(n, ok, err)
				}
				played[i] = append(played[i], name(w))
				if i == 1 { // what the first one only looked at
					if err := p.Played(t.Context(), []dispatch.Played{{Work: w, Report: report(w)}}); err != nil {
						t.Fatal(err)
					}
				}
			}
			if i == 1 {
				if w, ok, err := p.Next(t.Context()); ok || err != nil {
					t.Errorf("%v, %v; want nothing but the new round", name(w), err)
				}
			}
		}
		if diff := cmp.Diff(played[0], played[1]); diff != "" || own[0] != own[1] {
			t.Errorf("leaves out %t: %d and %d earlier matches; the new round (-read +after):\n%s", leavesOut, own[0], own[1], diff)
		}
	}
}

// A series that is not there cannot grow.
func TestRoundsOfNoTournament(t *testing.T) {
	if err := open(t).SaveRounds(t.Context(), league.Tournament{ID: "none"}); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("%v; want not found", err)
	}
}
