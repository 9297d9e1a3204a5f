package follow_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/check"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/follow"
	"arbiter/server/playing/resolve"
)

// A tallyBot is a player of Tally in this process. Its answers are 6 to 9, another one
// for each version and turn; one that is careless answers one in three turns with any
// number, and two in three if it is so twice.
type tallyBot struct {
	text string // of the version
	ask  referee.Ask
}

func (b *tallyBot) Ask(ask referee.Ask) {
	b.ask = ask
	b.ask.Input = append([]byte{}, ask.Input...)
}

func (b *tallyBot) Reply(context.Context) (referee.Reply, error) {
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%s %d %s", b.text, b.ask.Seat, b.ask.Input)
	n := hash.Sum64() >> 16
	answer := 6 + n%4
	if n/8%3 < uint64(strings.Count(b.text, "careless")) {
		answer = n / 64 % 10
	}
	return referee.Reply{Lines: []string{strconv.FormatUint(answer, 10)}}, nil
}

func (*tallyBot) Finish() {}

func (b *tallyBot) Close() ([]byte, error) { return nil, nil }

// inProcess is a service whose bots play in this process: they are built of the files of
// real commits.
type inProcess struct {
	league.Service
	db         *sqlite.DB
	seats      int // of its game
	contenders map[string]dispatch.Contender
	built      map[string]int // how often, by the bot as typed
	stopAfter  int            // matches, after which the run is interrupted; 0: never
	stop       context.CancelFunc
	keeps      int              // calls of SaveFindings
	first      *bisect.Findings // what was kept first, of a search
	forgets    bool             // keeps nothing

	orders map[string]league.Order
	played map[string]chan error // closed when what was started has ended
	done   map[string]bool       // nothing is left to play
	active *engine.Playing
}

// newInProcess returns a service on a database.
func newInProcess(t *testing.T, path string) *inProcess {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &inProcess{
		db: db, seats: 2, contenders: map[string]dispatch.Contender{}, built: map[string]int{},
		orders: map[string]league.Order{}, played: map[string]chan error{}, done: map[string]bool{},
	}
}

func (r *inProcess) host() follow.Host { return follow.Host{Service: r, Log: io.Discard, DB: "t.db"} }

// tallyBotOf returns the bot that a version's file makes.
func tallyBotOf(text []byte) league.Bot {
	hash := fnv.New64a()
	hash.Write(text)
	return league.NewBot("tally", "mine", "", "", fmt.Sprintf("%016x", hash.Sum64()))
}

// textOf returns the file of a version, which is COMMIT:PATH. A whole check-out, which
// package resolve tests, starts git ten times.
func textOf(ctx context.Context, version string) ([]byte, error) {
	return exec.CommandContext(ctx, "git", "show", version+"/play.txt").Output()
}

func (r *inProcess) EnterBots(ctx context.Context, game string, typed []string) (bots []league.Bot, err error) {
	for _, arg := range typed {
		text, err := textOf(ctx, strings.TrimPrefix(arg, resolve.GitPrefix))
		if err != nil {
			return nil, err
		}
		r.built[arg]++
		if strings.Contains(string(text), "broken") {
			return nil, league.Usagef("build bot %s: exit status 1", arg)
		}
		bot := tallyBotOf(text)
		bot.Typed = arg
		r.contenders[bot.ID] = dispatch.Contender{
			Bot: bot, Spec: process.Spec{Name: "mine"},
			Human: func(referee.Match) referee.Player { return &tallyBot{text: string(text)} },
		}
		bots = append(bots, bot)
	}
	return bots, nil
}

func (r *inProcess) Page(...string) string { return "" }

func (r *inProcess) Tournament(ctx context.Context, name string) (t league.Tournament, err error) {
	return r.db.Tournament(ctx, name)
}

func (r *inProcess) SaveFindings(ctx context.Context, f league.Findings) error {
	if r.keeps++; r.forgets {
		return errors.New("no route")
	}
	if r.keeps == 1 && f.Kind == league.OfBisect {
		r.first = &bisect.Findings{}
		if err := json.Unmarshal(f.Document, r.first); err != nil {
			return err
		}
	}
	return r.db.SaveFindings(ctx, f)
}

func (r *inProcess) CreateTournament(ctx context.Context, o league.Order) (league.Tournament, error) {
	before, err := r.db.Bots(ctx, o.ID)
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		return o.Tournament, err
	}
	var bots []league.Bot
	for _, id := range o.Bots {
		bot := r.contenders[id].Bot
		for _, known := range before {
			if known.ID == id {
				bot = known
			}
		}
		bots = append(bots, bot)
	}
	r.orders[o.ID], r.done[o.ID] = o, false
	return o.Tournament, r.db.SaveTournament(ctx, o.Tournament, bots, o.Positions)
}

