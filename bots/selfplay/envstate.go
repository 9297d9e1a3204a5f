package selfplay

import (
	"encoding/json"

	"arbiter/referee"
)

// An envState is the state of a match, with the additions that a request wants.
// Lists are by seat; a seat that is not asked has null in Input and Legal.
type envState struct {
	Env    int             `json:"env"`
	Turn   int             `json:"turn"`  // turns played
	Asked  []int           `json:"asked"` // the seats that answer next; none when the match is over
	Over   bool            `json:"over"`
	Scores []int64         `json:"scores"`
	Ranks  []int           `json:"ranks"`
	Reason string          `json:"reason"` // of the end
	Faults []referee.Fault `json:"faults"` // of the last step

	Input       []*string         `json:"input,omitempty"`
	Legal       [][][]string      `json:"legal,omitempty"`   // the parts of an answer, and the texts of each
	Actions     [][][]int         `json:"actions,omitempty"` // the parts of an answer, and the allowed indexes of each
	Observation []json.RawMessage `json:"observation,omitempty"`
	Packed      [][]byte          `json:"packed,omitempty"` // observations as little-endian 32-bit floats, in base64
	Shape       []int             `json:"shape,omitempty"`  // of each observation: planes, height, width
	Scene       any               `json:"scene,omitempty"`
	View        any               `json:"view,omitempty"`
	Board       string            `json:"board,omitempty"`
	Moves       string            `json:"moves,omitempty"` // of a stepwise match: the document so far
	Truncated   bool              `json:"truncated,omitempty"`
}

// state returns the state of the match as JSON. The match must support what is
// wanted; see supports.
func (e *env) state(number int, want []string) []byte {
	m, result := e.match, e.match.Result()
	s := envState{
		Env: number, Turn: e.turns, Asked: []int{}, Over: m.Over(),
		Scores: result.Scores, Ranks: result.Ranks, Reason: result.Reason, Faults: result.Faults[e.faults:],
	}
	if t, ok := m.(referee.Truncator); ok {
		s.Truncated = t.Truncated()
	}
	for seat := range e.asked().All() {
		s.Asked = append(s.Asked, seat)
	}
	for _, w := range want {
		switch w {
		case wantInput:
			s.Input = e.inputs()
		case wantLegal:
			s.addLegal(m.(referee.Chooser))
		case wantActions:
			s.addActions(e.table, m.(referee.Actor))
		case wantBoard:
			s.Board = string(m.Board(nil))
		case wantMoves:
			s.Moves = m.(mover).Moves()
		case wantObservation, wantPacked:
			s.addObservation(m.(referee.Observer), w == wantPacked)
		case wantScene:
			s.Scene = m.Scene()
		case wantView:
			s.View = m.View()
		}
	}
	return encode(s)
}

// inputs returns the inputs of the asked seats, by seat.
func (e *env) inputs() []*string {
	inputs := make([]*string, len(e.match.Result().Scores))
	for seat := range e.asked().All() {
		text := string(e.match.Input(seat, nil))
		inputs[seat] = &text
	}
	return inputs
}

// addLegal adds the legal answers of the asked seats.
func (s *envState) addLegal(m referee.Chooser) {
	s.Legal = make([][][]string, len(s.Scores))
	for _, seat := range s.Asked {
		s.Legal[seat] = m.Choices(seat)
	}
}

// addActions adds the allowed actions of the asked seats.
func (s *envState) addActions(t *actionTable, m referee.Actor) {
	s.Actions = make([][][]int, len(s.Scores))
	for _, seat := range s.Asked {
		s.Actions[seat] = t.allowed(m, seat)
	}
}

// addObservation adds the observations of all seats, asked or not.
func (s *envState) addObservation(m referee.Observer, packed bool) {
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
