package external

import (
	"encoding/json"
	"fmt"

	"arbiter/referee"
)

// A tape is the source of a match that was recorded: what the record kept of it.
type tape struct {
	exchanges []*exchange
	answers   []answer
	at        int // of the next exchange
}

func newTape(r referee.Recorded) (*tape, error) {
	t := &tape{answers: []answer{}}
	start, err := readKept(r.Start)
	if err != nil {
		return nil, fmt.Errorf("what was kept of the start: %w", err)
	}
	t.exchanges = append(t.exchanges, start)
	for i, turn := range r.Turns {
		x, err := readKept(turn.Kept)
		if err != nil {
			return nil, fmt.Errorf("what was kept of turn %d: %w", i+1, err)
		}
		t.exchanges = append(t.exchanges, x)
		a := answer{timeout: x.Timeout || turn.Asked != 0 && turn.Lines == nil, told: x.Told}
		for _, line := range turn.Lines {
			a.lines = append(a.lines, clean(line))
		}
		t.answers = append(t.answers, a)
	}
	return t, nil
}

func readKept(text json.RawMessage) (*exchange, error) {
	if text == nil {
		return nil, fmt.Errorf("nothing; want what the referee sent")
	}
	x := &exchange{}
	if err := json.Unmarshal(text, x); err != nil {
		return nil, referee.ExplainJSON(err)
	}
	return x, nil
}

// next implements source.
func (t *tape) next(*answer, int) (*exchange, error) {
	if t.at == len(t.exchanges) {
		return nil, fmt.Errorf("the record ends after turn %d", t.at-1)
	}
	t.at++
	return t.exchanges[t.at-1], nil
}

func (*tape) stderr() string { return "" }

// Close implements source.
func (*tape) Close() error { return nil }

// Interrupt implements source: nothing of it hangs.
func (*tape) Interrupt() {}