func (r *inProcess) StartTournament(ctx context.Context, name string, _ league.StartOptions) error {
	o, tally := r.orders[name], refereetest.Tally{Seats: r.seats}
	entry := engine.Entry{Definition: o.Tournament, Game: tally, Contenders: r.contenders, Experiment: o.Series, Observe: func(event engine.Event) {
		if !event.Earlier && r.stopAfter > 0 {
			if r.stopAfter--; r.stopAfter == 0 {
				r.stop()
			}
		}
	}}
	if o.Test != nil {
		entry.Experiment = check.New(tally, o.Tournament, *o.Test)
	}
	playing, err := engine.Open(ctx, r.db, entry)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	r.active, r.played[name] = playing, ended
	stop := context.AfterFunc(ctx, playing.Stop)
	go func() {
		defer stop()
		var err error
		if !playing.Enough() {
			err = dispatch.Pool{Workers: 2, Affinity: dispatch.Off, Seats: r.seats, Version: "test"}.Run(context.WithoutCancel(ctx), playing)
		}
		r.done[name] = playing.Enough() || playing.Done()
		playing.Close()
		ended <- err
		close(ended)
	}()
	return nil
}

func (r *inProcess) PauseTournament(_ context.Context, name string) error {
	r.active.Stop()
	return <-r.played[name]
}

func (r *inProcess) News(ctx context.Context, name string, after league.Mark, _ time.Duration) (n league.News, err error) {
	if _, err := r.db.Tournament(ctx, name); err != nil {
		return n, err
	}
	if ended := r.played[name]; ended != nil {
		err = <-ended
	}
	n.Mark = after
	if r.done[name] {
		n.State = league.Done
	}
	return n, errors.Join(err, r.db.EachMatchAfter(context.WithoutCancel(ctx), name, after, 1_000_000, func(mark league.Mark, m league.Match) {
		n.Mark, n.Matches = mark, append(n.Matches, m)
	}))
}

func (r *inProcess) Match(context.Context, string) (league.MatchSummary, error) {
	return league.MatchSummary{}, nil
}

