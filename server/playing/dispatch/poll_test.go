package dispatch_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// polled returns a tournament whose matches are not really played, and a channel
// that has a token after each Wake.
func polled(definition league.Tournament, position func(string) ([]byte, error)) (*dispatch.TournamentSource, <-chan struct{}) {
	awake := make(chan struct{}, 1)
	e := dispatch.TournamentEntry{
		Definition: definition, Game: refereetest.Tally{Seats: definition.Seats}, Contenders: map[string]dispatch.Contender{},
		Position: position, Save: func(context.Context, []league.Report) error { return nil },
		Wake: func() {
			select {
			case awake <- struct{}{}:
			default:
			}
		},
	}
	for _, bot := range definition.Bots {
		e.Contenders[bot] = dispatch.Contender{Bot: league.Bot{ID: bot}}
	}
	return dispatch.NewTournamentSource(e, map[string]league.Outcome{}), awake
}

func definition(format league.Format, seats, bots int) league.Tournament {
	t := league.Tournament{ID: "test", Game: "tally", Seats: seats, Format: format, Rounds: 2, Starts: []league.Start{{Seed: 1}, {Seed: 2}, {Seed: 3}}}
	if t.Format == league.Gauntlet {
		t.Challengers = 1
	}
	for i := range bots {
		t.Bots = append(t.Bots, fmt.Sprint("bot", i))
	}
	return t
}

// won is a match in which a seat won.
func won(w dispatch.Work, seat int) dispatch.Played {
	r := league.Report{Job: w.Job, Result: referee.Result{Scores: make([]int64, len(w.Contenders)), Ranks: []int{2, 2}[:len(w.Contenders)]}}
	r.Result.Scores[seat], r.Result.Ranks[seat] = 1, 1
	return dispatch.Played{Work: w, Report: r}
}

// Whatever order matches are polled, reported and failed in, each is handed out
// once until it is reported, and "there may be some later unless the tournament
// is Drained".
func TestPollHandsOutEachMatchOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := definition(rapid.SampledFrom(league.Formats()).Draw(t, "format"), rapid.IntRange(1, 2).Draw(t, "seats"), rapid.IntRange(2, 9).Draw(t, "bots"))
		src, awake := polled(d, nil)
		defer src.Close()
		handed, failures := map[string]bool{}, map[string]int{}
		reported := league.Outcomes{}
		var running []dispatch.Work
		for !src.Drained() {
			w, ok, err := src.Poll()
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				if handed[w.Job.ID] {
					t.Fatalf("match %s is handed out twice", w.Job.ID)
				}
				handed[w.Job.ID] = true
				running = append(running, w)
			}
			switch {
			case len(running) == 0:
				<-awake
			case !ok || rapid.Bool().Draw(t, "ends"):
				i := rapid.IntRange(0, len(running)-1).Draw(t, "which")
				w, running = running[i], append(running[:i:i], running[i+1:]...)
				if failures[w.Job.ID] < 2 && rapid.IntRange(0, 4).Draw(t, "failure") == 0 {
					failures[w.Job.ID]++
					handed[w.Job.ID] = false
					if err := src.Failed(w, errors.New("disk full")); err != nil {
						t.Fatal(err)
					}
					continue
				}
				m := won(w, rapid.IntRange(0, d.Seats-1).Draw(t, "winner"))
				reported[w.Job.ID] = m.Report.Outcome()
				if err := src.Played(t.Context(), []dispatch.Played{m}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !src.Done() || !league.Complete(d, reported) {
			t.Fatalf("drained after %d matches; want all of them", len(reported))
		}
	})
}

// "Poll is Next for a caller that does not wait", not even while the schedule or
// a start position takes its time: Wake says when there is work.
func TestPollDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := definition(league.RoundRobin, 1, 1)
		d.Starts = []league.Start{{Position: "d1"}}
		read := make(chan struct{})
		src, awake := polled(d, func(string) ([]byte, error) {
			<-read
			return []byte(`{"turns": 9}`), nil
		})
		defer src.Close()
		for range 2 {
			if _, ok, err := src.Poll(); ok || err != nil || src.Drained() {
				t.Errorf("%v, %v, drained: %v; want no work and no end yet", ok, err, src.Drained())
			}
			synctest.Wait()
		}
		close(read)
		<-awake
		if w, ok, err := src.Poll(); !ok || err != nil || string(w.Setup.Position) != `{"turns": 9}` {
			t.Errorf("%+v, %v, %v; want the match", w, ok, err)
		}
	})
}

// A start position that cannot be read stops the tournament after the matches
// before it.
func TestPositionThatCannotBeRead(t *testing.T) {
	gone := errors.New("gone")
	d := definition(league.RoundRobin, 1, 1)
	d.Starts = []league.Start{{Seed: 1}, {Position: "d1"}, {Seed: 2}}
	src, _ := polled(d, func(string) ([]byte, error) { return nil, gone })
	defer src.Close()
	if _, ok, err := src.Next(t.Context()); !ok || err != nil {
		t.Errorf("%v, %v; want the first match", ok, err)
	}
	if _, ok, err := src.Next(t.Context()); ok || !errors.Is(err, gone) {
		t.Errorf("%v, %v; want the error %v", ok, err, gone)
	}
}

// "Drained reports whether no match is running and none will": after Stop, when
// those that ran are reported; it is not Done then.
func TestDrainedAfterStop(t *testing.T) {
	src, _ := polled(definition(league.RoundRobin, 2, 2), nil)
	defer src.Close()
	w, _, err := src.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	src.Stop()
	if src.Drained() {
		t.Error("drained while a match is running")
	}
	if err := src.Played(t.Context(), []dispatch.Played{won(w, 0)}); err != nil {
		t.Fatal(err)
	}
	if !src.Drained() || src.Done() {
		t.Errorf("drained: %v, done: %v; want that it is drained and not done", src.Drained(), src.Done())
	}
}

// "Close is Stop, and waits until the schedule is followed no more": no goroutine
// is left in the bubble, which would be an error at its end.
func TestCloseLeavesNoGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := definition(league.RoundRobin, 2, 50)
		src, _ := polled(d, nil)
		if _, ok, err := src.Next(t.Context()); !ok || err != nil {
			t.Errorf("%v, %v; want a match", ok, err)
		}
		synctest.Wait() // more are ready than are handed over at once
		src.Close()
	})
}
