package spectate

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/dispatch"
)

// A stage plays the answers of a recording again, on a match of its own.
type stage struct {
	match    referee.Match
	limits   referee.Limits
	answered referee.Seats // seats past their first answer
	digest   replay.Digest
	state    []byte // buffer
}

// show makes the lines of a full export (docs/replay-format.md) as the match
// goes on. They differ from those of the stored replay in what is known only
// afterwards: stderr that comes late is missing from its frame.
func show(ctx context.Context, work dispatch.Work, header replay.Header, r *recording, add func([]byte)) error {
	match, err := work.Game.New(work.Setup, len(work.Contenders))
	if err != nil {
		return fmt.Errorf("deal the match again: %w", err)
	}
	s := &stage{match: match, limits: work.Limits}
	header.Start = s.chain()
	start := replay.Frame{Seats: make([]replay.SeatFrame, len(work.Contenders)), View: match.View(), Digest: s.digest}
	opening := []any{
		struct {
			replay.Header
			Full bool `json:"full"`
		}{header, true},
		struct {
			Scene any `json:"scene"`
		}{match.Scene()},
		start,
	}
	for _, v := range opening {
		if err := addLine(add, v); err != nil {
			return err
		}
	}
	for played := 0; ; {
		turns, footer, err := r.after(ctx, played)
		if err != nil {
			return err
		}
		for i := range turns {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := addLine(add, s.play(&turns[i], len(work.Contenders))); err != nil {
				return err
			}
		}
		played += len(turns)
		if footer != nil && len(turns) == 0 {
			result := footer.Result
			if len(result.Faults) == 0 {
				result.Faults = nil // as a record that was read has it
			}
			return addLine(add, footerLine{result, lateOf(footer)})
		}
	}
}

// play plays a turn and returns its frame.
func (s *stage) play(t *replay.Turn, seats int) replay.Frame {
	f := replay.Frame{Turn: t.Number, Seats: make([]replay.SeatFrame, seats)}
	for i := range t.Answers {
		a := &t.Answers[i]
		limit := s.limits.Turn
		if !s.answered.Has(a.Seat) {
			limit = s.limits.First
		}
		s.answered |= referee.SeatSet(a.Seat)
		f.Seats[a.Seat] = seatFrame(a, s.match.Input(a.Seat, nil), limit)
	}
	for i := range t.Answers {
		if a := &t.Answers[i]; a.Fault != nil {
			s.match.Drop(a.Seat, *a.Fault)
		} else {
			s.match.Answer(a.Seat, a.Lines)
		}
	}
	s.match.Step()
	for _, fault := range s.match.Result().Faults {
		if fault.Turn == t.Number && f.Seats[fault.Seat].Fault == nil {
			f.Seats[fault.Seat].Fault = &fault
		}
	}
	f.View, f.Digest = s.match.View(), s.chain()
	return f
}

// chain returns the digest of the present state, chained to the one before as
// in the record.
func (s *stage) chain() replay.Digest {
	s.state = binary.BigEndian.AppendUint64(s.state[:0], uint64(s.digest))
	s.state = s.match.AppendState(s.state)
	s.digest = replay.Digest(xxhash.Sum64(s.state))
	return s.digest
}

func seatFrame(a *replay.Answer, input []byte, limit time.Duration) replay.SeatFrame {
	s := replay.SeatFrame{
		Asked: true, Fault: a.Fault,
		Input:  strings.Split(strings.TrimSuffix(string(input), "\n"), "\n"),
		WallUS: a.Wall.Microseconds(), CPUUS: a.CPU.Microseconds(), LimitUS: limit.Microseconds(),
		Stderr: strings.ToValidUTF8(string(a.Stderr), "\uFFFD"), Drawings: replay.ParseDrawings(a.Stderr),
	}
	if s.Stderr != string(a.Stderr) {
		s.StderrB64 = a.Stderr
	}
	if a.Fault != nil {
		return s
	}
	s.Answer = make([]string, len(a.Lines))
	exact := make([][]byte, len(a.Lines))
	for i, line := range a.Lines {
		s.Answer[i] = strings.ToValidUTF8(line, "\uFFFD")
		exact[i] = []byte(line)
		if s.Answer[i] != line {
			s.AnswerB64 = exact
		}
	}
	return s
}

// footerLine ends a full export.
type footerLine struct {
	Result referee.Result `json:"result"`
	Late   []late         `json:"late,omitempty"`
}

// late is stderr after a seat's last answer.
type late struct {
	Seat int    `json:"n"`
	Text string `json:"e"`
}

func lateOf(f *replay.Footer) []late {
	var all []late
	for seat, text := range f.Late {
		if len(text) > 0 {
			all = append(all, late{seat, strings.ToValidUTF8(string(text), "\uFFFD")})
		}
	}
	return all
}

// addLine adds v as one line of JSON.
func addLine(add func([]byte), v any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	add(line.Bytes())
	return nil
}
