package selfplay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/referee"
)

// A standing is where a match stands, and what was asked for beside it. Lists
// are by seat; a seat that is not asked has null in Input and Legal.
type standing struct {
	Env    int             `json:"env"`
	Turn   int             `json:"turn"`  // turns played
	Asked  []int           `json:"asked"` // the seats that answer next; none when the match is over
	Over   bool            `json:"over"`
	Scores []int64         `json:"scores"`
	Ranks  []int           `json:"ranks"`
	Reason string          `json:"reason"` // of the end
	Faults []referee.Fault `json:"faults"` // of the last step

	Input       []*string         `json:"input,omitempty"`
	Legal       [][][]string      `json:"legal,omitempty"` // the parts of an answer, and the texts of each
	Observation []json.RawMessage `json:"observation,omitempty"`
	Packed      [][]byte          `json:"packed,omitempty"` // observations as little-endian 32-bit floats, in base64
	Shape       []int             `json:"shape,omitempty"`  // of each observation: planes, height, width
	Scene       any               `json:"scene,omitempty"`
	View        any               `json:"view,omitempty"`
}

// can returns why something that is wanted cannot be told in this game.
func (e *env) can(want []string) error {
	if _, ok := e.match.(referee.Chooser); !ok && slices.Contains(want, wantLegal) {
		return errUnlisted
	}
	if _, ok := e.match.(referee.Observer); !ok && (slices.Contains(want, wantObservation) || slices.Contains(want, wantPacked)) {
		return errors.New("this game has no observations in numbers")
	}
	return nil
}

// errUnlisted refuses legal, and answers by index.
var errUnlisted = errors.New("what may be answered in this game cannot be listed: an answer is one document of moves; send it as text")

// tell returns where the match stands, as JSON. What is wanted has passed can.
func (e *env) tell(number int, want []string) []byte {
	m, result := e.match, e.match.Result()
	s := standing{
		Env: number, Turn: e.turns, Asked: []int{}, Over: m.Over(),
		Scores: result.Scores, Ranks: result.Ranks, Reason: result.Reason, Faults: result.Faults[e.faults:],
	}
	for seat := range m.Asked().All() {
		s.Asked = append(s.Asked, seat)
	}
	for _, w := range want {
		switch w {
		case wantInput:
			s.inputs(m)
		case wantLegal:
			s.legal(m.(referee.Chooser))
		case wantObservation, wantPacked:
			s.observe(m.(referee.Observer), w == wantPacked)
		case wantScene:
			s.Scene = m.Scene()
		case wantView:
			s.View = m.View()
		}
	}
	return encode(s)
}

// inputs adds what the asked seats are sent.
func (s *standing) inputs(m referee.Match) {
	s.Input = make([]*string, len(s.Scores))
	for _, seat := range s.Asked {
		text := string(m.Input(seat, nil))
		s.Input[seat] = &text
	}
}

// legal adds what the asked seats may answer.
func (s *standing) legal(m referee.Chooser) {
	s.Legal = make([][][]string, len(s.Scores))
	for _, seat := range s.Asked {
		s.Legal[seat] = m.Choices(seat)
	}
}

// observe adds the observations of all seats, asked or not.
func (s *standing) observe(m referee.Observer, packed bool) {
	space := m.Space()
	s.Shape = []int{len(space.Planes), space.Height, space.Width}
	var numbers []float32
	for seat := range s.Scores {
		numbers = m.Observe(seat, numbers[:0])
		if packed {
			s.Packed = append(s.Packed, pack(numbers))
		} else {
			s.Observation = append(s.Observation, appendNumbers(nil, numbers))
		}
	}
}

// step plays a turn, and those that ask nobody. When an answer cannot be taken
// nothing is played.
func (e *env) step(answers []json.RawMessage) error {
	m := e.match
	if m.Over() {
		return errors.New("the match is over; reset the env or copy another one to it")
	}
	if seats := len(m.Result().Scores); len(answers) != seats {
		return fmt.Errorf("answers: found %d; want %d, one for each seat", len(answers), seats)
	}
	lines := make([][]string, len(answers))
	for seat, text := range answers {
		asked := m.Asked().Has(seat)
		if null := bytes.Equal(text, []byte("null")); null == asked {
			if asked {
				return fmt.Errorf("seat %d is asked; want its answer, not null", seat)
			}
			return fmt.Errorf("seat %d is not asked in this turn; want null for it", seat)
		}
		if !asked {
			continue
		}
		var err error
		if lines[seat], err = e.read(seat, text); err != nil {
			return fmt.Errorf("seat %d: %w", seat, err)
		}
	}
	e.faults = len(m.Result().Faults)
	for seat := range m.Asked().All() {
		m.Answer(seat, lines[seat])
	}
	m.Step()
	for e.turns++; !m.Over() && m.Asked() == 0; e.turns++ {
		m.Step()
	}
	return nil
}

// read returns the lines of an answer: a text, or an index for each part of
// the legal list.
func (e *env) read(seat int, answer json.RawMessage) ([]string, error) {
	var text string
	if json.Unmarshal(answer, &text) == nil {
		if e.match.Lines(seat) == referee.Document {
			return []string{text}, nil
		}
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if want := e.match.Lines(seat); len(lines) != want {
			return nil, fmt.Errorf("the answer has %d lines; want %d", len(lines), want)
		}
		return lines, nil
	}
	var indexes []int
	if json.Unmarshal(answer, &indexes) != nil {
		indexes = []int{0}
		if json.Unmarshal(answer, &indexes[0]) != nil {
			return nil, fmt.Errorf("found %s; want a text, an index into the legal list, or a list of one index for each part", referee.Quote(string(answer)))
		}
	}
	chooser, ok := e.match.(referee.Chooser)
	if !ok {
		return nil, errUnlisted
	}
	parts := chooser.Choices(seat)
	if len(indexes) != len(parts) {
		return nil, fmt.Errorf("indexes: found %d; want %d, one for each part of the legal list", len(indexes), len(parts))
	}
	chosen := make([]string, len(parts))
	for i, texts := range parts {
		if indexes[i] < 0 || indexes[i] >= len(texts) {
			return nil, fmt.Errorf("index %d: want 0 to %d", indexes[i], len(texts)-1)
		}
		chosen[i] = texts[indexes[i]]
	}
	return []string{strings.Join(chosen, "|")}, nil
}
