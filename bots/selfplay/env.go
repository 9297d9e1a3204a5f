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

// An env is one match of an EnvSession.
type env struct {
	match  referee.Match
	table  *actionTable
	turns  int     // played
	faults int     // of all steps but the last
	scores []int64 // after the last turn of a batch
	rival  *rival  // nil: the program answers for every seat
}

// play plays a turn with the answers that the match holds, and the turns after it
// that ask nobody or the rival alone. Its error is the rival's.
func (e *env) play() error {
	for {
		if e.rival != nil && e.match.Asked().Has(e.rival.seat) {
			if err := e.rival.answer(e.match, e.turns+1); err != nil {
				return err
			}
		}
		e.match.Step()
		e.turns++
		if e.match.Over() || e.asked() != 0 {
			return nil
		}
	}
}

// errNoLegal refuses the wanted legal list, and answers by index into it.
var errNoLegal = errors.New("the legal answers of this game cannot be listed: an answer is one document of moves; send it as a string")

// supports returns an error when the game cannot provide something wanted.
func (e *env) supports(want []string) error {
	if _, ok := e.match.(referee.Chooser); !ok && slices.Contains(want, wantLegal) {
		return errNoLegal
	}
	if e.table == nil && slices.Contains(want, wantActions) {
		return errNoActions
	}
	if _, ok := e.match.(mover); !ok && slices.Contains(want, wantMoves) {
		return errors.New("moves: want a session started with --stepwise")
	}
	if _, ok := e.match.(referee.Observer); !ok && (slices.Contains(want, wantObservation) || slices.Contains(want, wantPacked)) {
		return errors.New("this game has no numeric observations")
	}
	return nil
}

// step plays a turn and the turns after it that ask nobody. It plays nothing when
// an answer is invalid.
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
		asked := e.asked().Has(seat)
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
		if lines[seat], err = e.parseAnswer(seat, text); err != nil {
			return fmt.Errorf("seat %d: %w", seat, err)
		}
	}
	e.faults = len(m.Result().Faults)
	for seat := range e.asked().All() {
		m.Answer(seat, lines[seat])
	}
	return e.play()
}

// A mover is a match whose answers so far make one document.
type mover interface{ Moves() string }

// parseAnswer returns the lines of an answer: a text, an index for each part of
// the legal list, or actions of the table.
func (e *env) parseAnswer(seat int, answer json.RawMessage) ([]string, error) {
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
	var object map[string]json.RawMessage
	if json.Unmarshal(answer, &object) == nil && len(object) == 1 && object["action"] != nil {
		if e.table == nil {
			return nil, errNoActions
		}
		actions, err := e.table.parse(object["action"])
		if err != nil {
			return nil, err
		}
		return []string{e.table.text(e.match.(referee.Actor), seat, actions)}, nil
	}
	var indexes []int
	if json.Unmarshal(answer, &indexes) != nil {
		indexes = []int{0}
		if json.Unmarshal(answer, &indexes[0]) != nil {
			return nil, fmt.Errorf("found %s; want a string, an index into the legal list, a list with one index for each part, or an object such as {\"action\":0}", referee.Quote(string(answer)))
		}
	}
	chooser, ok := e.match.(referee.Chooser)
	if !ok {
		return nil, errNoLegal
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