// repository makes a repository of a bot with 16 commits after the first one, and makes
// it the working directory. Commit 6 does not build, 8 takes 7 back, and from each of
// some commits on the bot is more careless.
func repository(t *testing.T, careless ...int) {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "gitconfig"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Chdir(t.TempDir())
	var commits strings.Builder // as git fast-import reads them: git add and git commit take longer than most of these tests
	for v := range 17 {
		text := fmt.Sprintf("version %d\n", v)
		switch {
		case v == 6:
			text += "broken\n"
		case v == 8:
			text = "version 6, mended\n"
		case v == 7:
			text = "version 7\n"
		}
		for _, from := range careless {
			if v >= from {
				text += "careless\n"
			}
		}
		subject := fmt.Sprintf("change %d", v)
		fmt.Fprintf(&commits, "commit refs/heads/main\ncommitter a <a@b> %d +0000\ndata %d\n%s\n", 1_700_000_000+v, len(subject), subject)
		fmt.Fprintf(&commits, "M 644 inline bots/mine/play.txt\ndata %d\n%s\n", len(text), text)
		if v == 0 {
			commits.WriteString("reset refs/tags/good\nfrom refs/heads/main\n\n")
		}
	}
	for _, args := range [][]string{{"init", "--quiet", "--initial-branch=main", "."}, {"fast-import", "--quiet"}, {"reset", "--quiet", "--hard"}} {
		cmd := exec.Command("git", args...)
		cmd.Stdin = strings.NewReader(commits.String()) // which fast-import reads
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// bisection returns the search through the repository.
func bisection(t *testing.T, change func(*follow.Bisection)) follow.Bisection {
	t.Helper()
	return bisectionOf(t, 2, change)
}

// bisectionOf is bisection in matches of so many seats.
func bisectionOf(t *testing.T, seats int, change func(*follow.Bisection)) follow.Bisection {
	t.Helper()
	line, err := resolve.Line(t.Context(), resolve.End{Flag: "--good", Rev: "good"}, resolve.End{Flag: "--bad", Rev: "main"}, "bots/mine", false)
	if err != nil {
		t.Fatal(err)
	}
	tournament := func(id string, bots ...string) follow.Entry {
		e := follow.Entry{Rules: refereetest.Tally{Seats: seats}, Order: league.Order{Tournament: league.Tournament{
			ID: id, Game: "tally", Seats: seats, Format: league.RoundRobin, Bots: bots, CreatedAt: league.Now(), Limits: hour,
		}}}
		return e
	}
	b := follow.Bisection{
		Game: refereetest.Tally{Seats: seats}, Seats: seats, MaxGames: 8000, Matches: 2, Result: bisect.Result{Line: bisect.Line{Game: "tally"}, Margin: 20},
		Check: func(newer, older league.Bot) (follow.Entry, check.Case, error) {
			q := league.Question{Question: rating.NotWeaker(rating.PairUnit), SamePlay: rating.SamePlayShare}
			e := tournament("check "+newer.ID+" "+older.ID, newer.ID, older.ID)
			e.DealFresh(e.Rules, league.Fresh{Key: older.Digest, Count: q.Cap})
			return e, check.Case{Game: "tally", Candidate: newer, Baseline: older, Question: q}, nil
		},
		Series: func(bad, good league.Bot) (follow.Entry, error) {
			e := tournament("bisect " + bad.ID + " " + good.ID)
			for n := range 4000 {
				e.Starts = append(e.Starts, league.Start{Seed: int64(1_000_000 + n)})
			}
			return e, nil
		},
	}
	for _, r := range line {
		b.Versions = append(b.Versions, bisect.Version{Commit: r.Commit, Subject: r.Subject, Tree: r.Tree, Missing: r.Missing})
		b.Typed = append(b.Typed, r.Typed)
	}
	if change != nil {
		change(&b)
	}
	return b
}

// search runs a search on a database of its own.
func search(t *testing.T, path string, b follow.Bisection, stopAfter int) (bisect.Result, *inProcess) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r := newInProcess(t, path)
	r.seats = b.Seats
	r.stopAfter, r.stop = stopAfter, stop
	result, err := r.host().Bisect(ctx, b)
	if err != nil {
		t.Fatal(err)
	}
	return result, r
}

// rounds returns the stored cells of the search of a result.
func rounds(t *testing.T, r *inProcess, result bisect.Result) string {
	t.Helper()
	stored, err := r.Tournament(t.Context(), result.Tournament)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(stored.Series)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A real repository of 16 commits, of which one plays at random now and then: the
// search names it, builds only what it plays, and after interruptions anywhere it has
// played the same cells and comes to the same end.
func TestBisectNamesTheCommit(t *testing.T) {
	repository(t, 11)
	dir := t.TempDir()
	b := bisection(t, nil)
	whole, r := search(t, filepath.Join(dir, "whole.db"), b, 0)
	if whole.Answer != bisect.Found || len(whole.Named[0].Commits) != 1 || b.Versions[whole.Named[0].Commits[0]].Subject != "change 11" {
		t.Fatalf("%s; want change 11", whole.Text())
	}
	for typed, times := range r.built {
		if times > 1 {
			t.Errorf("%s is built %d times; want once", typed, times)
		}
	}
	if len(r.built) == len(b.Versions) {
		t.Errorf("all %d versions are built; want those that play", len(r.built))
	}
	want := rounds(t, r, whole)
	var last bisect.Result
	for interrupted := 0; ; interrupted++ {
		last, r = search(t, filepath.Join(dir, "interrupted.db"), b, 7+interrupted)
		if last.Answer != bisect.Open {
			if interrupted < 10 {
				t.Errorf("the search ended after %d interruptions; want at least 10", interrupted)
			}
			break
		}
		if last.Why != "Interrupted; run the same command to resume." {
			t.Fatalf("%q; want that it was interrupted", last.Why)
		}
	}
	if diff := cmp.Diff(want, rounds(t, r, last)); diff != "" {
		t.Errorf("other cells after interruptions: %s", diff)
	}
	if whole.Sentence() != last.Sentence() || whole.Games != last.Games {
		t.Errorf("%d games: %s\n%d games: %s\nwant the same end", whole.Games, whole.Sentence(), last.Games, last.Sentence())
	}
	bisectFindings(t, r, last)
}

// "In a trial the newer version has each seat once, and the older one all others": a search in
// matches of three seats names the commit, goes on where it was, and counts three matches a
// trial.
func TestBisectOfThreeSeats(t *testing.T) {
	repository(t, 11)
	b := bisectionOf(t, 3, nil)
	path := filepath.Join(t.TempDir(), "t.db")
	if first, _ := search(t, path, b, 100); first.Answer != bisect.Open {
		t.Fatalf("%s; want a search that was interrupted", first.Text())
	}
	result, r := search(t, path, b, 0)
	if result.Answer != bisect.Found || len(result.Named[0].Commits) != 1 || b.Versions[result.Named[0].Commits[0]].Subject != "change 11" {
		t.Fatalf("%s; want change 11", result.Text())
	}
	stored, err := r.Tournament(t.Context(), result.Tournament)
	if err != nil {
		t.Fatal(err)
	}
	cell := stored.Series.Rounds[0][0]
	seated := map[string]int{}
	matches := 0
	if err := r.db.EachMatchAfter(t.Context(), result.Tournament, 0, 1_000_000, func(_ league.Mark, m league.Match) {
		matches++
		if m.Start.Seed < int64(1_000_000+cell.Pairs) {
			seated[strings.Join(m.Seats, " ")]++
		}
	}); err != nil {
		t.Fatal(err)
	}
	a, other := cell.A, cell.B
	want := map[string]int{a + " " + other + " " + other: cell.Pairs, other + " " + a + " " + other: cell.Pairs, other + " " + other + " " + a: cell.Pairs}
	if diff := cmp.Diff(want, seated); diff != "" {
		t.Errorf("the first round has other matches (want -, got +)\n%s", diff)
	}
	if ofCheck := result.Games - matches; matches != 3*stored.Series.Pairs() || ofCheck <= 0 || ofCheck%3 != 0 {
		t.Errorf("%d games count, of %d matches in %d trials of the search; want three a trial, and those of the check", result.Games, matches, stored.Series.Pairs())
	}
}

// bisectFindings checks that what is kept with the tournament of a search is its result,
// and that its commits have their bots.
func bisectFindings(t *testing.T, r *inProcess, want bisect.Result) {
	t.Helper()
	f, kept := kept[bisect.Findings](t, r, want.Tournament)
	if diff := cmp.Diff(want.Findings(), kept, cmpopts.IgnoreFields(kept, "Seconds", "SecondsLeft")); diff != "" || f.Kind != league.OfBisect || f.Sentence != want.Sentence() {
		t.Errorf("%s %s; kept is (want -, got +)\n%s", f.Kind, f.Sentence, diff)
	}
	for _, c := range append(kept.Commits, kept.Good) {
		if (c.State == bisect.Played) != (c.Games > 0) {
			t.Errorf("%s is %s after %d games", c.Subject, c.State, c.Games)
		}
		if c.Games > 0 && c.Bot != botOf(t, c.Commit) {
			t.Errorf("%s has the bot %q; want %s", c.Subject, c.Bot, botOf(t, c.Commit))
		}
	}
}

// kept returns what is kept with a tournament.
func kept[F any](t *testing.T, r *inProcess, tournament string) (f league.Findings, document F) {
	t.Helper()
	f, err := r.db.Findings(t.Context(), tournament)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(f.Document, &document); err != nil {
		t.Fatal(err)
	}
	return f, document
}

// botOf returns the ID of the bot that inProcess makes of a commit.
func botOf(t *testing.T, commit string) string {
	t.Helper()
	text, err := textOf(t.Context(), commit+":bots/mine")
	if err != nil {
		t.Fatal(err)
	}
	return tallyBotOf(text).ID
}

// While a search plays, its findings after each round are kept with its tournament. A run
// that is interrupted leaves them. The next run replaces what a killed run left behind,
// also when nothing is left to play.
func TestBisectKeepsFindings(t *testing.T) {
	repository(t, 11)
	path := filepath.Join(t.TempDir(), "t.db")
	b := bisection(t, nil)
	var first bisect.Result
	var r *inProcess
	for first.Tournament == "" { // until the check of the ends is over
		if first, r = search(t, path, b, 20); first.Answer != bisect.Open {
			t.Fatalf("%s; want a search that has begun", first.Text())
		}
	}
	bisectFindings(t, r, first)
	if _, f := kept[bisect.Findings](t, r, first.Tournament); f.Why != "Interrupted; run the same command to resume." {
		t.Errorf("%q; want that it was interrupted", f.Why)
	}
	last, r := search(t, path, b, 0)
	bisectFindings(t, r, last)
	if r.keeps < 3 || r.first == nil || r.first.Answer != bisect.Open || r.first.Why != "" {
		t.Errorf("kept %d times, at first %+v; want a search that goes on", r.keeps, r.first)
	}
	stale := league.Findings{Tournament: last.Tournament, Kind: league.OfBisect, Path: "p", Sentence: "stale", Document: []byte("{}")}
	if err := r.SaveFindings(t.Context(), stale); err != nil {
		t.Fatal(err)
	}
	again, r := search(t, path, b, 0)
	bisectFindings(t, r, again)
}

// Findings that cannot be kept are said once and end nothing.
func TestBisectWithoutFindings(t *testing.T) {
	repository(t, 11)
	var log strings.Builder
	r := newInProcess(t, filepath.Join(t.TempDir(), "t.db"))
	r.forgets = true
	host := r.host()
	host.Log = &log
	result, err := host.Bisect(t.Context(), bisection(t, nil))
	if err != nil || result.Answer != bisect.Found {
		t.Fatalf("%s, %v; want the commit", result.Text(), err)
	}
	if n := strings.Count(log.String(), "The page of the tournament will not say what is found: no route"); n != 1 || r.keeps < 3 {
		t.Errorf("said %d times in %d attempts:\n%s", n, r.keeps, log.String())
	}
}

// "no loss in all" ends the search by the check of the ends; a cap ends it without an
// answer, and says what is suspected so far.
func TestBisectWithoutAnAnswer(t *testing.T) {
	repository(t, 99)
	path := filepath.Join(t.TempDir(), "none.db")
	result, r := search(t, path, bisection(t, nil), 0)
	if result.Answer != bisect.NoLoss || len(r.built) != 2 {
		t.Errorf("%s and %d versions built; want no loss, of the two ends", result.Text(), len(r.built))
	}
	bisectFindings(t, r, result) // "a bisect that the check of the ends answers has its own page"
	again, r := search(t, path, bisection(t, nil), 0)
	bisectFindings(t, r, again)
	if again.Sentence() != result.Sentence() || again.Tournament != result.Tournament || again.Check != result.Check || result.Check == "" {
		t.Errorf("a second run:\n%s\nwant the same as the first:\n%s", again.Text(), result.Text())
	}
	repository(t, 11)
	capped := bisection(t, func(b *follow.Bisection) { b.MaxGames = 100 })
	result, _ = search(t, filepath.Join(t.TempDir(), "capped.db"), capped, 0)
	if result.Answer != bisect.Open || result.Games < 100 || result.Games > 200 || !strings.Contains(result.Why, "Stopped after 1") || !strings.Contains(result.Sentence(), "is suspected most") {
		t.Errorf("%s; want no answer after some 100 games", result.Text())
	}
}

// A time limit ends a search without an answer, also in the middle of a build.
func TestBisectTimeLimit(t *testing.T) {
	repository(t, 11)
	result, _ := search(t, filepath.Join(t.TempDir(), "limit.db"), bisection(t, func(b *follow.Bisection) { b.Limit = 1 }), 0)
	if result.Answer != bisect.Open || result.Why != "Time limit reached; run the same command to resume." {
		t.Errorf("%s; want no answer because of the limit", result.Text())
	}
}

// "a second loss on request": of two losses both are named, also when the search is
// interrupted again and again.
func TestBisectTwoLosses(t *testing.T) {
	repository(t, 4, 13)
	dir := t.TempDir()
	b := bisection(t, func(b *follow.Bisection) { b.Result.More = true })
	whole, r := search(t, filepath.Join(dir, "whole.db"), b, 0)
	var named []string
	for _, n := range whole.Named {
		for _, v := range n.Commits {
			named = append(named, b.Versions[v].Subject)
		}
	}
	slices.Sort(named)
	if !slices.Equal(named, []string{"change 13", "change 4"}) || strings.Count(whole.Sentence(), "made the bot weaker") != 2 {
		t.Fatalf("%s; want changes 4 and 13", whole.Text())
	}
	want := rounds(t, r, whole)
	last, interrupted := bisect.Result{Answer: bisect.Open}, 0
	for ; last.Answer == bisect.Open; interrupted++ {
		last, r = search(t, filepath.Join(dir, "interrupted.db"), b, 60+interrupted)
	}
	if interrupted < 5 || whole.Sentence() != last.Sentence() || whole.Games != last.Games {
		t.Errorf("%d games: %s\n%d games after %d runs: %s\nwant the same end after several", whole.Games, whole.Sentence(), last.Games, interrupted, last.Sentence())
	}
	if diff := cmp.Diff(want, rounds(t, r, last)); diff != "" {
		t.Errorf("other cells after interruptions: %s", diff)
	}
}

// Without a second loss the search says so.
func TestBisectMore(t *testing.T) {
	repository(t, 11)
	result, _ := search(t, filepath.Join(t.TempDir(), "more.db"), bisection(t, func(b *follow.Bisection) { b.Result.More = true }), 0)
	if result.Answer != bisect.Found || len(result.Named) != 1 || !strings.HasSuffix(result.Sentence(), "There is no second loss of more than 20 Elo.") {
		t.Errorf("%s; want one commit and no second one", result.Text())
	}
}
