package selfplay

import (
	"bytes"
	"encoding/json"
	"strings"

	"arbiter/referee"
)

// A recorder is the referee.Recorder of one game.
type recorder struct {
	options  *Options
	number   int
	seed     int64
	match    referee.Match
	turns    int
	lines    []turnLine
	observed []json.RawMessage // by seat: observations of the current turn
	numbers  []float32         // buffer
	result   referee.Result
}

// observe stores what the asked seats observe before their turn is played.
func (r *recorder) observe() {
	if r.options.Per != PerTurn || !r.options.Observe.planes() {
		return
	}
	observer, ok := r.match.(referee.Observer)
	if !ok {
		return
	}
	for seat := range r.match.Asked().All() {
		r.numbers = observer.Observe(seat, r.numbers[:0])
		r.observed[seat] = appendNumbers(nil, r.numbers)
	}
}

// Turn implements referee.Recorder.
func (r *recorder) Turn(t *referee.Turn) error {
	r.turns = t.Number
	if r.options.Per != PerTurn {
		return nil
	}
	for seat := range t.Asked.All() {
		p := turnLine{
			Game: r.number, Seed: r.seed, Turn: t.Number, Seat: seat,
			Observation: r.observed[seat], Answer: strings.Join(t.Replies[seat].Lines, "\n"),
		}
		if r.options.Observe.input() {
			p.Input = string(t.Inputs[seat])
		}
		r.lines = append(r.lines, p)
	}
	r.observe()
	return nil
}

// End implements referee.Recorder.
func (r *recorder) End(result referee.Result, _ [][]byte) error {
	r.result = result
	return nil
}

// encode returns the lines of the game.
func (r *recorder) encode(policies []Policy) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if r.options.Per == PerGame {
		game := gameLine{
			Game: r.number, Seed: r.seed, Turns: r.turns,
			Scores: r.result.Scores, Ranks: r.result.Ranks, Reason: r.result.Reason, Faults: r.result.Faults,
		}
		for _, p := range policies {
			game.Policies = append(game.Policies, p.String())
		}
		err := enc.Encode(game)
		return text.Bytes(), err
	}
	for i := range r.lines {
		p := &r.lines[i]
		p.Score, p.Rank = r.result.Scores[p.Seat], r.result.Ranks[p.Seat]
		if err := enc.Encode(p); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}
