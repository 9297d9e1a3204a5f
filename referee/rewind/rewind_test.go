package rewind_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/referee/rewind"
)

// recorded plays Tally with a bot that answers its turn numbers, and returns the
// exchanges of seat 0.
func recorded(t *testing.T) []rewind.Exchange {
	t.Helper()
	g := refereetest.Tally{Seats: 2, Turns: 4}
	h := replay.NewHeader(g.Info(), referee.Setup{Seed: 1}, referee.TimeLimits{})
	h.Seats = make([]replay.Seat, 2)
	rec, err := refereetest.Record(t.Context(), g, h, func(referee.Match, int) referee.Player {
		return refereetest.Func(func(ask referee.Ask) referee.Reply {
			return referee.Reply{Lines: []string{fmt.Sprint(ask.Turn)}, Wall: time.Duration(10-ask.Turn) * time.Millisecond}
		}).Player()
	})
	if err != nil {
		t.Fatal(err)
	}
	all, err := rewind.Exchanges(rec, g, 0)
	if err != nil || len(all) != 4 {
		t.Fatalf("%d exchanges, error %v; want 4", len(all), err)
	}
	return all
}

// bot answers each block of input over a stream with what f returns; "" ends it.
func bot(t *testing.T, exchanges []rewind.Exchange, f func(turn int) string) *rewind.Stream {
	in, input := io.Pipe()
	output, out := io.Pipe()
	t.Cleanup(func() { input.Close(); output.Close() })
	go func() {
		defer out.Close()
		for _, e := range exchanges {
			if _, err := io.ReadFull(in, make([]byte, len(e.Input))); err != nil {
				return
			}
			answer := f(e.Turn)
			if answer == "" {
				in.Close()
				return
			}
			fmt.Fprintf(out, "%s\r\n", answer)
		}
	}()
	return rewind.NewStream(input, output)
}

// "Feed returns the first difference between its answers and the recorded ones."
func TestFeed(t *testing.T) {
	all := recorded(t)
	for _, tt := range []struct {
		name   string
		answer func(turn int) string
		want   string
	}{
		{"as recorded", func(turn int) string { return fmt.Sprint(turn) }, ""},
		{"another answer in turn 2 and 3", func(turn int) string { return fmt.Sprint(turn + turn/2%2*5) }, `turn 2: it answered "7"; the record has "2"`},
		{"it ends in turn 3", func(turn int) string { return strings.TrimSuffix(fmt.Sprint(turn), "3") }, "turn 3: it gave no answer (crash: its output ended); the record has \"3\""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := rewind.Feed(context.Background(), bot(t, all, tt.answer), 0, all)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if d != nil {
				got = d.String()
			}
			if got != tt.want {
				t.Errorf("difference %q; want %q", got, tt.want)
			}
		})
	}
}

// "The turn whose answer took longest, the first answer left out."
func TestSlowest(t *testing.T) {
	if turn, wall := rewind.Slowest(recorded(t)); turn != 2 || wall != 8*time.Millisecond {
		t.Errorf("turn %d, %v; want turn 2, 8 ms", turn, wall)
	}
	if turn, _ := rewind.Slowest(nil); turn != 0 {
		t.Errorf("turn %d of none; want 0", turn)
	}
}

// A document "ends with its line" and may span several.
func TestStreamDocument(t *testing.T) {
	output, out := io.Pipe()
	go func() { fmt.Fprint(out, " {\"moves\": [\n]}\nmore\n") }()
	s := rewind.NewStream(io.Discard, output)
	s.Ask(referee.Ask{Turn: 1, Input: []byte("{}\n"), Lines: referee.Document})
	reply, err := s.Reply(t.Context())
	if err != nil || reply.Fault != nil || reply.Lines[0] != "{\"moves\": [\n]}" {
		t.Errorf("reply %+v, error %v; want the document", reply, err)
	}
}
