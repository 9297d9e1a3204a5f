package replay

import (
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"time"

	"arbiter/referee"
)

// A Frame is what a viewer shows of one turn. Turn 0 is the start position.
type Frame struct {
	Turn   int         `json:"turn"`
	Seats  []SeatFrame `json:"seats"` // by seat
	View   any         `json:"view"`  // Match.View, valid until the next frame
	Digest Digest      `json:"digest"`
	// Play is the digest of how the match was played up to here; absent where that is Digest.
	Play Digest `json:"play,omitzero"`
	// Kept is what the record has of the turn from a referee that is a program of its own.
	Kept  json.RawMessage `json:"kept,omitempty"`
	Scene any             `json:"-"` // Match.Scene, in the frame of turn 0 only; an export gives it a line of its own
}

// A SeatFrame is one seat's part of a turn. A seat that was not asked has
// nothing but, in turn 0, what it wrote before its first input.
type SeatFrame struct {
	Asked     bool           `json:"asked"`
	Input     []string       `json:"input,omitempty"`     // lines
	Answer    []string       `json:"answer,omitzero"`     // lines; absent when there was none
	AnswerB64 [][]byte       `json:"answer_b64,omitzero"` // the exact lines in base64, only when they are not UTF-8
	Fault     *referee.Fault `json:"fault,omitempty"`     // why there is no answer or, beside an answer, what the rules found wrong in it
	WallUS    int64          `json:"wall_us,omitempty"`
	CPUUS     int64          `json:"cpu_us,omitempty"`
	LimitUS   int64          `json:"limit_us,omitempty"` // 0, and so absent: no limit
	Stderr    string         `json:"stderr,omitempty"`
	StderrB64 []byte         `json:"stderr_b64,omitempty"` // the exact bytes in base64, only when they are not UTF-8
	LateBytes int            `json:"late_bytes,omitempty"` // how many of the last bytes of stderr were written after the answer
	Drawings
}

// Frames replays the record and yields a frame for the start and for each
// turn. It stops with a *Difference where this build plays differently, since
// the frames of another match would only mislead.
func Frames(rec *Record, g referee.Game) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		r, err := newRerun(rec, g, nil, false)
		if err != nil {
			yield(Frame{}, err)
			return
		}
		defer r.match.Close()
		stderr := make([][]TurnStderr, len(rec.Header.Seats))
		start := r.Start()
		for seat := range stderr {
			stderr[seat] = Stderr(rec, seat)
			start.Seats[seat].setStderr(stderr[seat][0])
		}
		if !yield(start, nil) {
			return
		}
		for i := range rec.Turns {
			t := &rec.Turns[i]
			if err := r.fits(t); err != nil {
				yield(Frame{}, err)
				return
			}
			f := r.Play(t)
			if err := r.compare(t.Number, t.Digest, f.Digest); err != nil {
				yield(Frame{}, err)
				return
			}
			f.Kept = t.Kept
			for seat := range stderr {
				if whole := stderr[seat][t.Number]; whole.Late > 0 {
					f.Seats[seat].setStderr(whole)
				}
			}
			if !yield(f, nil) {
				return
			}
		}
	}
}

func seatFrame(a *Answer, input []byte, limit time.Duration) SeatFrame {
	s := SeatFrame{
		Asked: true, Fault: a.Fault,
		Input:   strings.Split(strings.TrimSuffix(string(input), "\n"), "\n"),
		WallUS:  a.Wall.Microseconds(),
		CPUUS:   a.CPU.Microseconds(),
		LimitUS: limit.Microseconds(),
	}
	s.setStderr(TurnStderr{Text: a.Stderr})
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

// setStderr sets the turn's stderr and the drawings in it.
func (s *SeatFrame) setStderr(stderr TurnStderr) {
	s.Stderr, s.StderrB64 = readable(stderr.Text)
	s.LateBytes = stderr.Late
	s.Drawings = ParseDrawings(stderr.Text)
}

// addFaults adds the first fault that the rules found in each answer of the turn.
func (f *Frame) addFaults(faults []referee.Fault) {
	for i := range faults {
		fault := faults[i]
		if fault.Turn == f.Turn && f.Seats[fault.Seat].Fault == nil {
			f.Seats[fault.Seat].Fault = &fault
		}
	}
}

// An Input is what a bot was sent in a turn.
type Input struct {
	Turn  int
	Text  []byte        // valid until the next one
	Lines int           // of a complete answer, or referee.Document
	Match referee.Match // in front of the turn, valid until the next one; who keeps it clones it
}

// Inputs replays the record and yields exactly what the seat was sent, in the
// turns in which it was asked. It stops with an error like Frames.
func Inputs(rec *Record, g referee.Game, seat int) iter.Seq2[Input, error] {
	return func(yield func(Input, error) bool) {
		if seat < 0 || seat >= len(rec.Header.Seats) {
			yield(Input{}, fmt.Errorf("seat %d; the match has seats 0 to %d", seat, len(rec.Header.Seats)-1))
			return
		}
		r, err := newRerun(rec, g, nil, false)
		if err != nil {
			yield(Input{}, err)
			return
		}
		defer r.match.Close()
		var text []byte
		for i := range rec.Turns {
			t := &rec.Turns[i]
			if err := r.fits(t); err != nil {
				yield(Input{}, err)
				return
			}
			if r.match.Asked().Has(seat) {
				text = r.match.Input(seat, text[:0])
				if !yield(Input{Turn: t.Number, Text: text, Lines: r.match.Lines(seat), Match: r.match}, nil) {
					return
				}
			}
			if err := r.play(t); err != nil {
				yield(Input{}, err)
				return
			}
		}
	}
}
