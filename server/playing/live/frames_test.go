package live_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
)

func work() dispatch.Work {
	return dispatch.Work{
		Job:  league.Job{ID: "m"},
		Game: refereetest.Tally{Seats: 2, Turns: 4}, Setup: referee.Setup{Seed: 7},
		Contenders: []dispatch.Contender{{Bot: league.NewBot("tally", "a", "a", "", "1")}, {Bot: league.NewBot("tally", "b", "b", "", "2")}},
		Limits:     referee.TimeLimits{First: time.Second, Turn: 50 * time.Millisecond},
	}
}

// A live stream has the lines of the replay's full export.
func TestLiveIsTheReplay(t *testing.T) {
	w := work()
	match, err := w.Game.New(w.Setup, 2)
	if err != nil {
		t.Fatal(err)
	}
	b := live.Broadcaster{Version: "v"}
	recorder := b.Watch(w, match)
	subscriber, err := b.Subscribe("m")
	if err != nil {
		t.Fatal(err)
	}
	lines := readAll(t, subscriber)

	header := replay.NewHeader(w.Game.Info(), w.Setup, w.Limits)
	header.Seats = []replay.Seat{{}, {}}
	writer, err := replay.NewWriter(header, match)
	if err != nil {
		t.Fatal(err)
	}
	player := func(answer string) referee.Player {
		return refereetest.Func(func(ask referee.Ask) referee.Reply {
			if ask.Turn == 3 && answer == "5" {
				return referee.Reply{Lines: []string{"\xff"}, Stderr: []byte("@metric depth 3\n\xfe")}
			}
			return referee.Reply{Lines: []string{answer}, Wall: time.Millisecond}
		}).Player()
	}
	_, err = referee.Play(t.Context(), match, []referee.Player{player("4"), player("5")}, referee.Options{Recorder: referee.Recorders{writer, recorder}})
	if err != nil {
		t.Fatal(err)
	}
	b.Ended("m")
	rec, err := replay.Read(bytes.NewReader(writer.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	var full strings.Builder
	if err := replay.ExportFull(rec, w.Game, &full); err != nil {
		t.Fatal(err)
	}
	_, want, _ := strings.Cut(full.String(), "\n")
	_, got, _ := strings.Cut(strings.Join(<-lines, ""), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("after the header (want -, got +):\n%s", diff)
	}
	b.Shutdown()
}

// A match that the machine failed to play ends for its subscribers, too.
func TestBrokenOff(t *testing.T) {
	w := work()
	var b live.Broadcaster
	b.Watch(w, nil)
	subscriber, err := b.Subscribe("m")
	if err != nil {
		t.Fatal(err)
	}
	b.Ended("m")
	for err == nil {
		_, err = subscriber.Next(t.Context())
	}
	if coded, ok := err.(interface{ CloseCode() int }); !ok || coded.CloseCode() != 4000 || !strings.Contains(err.Error(), "broke off") {
		t.Errorf("error %v; want that it broke off, with the close code 4000", err)
	}
	subscriber.Close()
	b.Shutdown()
}

// "Unwatched: nobody may watch, except matches in which a human plays; nothing else is
// recorded", and the matches are known all the same.
func TestUnwatched(t *testing.T) {
	b := live.Broadcaster{Unwatched: true}
	if r := b.Watch(work(), nil); r != nil {
		t.Errorf("recorder %v; want none", r)
	}
	b.Open("remote", func(context.Context, func([]byte)) error {
		t.Error("frames are made")
		return nil
	})
	by := work()
	by.Job.ID = "human"
	by.Contenders[1].Human = func(referee.Match) referee.Player { return nil }
	if r := b.Watch(by, nil); r == nil {
		t.Error("a human would not see its own match")
	}
	if diff := cmp.Diff([]string{"human", "m", "remote"}, b.Running()); diff != "" {
		t.Errorf("running (want -, got +):\n%s", diff)
	}
	for id, want := range map[string]error{"human": nil, "m": live.ErrUnwatched, "remote": live.ErrUnwatched, "x": live.ErrNotRunning} {
		s, err := b.Subscribe(id)
		if !errors.Is(err, want) {
			t.Errorf("match %s: %v; want %v", id, err, want)
		}
		if err == nil {
			s.Close()
		}
		b.Ended(id)
	}
	if running := b.Running(); len(running) > 0 {
		t.Errorf("%v still run", running)
	}
	b.Shutdown()
}

// "Await waits until Subscribe knows a match", whether it began before or begins now.
func TestAwait(t *testing.T) {
	var b live.Broadcaster
	ctx, leave := context.WithCancel(t.Context())
	begun, left := make(chan error, 1), make(chan error, 1)
	go func() { begun <- b.Await(t.Context(), "m") }()
	go func() { left <- b.Await(ctx, "never") }()
	b.Watch(work(), nil)
	if err := <-begun; err != nil {
		t.Error(err)
	}
	if err := b.Await(t.Context(), "m"); err != nil {
		t.Error(err)
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v; want that of the context", err)
	}
}

// readAll reads to the end.
func readAll(t *testing.T, s *live.Subscriber) <-chan []string {
	done := make(chan []string, 1)
	go func() {
		defer s.Close()
		var all []string
		for {
			lines, err := s.Next(context.Background())
			if err != nil {
				if err != io.EOF {
					t.Error(err)
				}
				done <- all
				return
			}
			for _, line := range lines {
				all = append(all, string(line))
			}
		}
	}()
	return done
}
