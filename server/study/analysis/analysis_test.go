package analysis_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// tally returns the smallest game with a judge of its own, and a match of it in
// which seat 0 answers 0 in turn 3 and 9 else.
func tally(t testing.TB, turns int) (subject, *replay.Record) {
	t.Helper()
	s := subject{
		game:    refereetest.Tally{Seats: 2, Turns: turns},
		judging: judge.Judging{Name: "digits", Scale: 1, New: func(seat int) judge.Judge { return digits{seat} }},
	}
	asked := 0
	return s, s.record(t, referee.Setup{Seed: 1}, func(_ referee.Match, seat int) []string {
		if seat == 1 {
			return []string{"5"}
		}
		asked++
		if asked == 3 {
			return []string{"0"}
		}
		return []string{"9"}
	})
}

// digits is a judge to whom a 9 is worth most, give or take what is drawn.
type digits struct{ seat int }

func (digits) Look(referee.Match) bool        { return true }
func (digits) Took([]string)                  {}
func (digits) Same(_ int, a, b []string) bool { return slices.Equal(a, b) }
func (digits) Value(context.Context, int, []string, int) judge.Estimate {
	return judge.Unknown()
}

func (digits) Alternatives(int) (best, line []string) {
	return []string{"9"}, []string{"9"}
}

func (digits) Gap(int, []string) float64 { return 0 }

func (digits) Imagine(m referee.Match, _, _ int) (imagined referee.Match, drawn bool) {
	return m.(referee.Cloner).Clone(), false
}

func (j digits) Continue(position int, answers [][]string, _, n int) float64 {
	r := rand.New(rand.NewPCG(uint64(position), uint64(n)))
	digit := 9
	if given := answers[j.seat]; given != nil {
		digit, _ = strconv.Atoi(given[0])
	}
	return 0.05*float64(digit) + 0.2*r.Float64() + 0.1*float64(digit)/9*r.Float64()
}

// A coin is a judge to whom all answers are worth the same, but for the luck.
type coin struct{ digits }

func (coin) Continue(position int, answers [][]string, _, n int) float64 {
	var given byte
	if answers[0] != nil {
		given = answers[0][0][0]
	}
	r := rand.New(rand.NewPCG(uint64(position)<<8+uint64(given), uint64(n)))
	return float64(r.IntN(2))
}

// ofLuck returns a match of 2000 answers that cost nothing, to a judge of luck, and the
// effort that looks at nearly all of them.
func ofLuck(t *testing.T, j judge.Judge, kinds ...judge.Kind) (subject, *replay.Record, analysis.Options) {
	const turns = 2000
	s := subject{
		game:    refereetest.Tally{Seats: 1, Turns: turns},
		judging: judge.Judging{Name: "luck", Scale: 1, Kinds: kinds, New: func(int) judge.Judge { return j }},
	}
	rec := s.record(t, referee.Setup{Seed: 1}, func(referee.Match, int) []string { return []string{"5"} })
	return s, rec, analysis.Options{Seat: 0, Effort: 60 * turns}
}

// A mistake is an answer that is known to have cost something.
type mistake struct {
	Turn, Seat int
	Regret     float64
	Sure       analysis.Sure
}

// An analysed is an analysis with what it knows of each answer.
type analysed struct {
	*analysis.Analysis
	Turns []analysis.Turn
}

// mistakes returns the mistakes, by falling cost.
func (r analysed) mistakes() (all []mistake) {
	for _, t := range r.Turns {
		if t.Costly() {
			all = append(all, mistake{t.Turn, t.Seat, *t.Regret, t.Sure})
		}
	}
	sort.SliceStable(all, func(i, k int) bool { return all[i].Regret > all[k].Regret })
	return all
}

// mostLucky is how many answers of such a match may seem to cost something.
const mostLucky = 4

// A cost is likely only if it is larger than its error, though it is the largest of hundreds: of
// 2000 answers that cost nothing at most four are.
func TestLuckIsNoMistake(t *testing.T) {
	s, rec, o := ofLuck(t, coin{})
	r, _ := s.analyse(t, rec, o)
	if len(r.mistakes()) > mostLucky || r.Examined < 0.9 {
		t.Errorf("%d of %d answers seem to cost something: %v, %v examined; want at most %d, of nearly all", len(r.mistakes()), len(r.Turns), r.mistakes(), r.Examined, mostLucky)
	}
}

