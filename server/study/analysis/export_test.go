package analysis

import (
	"context"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
)

// A Turn is what an analysis knows of an answer, ranked or not. What it does not know is nil.
type Turn struct {
	Turn, Seat          int
	Value, Error        *float64
	Regret, RegretError *float64
	Sure                Sure // "" where nothing or no better answer is known
	Answer, Best        string
}

// Costly reports whether the answer is known to have cost something.
func (t Turn) Costly() bool { return t.Sure != "" && t.Sure != Unclear && *t.Regret > 0 }

// Turns returns what notes say of all answers.
func Turns(rec *replay.Record, g referee.Game, j judge.Judging, seat int, notes *Notes) ([]Turn, error) {
	items, err := follow(context.Background(), rec, g, j, seat)
	if err != nil {
		return nil, err
	}
	notes.recall(items)
	e := examination{Judging: j, options: Options{}.complete(), items: items}
	if j.Searches {
		e.flow()
	}
	e.contradictions()
	values := map[int]float64{}
	if j.ValuesOnly {
		curve, _ := e.appraised()
		for _, p := range curve {
			values[p.Turn] = p.Value
		}
	}
	all := make([]Turn, len(items))
	for i, it := range items {
		t := Turn{Turn: it.Turn, Seat: it.Seat, Answer: text(it.given), Best: text(it.Best)}
		if value, ok := values[it.Turn]; ok {
			t.Value = &value
		}
		if j.ValuesOnly {
			all[i] = t
			continue
		}
		if v := e.valued(it); v.known() {
			t.Value, t.Error = &v.mean, &v.err
		}
		if r := e.told(it); r.known() {
			t.Regret, t.RegretError = &r.mean, &r.err
			if !e.bestKnown(it) {
				t.Sure = e.sureness(it, r)
			}
		}
		all[i] = t
	}
	return all, nil
}
