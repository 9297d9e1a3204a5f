package analyst

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
)

// newAnalyst returns an analyst whose every match is one of domain in which both seats
// gave the first legal answer in every turn.
func newAnalyst(t *testing.T) *Analyst {
	t.Helper()
	g, err := games.Find("domain")
	if err != nil {
		t.Fatal(err)
	}
	h := replay.NewHeader(g.Info(), referee.Setup{}, referee.TimeLimits{})
	h.Seats = make([]replay.Seat, 2)
	rec, err := refereetest.Record(t.Context(), g, h, func(m referee.Match, seat int) referee.Player {
		return refereetest.Func(func(referee.Ask) referee.Reply {
			return referee.Reply{Lines: []string{m.(referee.Chooser).Choices(seat)[0][0]}}
		}).Player()
	})
	if err != nil {
		t.Fatal(err)
	}
	return &Analyst{
		Replay: func(context.Context, string) (*replay.Record, error) { return rec, nil },
		Cache:  Cache{Dir: t.TempDir()}, Find: games.Find,
		Judge: func(rec *replay.Record, g referee.Game) (judge.Judging, error) {
			return judge.Generic(g, referee.Setup{Seed: rec.Header.Seed, Position: rec.Header.Setup}, len(rec.Header.Seats))
		},
	}
}

// "In the order in which they are requested", one at a time; one that waits can be
// cancelled, and too many are refused.
func TestQueue(t *testing.T) {
	a := newAnalyst(t)
	wantState := func(match string, want State) {
		t.Helper()
		if s, err := a.Status(t.Context(), match); err != nil || s.State != want {
			t.Errorf("%s is %s, %v; want %s", match, s.State, err, want)
		}
	}
	for i := range mostJobs {
		if err := a.Request(t.Context(), fmt.Sprint(i), time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Request(t.Context(), "5", time.Hour); err != nil {
		t.Errorf("a match that waits already: %v", err)
	}
	if err := a.Request(t.Context(), "more", time.Hour); !errors.Is(err, ErrBusy) {
		t.Errorf("one more: %v; want %v", err, ErrBusy)
	}
	wantState("0", Queued)
	a.Cancel("1")
	wantState("1", None)
	first, ctx := a.next(t.Context())
	if first.match != "0" {
		t.Errorf("%s is first; want 0", first.match)
	}
	wantState("0", Running)
	wantState("2", Queued)
	a.Cancel("0")
	if ctx.Err() == nil {
		t.Error("a running job is cancelled and goes on")
	}
	a.finish(first, ctx.Err())
	if second, _ := a.next(t.Context()); second.match != "2" {
		t.Errorf("%s is second; want 2: 1 was cancelled", second.match)
	}
}

// "Run analyses until ctx is done", what is requested while it waits as well.
func TestRun(t *testing.T) {
	a := newAnalyst(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	if err := a.Request(ctx, "m", 100*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if s := await(t, a, "m", Done); s.Report == nil || s.Report.Match != "m" {
		t.Errorf("done with the report %+v", s.Report)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