// analyse analyses and fails the test on an error.
func (s subject) analyse(t testing.TB, rec *replay.Record, o analysis.Options) (analysed, *analysis.Notes) {
	t.Helper()
	r, notes, err := analysis.Analyse(context.Background(), "test", rec, s.game, s.judging, o)
	if err != nil {
		t.Fatal(err)
	}
	r.Seconds = 0
	turns, err := analysis.Turns(rec, s.game, s.judging, o.Seat, notes)
	if err != nil {
		t.Fatal(err)
	}
	return analysed{r, turns}, notes
}

// "The same effort gives the same report on any machine": however many goroutines
// share the work, and whatever else the machine does.
func TestSameEffortSameReport(t *testing.T) {
	s, rec := tally(t, 12)
	one, _ := s.analyse(t, rec, analysis.Options{Seat: analysis.AllSeats, Effort: 700, Workers: 1})
	five, _ := s.analyse(t, rec, analysis.Options{Seat: analysis.AllSeats, Effort: 700, Workers: 5})
	if diff := cmp.Diff(one, five); diff != "" {
		t.Errorf("one worker and five: %s", diff)
	}
	var quiet atomic.Bool
	var loops sync.WaitGroup
	for range 8 {
		loops.Go(func() {
			for !quiet.Load() {
			}
		})
	}
	busy, _ := s.analyse(t, rec, analysis.Options{Seat: analysis.AllSeats, Effort: 700, Workers: 5})
	quiet.Store(true)
	loops.Wait()
	if diff := cmp.Diff(one, busy); diff != "" {
		t.Errorf("alone and beside eight busy loops: %s", diff)
	}
}

// The share of the answers with a known cost is told.
func TestExamined(t *testing.T) {
	s, rec := tally(t, 200)
	r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 300})
	examined := 0
	for _, turn := range r.Turns {
		if turn.Regret != nil {
			examined++
		}
	}
	if want := float64(examined) / 200; r.Examined != want || examined == 0 || examined == 200 {
		t.Errorf("the report says that %v is examined; %d of 200 turns have a regret", r.Examined, examined)
	}
}

// "Value of a position for each turn and seat": both seats have values all over the
// match before any is known well.
func TestValuesOfAllSeats(t *testing.T) {
	s, rec := tally(t, 100)
	r, _ := s.analyse(t, rec, analysis.Options{Seat: analysis.AllSeats, Effort: 1500})
	var valued [2][4]int // by seat and quarter of the match
	for i, turn := range r.Turns {
		if turn.Value != nil {
			valued[turn.Seat][4*i/len(r.Turns)]++
		}
	}
	for seat, quarters := range valued {
		if slices.Min(quarters[:]) < 4 {
			t.Errorf("seat %d has values in %v positions of the quarters; want 4 of each", seat, quarters)
		}
	}
}

// "Regret of an answer: value with the judge's best answer minus value with the
// given one": the one bad answer is the worst.
func TestTheBadAnswerIsTheWorst(t *testing.T) {
	s, rec := tally(t, 4)
	r, _ := s.analyse(t, rec, analysis.Options{Seat: 0})
	if len(r.mistakes()) == 0 || r.mistakes()[0].Turn != 3 {
		t.Errorf("worst %v; want turn 3 first", r.mistakes())
	}
	for i, w := range r.mistakes() {
		if i > 0 && w.Regret > r.mistakes()[i-1].Regret {
			t.Errorf("worst %v; want falling regret", r.mistakes())
		}
	}
	if r.Examined != 1 {
		t.Errorf("without a budget %v is examined; want all", r.Examined)
	}
}

// "An answer that seems to cost less is unclear", however sure the samples are.
func TestSmallRegretsAreNotTrusted(t *testing.T) {
	s, rec := tally(t, 4)
	s.judging.Least = 0.9
	r, _ := s.analyse(t, rec, analysis.Options{Seat: 0})
	bad := r.Turns[2]
	if len(r.mistakes()) > 0 || bad.Sure != analysis.Unclear || *bad.Regret < 3**bad.RegretError {
		t.Errorf("worst %v, %s: a cost of %.2f ± %.2f; want a sure cost below %.1f that is unclear", r.mistakes(), bad.Sure, *bad.Regret, *bad.RegretError, s.judging.Least)
	}
}

