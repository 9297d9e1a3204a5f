package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"arbiter/referee"
)

// recordV1 decodes the lines of envelope version 1.
type recordV1 struct{ builder }

// lineV1 is a turn or, when Result is set, the footer.
type lineV1 struct {
	Turn    int             `json:"t"`
	Answers few[answerV1]   `json:"s"`
	Kept    json.RawMessage `json:"k"`
	Digest  *Digest         `json:"d"`
	footerV1
}

// footerV1 is the last line of a record or a full export.
type footerV1 struct {
	Result *struct {
		Scores few[int64]          `json:"scores"`
		Ranks  few[int]            `json:"ranks"`
		Reason string              `json:"reason"`
		Faults many[referee.Fault] `json:"faults"`
		referee.Scoring
	} `json:"result"`
	Late few[stderrLine] `json:"late"`
	Cut  int             `json:"cut"`
}

type answerV1 struct {
	Seat        int          `json:"n"`
	Lines       many[string] `json:"a"`
	LinesExact  many[[]byte] `json:"a64"`
	Fault       *faultV1     `json:"f"`
	Wall        int64        `json:"w"`
	CPU         int64        `json:"c"`
	Late        string       `json:"l"`
	LateExact   []byte       `json:"l64"`
	Stderr      string       `json:"e"`
	StderrExact []byte       `json:"e64"`
}

type faultV1 struct {
	Kind referee.Kind `json:"kind"`
	Line string       `json:"line"`
	Why  string       `json:"why"`
}

func newRecordV1(header []byte) (*recordV1, error) {
	h, err := headerV1(header)
	if err != nil {
		return nil, err
	}
	return &recordV1{builder{rec: Record{Header: h}}}, nil
}

// headerV1 reads the header, which records and full exports share.
func headerV1(line []byte) (Header, error) {
	var h struct {
		Header
		Seed  *string   `json:"seed"`  // in place of Header's, which cannot distinguish a missing seed from 0
		Seats few[Seat] `json:"seats"` // in place of Header's, which has no limit
		Full  bool      `json:"full"`
	}
	if err := decode(line, &h); err != nil {
		return Header{}, fmt.Errorf("header: %w", err)
	}
	switch {
	case h.Game == "":
		return Header{}, errors.New(`header: no "game"; want the game's name`)
	case h.Rules < 1:
		return Header{}, fmt.Errorf(`header: "rules" is %d; want the version of the rules, from 1`, h.Rules)
	case len(h.Seats) < 1 || len(h.Seats) > MaxSeats:
		return Header{}, fmt.Errorf(`header: %d "seats"; want 1 to %d`, len(h.Seats), MaxSeats)
	case h.Seed == nil:
		return Header{}, errors.New(`header: no "seed"; want a 64-bit integer as text`)
	}
	seed, err := strconv.ParseInt(*h.Seed, 10, 64)
	if err != nil {
		return Header{}, fmt.Errorf(`header: "seed" is %q; want a 64-bit integer as text`, *h.Seed)
	}
	h.Header.Seed, h.Header.Seats = seed, h.Seats
	return h.Header, nil
}

func (r *recordV1) line(line []byte) error {
	if turn, ok := quickTurn(line); ok {
		return r.turn(turn)
	}
	var l lineV1
	if err := decode(line, &l); err != nil {
		return err
	}
	if l.Result != nil {
		return r.footer(l.footerV1)
	}
	turn, err := l.turn()
	if err != nil {
		return err
	}
	return r.turn(turn)
}

// turn returns the turn of a line that is one.
func (l *lineV1) turn() (Turn, error) {
	if l.Digest == nil {
		return Turn{}, errors.New(`neither a turn with "t", "s" and "d" nor a footer with "result"`)
	}
	turn := Turn{Number: l.Turn, Kept: l.Kept, Digest: *l.Digest, Answers: make([]Answer, len(l.Answers))}
	for i := range l.Answers {
		var err error
		if turn.Answers[i], err = l.Answers[i].answer(l.Turn); err != nil {
			return Turn{}, fmt.Errorf("turn %d: seat %d: %w", l.Turn, l.Answers[i].Seat, err)
		}
	}
	return turn, nil
}

func (a *answerV1) answer(turn int) (Answer, error) {
	answer := Answer{
		Seat: a.Seat,
		Wall: time.Duration(a.Wall) * time.Microsecond, CPU: time.Duration(a.CPU) * time.Microsecond,
		Late: exactly(a.Late, a.LateExact), Stderr: exactly(a.Stderr, a.StderrExact),
	}
	if (a.Lines == nil) == (a.Fault == nil) {
		return Answer{}, errors.New(`want either the answer "a" or the fault "f"`)
	}
	if a.Fault != nil {
		answer.Fault = &referee.Fault{Turn: turn, Seat: a.Seat, Kind: a.Fault.Kind, Line: a.Fault.Line, Why: a.Fault.Why}
		return answer, nil
	}
	var err error
	answer.Lines, err = exactLines(a.Lines, a.LinesExact)
	return answer, err
}

// exactly returns the bytes of a text: exact when it is given.
func exactly(shown string, exact []byte) []byte {
	if exact != nil {
		return exact
	}
	if shown == "" {
		return nil
	}
	return []byte(shown)
}

func exactLines(shown []string, exact [][]byte) ([]string, error) {
	if exact == nil {
		return shown, nil
	}
	if len(exact) != len(shown) {
		return nil, fmt.Errorf("%d lines of text and %d in base64; want as many", len(shown), len(exact))
	}
	lines := slices.Clone(shown)
	for i, line := range exact {
		lines[i] = string(line)
	}
	return lines, nil
}

// decode reads one line, which holds one JSON object without unknown keys.
func decode(line []byte, v any) error {
	if !utf8.Valid(line) {
		return errors.New("the line is not UTF-8; bytes that are not go into base64")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return referee.ExplainJSON(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("text after the JSON object; want one object a line")
	}
	return nil
}
