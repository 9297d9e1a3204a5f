package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arbiter/referee"
)

// fullV1 decodes a full export of envelope version 1 back into a record and
// drops what can be computed again.
type fullV1 struct {
	builder
	late [][]byte // by seat: late stderr of the frames so far, not yet given to an answer
}

// fullLineV1 is the scene, a frame or, when Result is set, the footer.
type fullLineV1 struct {
	Turn   *int             `json:"turn"`
	Seats  few[seatFrameV1] `json:"seats"`
	Digest *Digest          `json:"digest"`
	Kept   json.RawMessage  `json:"kept"`
	Play   Digest           `json:"play"`
	View   json.RawMessage  `json:"view"`
	Scene  json.RawMessage  `json:"scene"`
	footerV1
}

// seatFrameV1 is a SeatFrame. What can be computed again is not decoded.
type seatFrameV1 struct {
	Asked     bool            `json:"asked"`
	Input     json.RawMessage `json:"input"`
	Answer    many[string]    `json:"answer"`
	AnswerB64 many[[]byte]    `json:"answer_b64"`
	Fault     *referee.Fault  `json:"fault"`
	WallUS    int64           `json:"wall_us"`
	CPUUS     int64           `json:"cpu_us"`
	LimitUS   int64           `json:"limit_us"`
	Stderr    string          `json:"stderr"`
	StderrB64 []byte          `json:"stderr_b64"`
	LateBytes int             `json:"late_bytes"`
	Draw      json.RawMessage `json:"draw"`
	Metrics   json.RawMessage `json:"metrics"`
	Remarks   json.RawMessage `json:"remarks"`
}

func newFullV1(header []byte) (*fullV1, error) {
	h, err := headerV1(header)
	if err != nil {
		return nil, err
	}
	return &fullV1{builder: builder{rec: Record{Header: h}}, late: make([][]byte, len(h.Seats))}, nil
}

func (r *fullV1) line(line []byte) error {
	var l fullLineV1
	if err := decode(line, &l); err != nil {
		return err
	}
	switch {
	case l.Scene != nil:
		return nil
	case l.Result != nil:
		return r.footer(l.footerV1)
	case l.Turn == nil || l.Digest == nil:
		return errors.New(`neither the scene nor a frame with "turn" and "digest" nor a footer with "result"`)
	case len(l.Seats) != len(r.rec.Header.Seats):
		return fmt.Errorf("turn %d: %d seats; want %d", *l.Turn, len(l.Seats), len(r.rec.Header.Seats))
	}
	turn := Turn{Number: *l.Turn, Kept: takeFrame(l.Kept, l.View), Digest: *l.Digest}
	for seat := range l.Seats {
		answer, err := r.seat(seat, &l.Seats[seat])
		if err != nil {
			return fmt.Errorf("turn %d: seat %d: %w", turn.Number, seat, err)
		}
		if l.Seats[seat].Asked {
			turn.Answers = append(turn.Answers, answer)
		}
	}
	if turn.Number == 0 { // the start has nothing but stderr written before it, and the first frame
		r.rec.Header.Kept = takeFrame(r.rec.Header.Kept, l.View)
		return nil
	}
	return r.turn(turn)
}

// seat takes a frame's seat apart: late stderr goes back to the next answer.
func (r *fullV1) seat(seat int, s *seatFrameV1) (Answer, error) {
	stderr := exactly(s.Stderr, s.StderrB64)
	if s.LateBytes < 0 || s.LateBytes > len(stderr) {
		return Answer{}, fmt.Errorf(`"late_bytes" is %d; want 0 to %d, the length of the stderr`, s.LateBytes, len(stderr))
	}
	answer := Answer{
		Seat: seat,
		Wall: time.Duration(s.WallUS) * time.Microsecond, CPU: time.Duration(s.CPUUS) * time.Microsecond,
		Late: r.late[seat], Stderr: stderr[:len(stderr)-s.LateBytes],
	}
	if s.Asked || s.LateBytes > 0 {
		r.late[seat] = stderr[len(stderr)-s.LateBytes:]
	}
	if s.Asked && s.Answer == nil && s.Fault == nil {
		return Answer{}, errors.New(`asked, but neither "answer" nor "fault"`)
	}
	if s.Answer == nil {
		answer.Fault = s.Fault
		return answer, nil
	}
	var err error
	answer.Lines, err = exactLines(s.Answer, s.AnswerB64)
	return answer, err
}