// "A larger --budget refines the cached result": no turn has fewer samples than
// before, and the notes survive being stored.
func TestNotesGoOn(t *testing.T) {
	s, rec := tally(t, 12)
	_, before := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 300})
	text, err := json.Marshal(before)
	if err != nil {
		t.Fatal(err)
	}
	var stored analysis.Notes
	if err := json.Unmarshal(text, &stored); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, &stored); diff != "" {
		t.Errorf("stored notes: %s", diff)
	}
	r, after := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 300, Notes: &stored})
	more := 0
	for i, note := range after.Turns {
		old := before.Turns[i]
		if note.Values.N < old.Values.N || note.Regrets.N < old.Regrets.N {
			t.Errorf("turn %d has %d and %d samples; before %d and %d", note.Turn, note.Values.N, note.Regrets.N, old.Values.N, old.Regrets.N)
		}
		more += note.Values.N + note.Regrets.N - old.Values.N - old.Regrets.N
	}
	if more == 0 || after.Seconds <= before.Seconds || r.Answers != 12 {
		t.Errorf("%d more samples, %v seconds after %v", more, after.Seconds, before.Seconds)
	}
}

// Notes of another judge are worth nothing.
func TestNotesOfAnotherJudge(t *testing.T) {
	s, rec := tally(t, 6)
	_, notes := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 500})
	fresh, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 100})
	notes.Judge = "another"
	r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 100, Notes: notes})
	if diff := cmp.Diff(fresh, r); diff != "" {
		t.Error(diff)
	}
}

