package referee_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// always answers the same line in every turn.
func always(line string) referee.Player {
	return refereetest.Func(func(referee.Ask) referee.Reply {
		return referee.Reply{Lines: []string{line}}
	}).Player()
}

func deal(t *testing.T, g refereetest.Tally) referee.Match {
	t.Helper()
	m, err := g.New(referee.Setup{Seed: 1}, g.Seats)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPlay(t *testing.T) {
	for _, tt := range []struct {
		name    string
		game    refereetest.Tally
		answers []string
		want    []int64
		winner  int
		faults  []string
	}{
		{"the larger sum wins", refereetest.Tally{Seats: 2}, []string{"4", "5"}, []int64{12, 15}, 1, nil},
		{"equal sums are a draw", refereetest.Tally{Seats: 2}, []string{"4", "4"}, []int64{12, 12}, -1, nil},
		{"alternate seats", refereetest.Tally{Seats: 2, Turns: 3, Alternate: true}, []string{"4", "5"}, []int64{8, 5}, 0, nil},
		{"a solo match has no winner", refereetest.Tally{Seats: 1}, []string{"4"}, []int64{12}, -1, nil},
		{"a fault is a result", refereetest.Tally{Seats: 2}, []string{"4", "x"}, []int64{4, -1}, 0,
			[]string{`turn 1: seat 1: garbled: "x": want a number from 0 to 9`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var players []referee.Player
			for _, answer := range tt.answers {
				players = append(players, always(answer))
			}
			result, err := referee.Play(context.Background(), deal(t, tt.game), players, referee.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(result.Scores, tt.want) || result.Winner() != tt.winner {
				t.Errorf("scores %v, winner %d; want %v, %d", result.Scores, result.Winner(), tt.want, tt.winner)
			}
			var faults []string
			for _, f := range result.Faults {
				faults = append(faults, f.Error())
			}
			if diff := cmp.Diff(tt.faults, faults); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A seat's first answer may take longer than the later ones, whichever turn
// it falls in.
func TestLimits(t *testing.T) {
	var got []string
	note := refereetest.Func(func(ask referee.Ask) referee.Reply {
		got = append(got, fmt.Sprintf("turn %d seat %d %v %v", ask.Turn, ask.Seat, ask.Limit, ask.Clock))
		return referee.Reply{Lines: []string{"1"}}
	})
	limits := referee.TimeLimits{First: time.Second, Turn: 100 * time.Millisecond, Clock: referee.CPUClock}.Scale(2, 5*time.Millisecond)
	m := deal(t, refereetest.Tally{Seats: 2, Turns: 4, Alternate: true})
	if _, err := referee.Play(context.Background(), m, []referee.Player{note.Player(), note.Player()}, referee.Options{Limits: limits}); err != nil {
		t.Fatal(err)
	}
	want := []string{"turn 1 seat 0 2.005s cpu", "turn 2 seat 1 2.005s cpu", "turn 3 seat 0 205ms cpu", "turn 4 seat 1 205ms cpu"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// "No limit" stays no limit.
func TestScaleLeavesNoLimitAlone(t *testing.T) {
	if got := (referee.TimeLimits{}).Scale(3, time.Second); got != (referee.TimeLimits{}) {
		t.Errorf("scaled to %v", got)
	}
}

type failing struct {
	refereetest.Func
	asked, closed bool
	reply         referee.Reply
	err           error
}

func (p *failing) Ask(referee.Ask) { p.asked = true }

func (p *failing) Reply(context.Context) (referee.Reply, error) { return p.reply, p.err }

func (*failing) Finish() {}

func (p *failing) Close() ([]byte, error) { p.closed = true; return []byte("bye"), nil }

// An error of the machine is no result, and the players are closed all the same.
func TestMachineErrorIsNoResult(t *testing.T) {
	broken := errors.New("disk on fire")
	p, q := &failing{err: broken}, &failing{reply: referee.Reply{Lines: []string{"1"}}}
	_, err := referee.Play(context.Background(), deal(t, refereetest.Tally{Seats: 2}), []referee.Player{p, q}, referee.Options{})
	if !errors.Is(err, broken) || err.Error() != "turn 1: seat 0: disk on fire" {
		t.Errorf("error %v; want the machine's, with turn and seat", err)
	}
	if !p.closed || !q.closed {
		t.Error("a player was not closed")
	}
	if !q.asked {
		t.Error("seat 1 was not asked before seat 0 was waited for: all asked seats think at the same time")
	}
}

// A hosted match is Tally as a match behind which a process stands would be: it gives each
// seat a time of its own, and the machine fails it in a turn.
type hosted struct {
	referee.Match
	turns int // until it fails
	took  []time.Duration
}

var errHost = errors.New("tally: the referee ended")

func (m *hosted) Over() bool { return m.turns == 0 || m.Match.Over() }

func (m *hosted) Err() error {
	if m.turns == 0 {
		return errHost
	}
	return nil
}

func (m *hosted) Step() { m.turns--; m.Match.Step() }

func (m *hosted) Limit(_ int, usual time.Duration) time.Duration { return usual / 2 }

func (m *hosted) Took(_ int, d time.Duration) { m.took = append(m.took, d) }

// "One that the machine failed to play is over too, and then Err says why", from the
// start or later. It has no result.
func TestMatchThatTheMachineFailed(t *testing.T) {
	for _, turns := range []int{0, 2} {
		m := &hosted{Match: deal(t, refereetest.Tally{Seats: 1}), turns: turns}
		if result, err := referee.Play(t.Context(), m, []referee.Player{always("1")}, referee.Options{}); !errors.Is(err, errHost) {
			t.Errorf("after %d turns: result %+v, error %v; want that of the match", turns, result, err)
		}
	}
}

// The match has the last word on the time for an answer, and is told "what its limit
// counts".
func TestMatchAndTimes(t *testing.T) {
	for clock, want := range map[referee.Clock]time.Duration{referee.WallClock: 7 * time.Millisecond, referee.CPUClock: 3 * time.Millisecond} {
		var limits []time.Duration
		p := refereetest.Func(func(ask referee.Ask) referee.Reply {
			limits = append(limits, ask.Limit)
			return referee.Reply{Lines: []string{"1"}, Wall: 7 * time.Millisecond, CPU: 3 * time.Millisecond}
		}).Player()
		m := &hosted{Match: deal(t, refereetest.Tally{Seats: 1, Turns: 2}), turns: -1}
		o := referee.Options{Limits: referee.TimeLimits{First: time.Second, Turn: 100 * time.Millisecond, Clock: clock}}
		if _, err := referee.Play(t.Context(), m, []referee.Player{p}, o); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(limits, []time.Duration{500 * time.Millisecond, 50 * time.Millisecond}) || !slices.Equal(m.took, []time.Duration{want, want}) {
			t.Errorf("clock %s: limits %v, took %v; want half of the usual ones, and %v twice", clock, limits, m.took, want)
		}
	}
}

// "A starved match is the machine's error, not a fault", and can be told from
// others so that it is played again.
func TestStarvedMatchIsVoid(t *testing.T) {
	p := &failing{err: &referee.StarvedError{
		Bot: "boss", Turn: 1, Seat: 0, Limit: 50 * time.Millisecond,
		Waited: 41230 * time.Microsecond, CPU: 420 * time.Microsecond, Wall: 51 * time.Millisecond,
	}}
	_, err := referee.Play(context.Background(), deal(t, refereetest.Tally{Seats: 1}), []referee.Player{p}, referee.Options{})
	var starved *referee.StarvedError
	if !errors.As(err, &starved) || starved.Waited != 41230*time.Microsecond {
		t.Fatalf("error %v; want a StarvedError", err)
	}
	const want = "turn 1: seat 0: bot boss was starved: of 51ms since its input it used 400µs of processor time, " +
		"and was runnable without being run for 41.2ms; its limit is 50ms, and the machine is overloaded"
	if err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

func TestPlayStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := referee.Play(ctx, deal(t, refereetest.Tally{Seats: 1}), []referee.Player{always("1")}, referee.Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v; want %v", err, context.Canceled)
	}
}

type recorder struct {
	turns []string
	late  string
	err   error
}

func (r *recorder) Turn(t *referee.Turn) error {
	for seat := range t.Asked.All() {
		r.turns = append(r.turns, fmt.Sprintf("%d %d %q %q", t.Number, seat, t.Inputs[seat], t.Replies[seat].Lines))
	}
	return r.err
}

func (r *recorder) End(result referee.Result, late [][]byte) error {
	r.late = fmt.Sprintf("%s %q", result.Reason, late)
	return nil
}

func TestRecorderIsToldEverything(t *testing.T) {
	var rec recorder
	p := &failing{reply: referee.Reply{Lines: []string{"7"}}}
	m := deal(t, refereetest.Tally{Seats: 1, Turns: 2})
	if _, err := referee.Play(context.Background(), m, []referee.Player{p}, referee.Options{Recorder: &rec}); err != nil {
		t.Fatal(err)
	}
	want := []string{`1 0 "1 65\n" ["7"]`, `2 0 "2 19\n" ["7"]`}
	if diff := cmp.Diff(want, rec.turns); diff != "" {
		t.Error(diff)
	}
	if rec.late != `counted ["bye"]` {
		t.Errorf("end %s", rec.late)
	}
}

func TestRecorderErrorEndsTheMatch(t *testing.T) {
	full := errors.New("disk full")
	_, err := referee.Play(context.Background(), deal(t, refereetest.Tally{Seats: 1}), []referee.Player{always("1")},
		referee.Options{Recorder: &recorder{err: full}})
	if !errors.Is(err, full) {
		t.Errorf("error %v; want %v", err, full)
	}
}

// "Play fills it in for the faults of the process and, of those of the rules, for a
// seat's first one and its first forgiven one."
func TestPlayPutsStderrBehindFaults(t *testing.T) {
	chatty := refereetest.Func(func(ask referee.Ask) referee.Reply {
		answer := "4"
		if ask.Turn == 2 {
			answer = "x"
		}
		return referee.Reply{Lines: []string{answer}, Stderr: fmt.Appendf(nil, "turn %d\n", ask.Turn)}
	}).Player()
	result, err := referee.Play(context.Background(), deal(t, refereetest.Tally{Seats: 2, Turns: 4}), []referee.Player{always("5"), chatty}, referee.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f := result.FaultOf(1); f == nil || f.Turn != 2 || f.Stderr != "turn 1\nturn 2" {
		t.Errorf("fault %+v; want one of turn 2 with the stderr up to then", f)
	}
}

func TestForgiven(t *testing.T) {
	r := referee.Result{Faults: []referee.Fault{{Seat: 1}, {Turn: 6, Forgiven: true}, {Turn: 7, Seat: 1, Forgiven: true}, {Turn: 8, Forgiven: true}}}
	if n, first := r.Forgiven(0); n != 2 || first.Turn != 6 {
		t.Errorf("%d forgiven, first %+v; want 2, first in turn 6", n, first)
	}
	if n, first := r.Forgiven(2); n != 0 || first != nil {
		t.Errorf("%d forgiven, first %+v; want none", n, first)
	}
}

// "Behind "forfeit", what went wrong."
func TestReasonText(t *testing.T) {
	for _, tt := range []struct {
		reason string
		faults []referee.Kind
		want   string
	}{
		{"forfeit", []referee.Kind{"", referee.Crash}, "forfeit: crash"},
		{"both_forfeit", []referee.Kind{referee.Crash, referee.Crash, referee.Timeout}, "both_forfeit: crash, timeout"},
		{"timeout", []referee.Kind{referee.Timeout}, "timeout"},
		{"forfeit", nil, "forfeit"},
	} {
		if got := referee.ReasonText(tt.reason, tt.faults); got != tt.want {
			t.Errorf("%s with %v: %q; want %q", tt.reason, tt.faults, got, tt.want)
		}
	}
}
