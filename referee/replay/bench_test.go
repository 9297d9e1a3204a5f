package replay_test

import (
	"bytes"
	stdgzip "compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// nullTurns is a match of 100 turns between two bots that answer at once.
func nullTurns() []referee.Turn {
	turns := make([]referee.Turn, 100)
	for i := range turns {
		turns[i] = referee.Turn{Number: i + 1, Asked: referee.SeatSet(0, 1), Replies: make([]referee.Reply, 2)}
		for seat := range turns[i].Replies {
			turns[i].Replies[seat] = referee.Reply{
				Lines: []string{fmt.Sprintf("MOVE %d %d", i*7%16, i*5%12)},
				Wall:  time.Duration(6000 + i*(seat+13)*101%4000), CPU: time.Duration(3000 + i*37%900),
			}
		}
	}
	return turns
}

// BenchmarkRecord is what recording adds to a null match of 100 turns. The
// goal is at most 100 microseconds.
func BenchmarkRecord(b *testing.B) {
	turns := nullTurns()
	setup := referee.Setup{Position: json.RawMessage(`{"turns": 100}`)}
	m, err := sums{}.New(setup, 2)
	if err != nil {
		b.Fatal(err)
	}
	h := header(setup)
	w, err := replay.NewWriter(h, m)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Reset(h, m); err != nil {
			b.Fatal(err)
		}
		for i := range turns {
			if err := w.Turn(&turns[i]); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.End(m.Result(), nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(w.Bytes())), "record-bytes")
}

// BenchmarkCompression compares the compressors on the text of that match.
func BenchmarkCompression(b *testing.B) {
	rec := &replay.Record{Header: header(referee.Setup{})}
	for _, turn := range nullTurns() {
		t := replay.Turn{Number: turn.Number, Digest: replay.Digest(turn.Number * 0x9E3779B97F4A7C1)}
		for seat, reply := range turn.Replies {
			t.Answers = append(t.Answers, replay.Answer{Seat: seat, Lines: reply.Lines, Wall: reply.Wall, CPU: reply.CPU})
		}
		rec.Turns = append(rec.Turns, t)
	}
	var text, out bytes.Buffer
	if err := replay.ExportRecord(rec, &text); err != nil {
		b.Fatal(err)
	}
	type writer interface {
		io.WriteCloser
		Reset(io.Writer)
	}
	levels := []int{gzip.HuffmanOnly, 1, 2, 3, 4, 5, 6, 9}
	for _, c := range []struct {
		name   string
		make   func(level int) (writer, error)
		levels []int
	}{
		{"standard", func(level int) (writer, error) { return stdgzip.NewWriterLevel(&out, level) }, levels},
		{"klauspost", func(level int) (writer, error) { return gzip.NewWriterLevel(&out, level) }, append(levels, gzip.StatelessCompression)},
	} {
		for _, level := range c.levels {
			b.Run(fmt.Sprintf("%s %d", c.name, level), func(b *testing.B) {
				w, err := c.make(level)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					out.Reset()
					w.Reset(&out)
					w.Write(text.Bytes())
					w.Close()
				}
				b.ReportMetric(float64(text.Len()), "text-bytes")
				b.ReportMetric(float64(out.Len()), "out-bytes")
			})
		}
	}
}