// An analysis that is cancelled returns what it knows, and the reason.
func TestCancel(t *testing.T) {
	s, rec := tally(t, 50)
	ctx, cancel := context.WithCancel(context.Background())
	rounds := 0
	r, notes, err := analysis.Analyse(ctx, "test", rec, s.game, s.judging, analysis.Options{Seat: 0, Progress: func(float64) {
		if rounds++; rounds == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || r == nil || notes == nil || r.Answers != 50 {
		t.Errorf("report %v, error %v", r, err)
	}
	if rounds != 3 {
		t.Errorf("%d rounds; want the end after 3", rounds)
	}
}

// "Bounded memory and time for hostile files": of a match without end, the first
// MaxTurns positions are judged.
func TestLongMatches(t *testing.T) {
	s, rec := tally(t, analysis.MaxTurns+10)
	r, _ := s.analyse(t, rec, analysis.Options{Seat: 1, Effort: 1})
	if r.Answers != analysis.MaxTurns {
		t.Errorf("%d turns; want %d", r.Answers, analysis.MaxTurns)
	}
}

// The generic judge plays on at random from copies, and says that it saw everything.
func TestGeneric(t *testing.T) {
	s := subjects()["domain"]
	j, err := judge.Generic(s.game, referee.Setup{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	s.judging = j
	rec := s.record(t, s.setup(1), func(m referee.Match, seat int) []string { return []string{m.(referee.Chooser).Choices(seat)[0][0]} })
	r, _ := s.analyse(t, rec, analysis.Options{Seat: analysis.AllSeats, Effort: 200})
	if !r.Omniscient || r.Examined == 0 || r.Turns[0].Value == nil {
		t.Errorf("omniscient %v, %v examined, first turn %+v", r.Omniscient, r.Examined, r.Turns[0])
	}
}

// "A game without a judge gets a generic one from Cloner and Chooser, or says "no
// judge"."
func TestNoJudge(t *testing.T) {
	if _, err := judge.Generic(bare{refereetest.Tally{}}, referee.Setup{}, 1); !errors.Is(err, judge.ErrNone) || !strings.HasPrefix(err.Error(), "no judge") {
		t.Errorf("error %v; want no judge", err)
	}
}

// bare is a game whose matches cannot be copied.
type bare struct{ referee.Game }

func (b bare) New(setup referee.Setup, seats int) (referee.Match, error) {
	m, err := b.Game.New(setup, seats)
	return struct{ referee.Match }{m}, err
}

// "A continuation redraws what the seat could not know, never the recorded future.
// Matches with equal inputs up to turn t and different hidden futures get equal
// values and costs through t."
func TestNoPeeking(t *testing.T) {
	for _, tt := range []struct {
		game    string
		futures [2]string // positions
		answers []string  // the inputs are the same in front of each
	}{
		{"keeper", [2]string{
			`{"hero":{"x":2,"y":2},"items":[[0,15,11],[2,9,9]],"monsters":[[10,3,5],[11,12,8]]}`,
			`{"hero":{"x":2,"y":2},"items":[[0,9,0],[3,12,3]],"monsters":[[10,3,5],[8,13,2],[11,8,9]]}`,
		}, []string{"MOVE 2 2", "MOVE 1 2", "ATTACK 3 3 3"}},
		{"flames", [2]string{
			`{"hp":12,"waves":[[[12,8],[3,13]],[[5,13],[22,21]]]}`,
			`{"hp":12,"waves":[[[12,8],[3,13]],[[14,8]],[[17,26]]]}`,
		}, []string{"MOVE N", "MOVE N", "MOVE E"}},
	} {
		t.Run(tt.game, func(t *testing.T) {
			s := subjects()[tt.game]
			var reports [2]analysed
			var inputs [2]string
			for i, position := range tt.futures {
				at := 0
				rec := s.record(t, referee.Setup{Position: []byte(position)}, func(m referee.Match, seat int) []string {
					if at == len(tt.answers) {
						return []string{"the end"} // loses both matches
					}
					inputs[i] += string(m.Input(seat, nil))
					at++
					return []string{tt.answers[at-1]}
				})
				reports[i], _ = s.analyse(t, rec, analysis.Options{Seat: 0, Samples: 4})
			}
			if inputs[0] != inputs[1] {
				t.Fatalf("the inputs differ:\n%s\n%s", inputs[0], inputs[1])
			}
			if diff := cmp.Diff(reports[0].Turns[:len(tt.answers)], reports[1].Turns[:len(tt.answers)]); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// In a game with fog, what the opponent does out of sight changes no value.
func TestNoPeekingAtTheOpponent(t *testing.T) {
	s := subjects()["ctf"]
	var values [2][]float64
	var inputs [2]string
	for i, hidden := range []string{"MOVE 0 1 1", "MOVE 1 1 1"} {
		const turns = 3
		at := 0
		rec := s.record(t, referee.Setup{Seed: 3}, func(m referee.Match, seat int) []string {
			if seat == 1 {
				return []string{hidden}
			}
			if at++; at > turns {
				return []string{"the end"}
			}
			inputs[i] += string(m.Input(seat, nil))
			return []string{"WAIT 0"}
		})
		j := s.judging.New(0)
		for p, err := range replay.Positions(rec, s.game) {
			if err != nil {
				t.Fatal(err)
			}
			if p.Turn.Number > turns {
				break
			}
			j.Look(p.Match)
			j.Took([]string{"WAIT 0"})
			for n := range 3 {
				values[i] = append(values[i], j.Continue(p.Turn.Number-1, make([][]string, 2), judge.Own, n))
			}
		}
	}
	if inputs[0] != inputs[1] {
		t.Fatal("the inputs differ")
	}
	if !slices.Equal(values[0], values[1]) {
		t.Errorf("values %v and %v", values[0], values[1])
	}
}

// "An error of the answer": who gives none in a game where that loses, is told so.
func TestFaultsCost(t *testing.T) {
	s := subjects()["keeper"]
	rec := s.record(t, referee.Setup{Seed: 5}, func(referee.Match, int) []string { return []string{"WAIT"} })
	r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Samples: 8})
	if len(r.mistakes()) != 1 || r.mistakes()[0].Sure != analysis.Confirmed || r.mistakes()[0].Regret < 10_000 {
		t.Errorf("worst %v; want a confirmed cost of 10000 points and more", r.mistakes())
	}
	if got := fmt.Sprint(r.Turns[0].Answer); got != "WAIT" {
		t.Errorf("answer %q", got)
	}
}

// The value at a mistake is always known. This holds in a game whose seats answer at
// the same time, and with the least effort that finds the mistake.
func TestMistakesHaveValues(t *testing.T) {
	s, rec := tally(t, 60)
	found := false
	for effort := 50; effort < 1000; effort += 50 {
		r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: effort})
		for _, w := range r.mistakes() {
			found = true
			if turn := r.Turns[w.Turn-1]; turn.Value == nil || turn.Error == nil {
				t.Errorf("effort %d: %+v has no value", effort, turn)
			}
		}
	}
	if !found {
		t.Error("no mistake was found")
	}
}
