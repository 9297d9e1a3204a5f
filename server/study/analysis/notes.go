package analysis

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee/replay"
)

// Notes are what an analysis has found out, for another one of the same match
// that goes on. They are stored as JSON.
type Notes struct {
	Judge   string  `json:"judge"`
	Seconds float64 `json:"seconds"` // spent so far
	Turns   []Note  `json:"turns"`
}

// A Note is what is known of a turn of a seat.
type Note struct {
	Turn    int      `json:"turn"`
	Seat    int      `json:"seat"`
	Asked   bool     `json:"asked,omitempty"` // the judge gave its best answer
	Best    []string `json:"best,omitempty"`
	Line    []string `json:"line,omitempty"`
	Gap     float64  `json:"gap,omitempty"`    // see judge.Judge
	Values  Tally    `json:"values"`           // samples of the value
	Regrets Tally    `json:"regrets"`          // samples of the regret
	Pairs   []Pairs  `json:"pairs,omitempty"`  // played to the end from both answers, by kind of the judge
	Search  *Found   `json:"search,omitempty"` // where the judge searches
}

// Pairs are matches that players of one kind played to the end, two by two with the same luck:
// from the judge's answer and from the given one.
type Pairs struct {
	Cost  Tally   `json:"cost"`  // the result after the judge's answer less that after the given one
	Best  float64 `json:"best"`  // the mean result after the judge's answer
	Given float64 `json:"given"` // and after the given one
}

// add takes the results of a pair in.
func (p *Pairs) add(best, given float64) {
	p.Cost.add(best - given)
	p.Best += (best - p.Best) / float64(p.Cost.N)
	p.Given += (given - p.Given) / float64(p.Cost.N)
}

// A Found is what a judge found with a budget of a search.
type Found struct {
	Budget      int     `json:"budget"`
	Value       float64 `json:"value"`
	Error       float64 `json:"error"`
	Regret      float64 `json:"regret"`
	RegretError float64 `json:"regret_error"`
}

// recall gives the items what the notes know of them.
func (n *Notes) recall(items []*item) {
	if n == nil {
		return
	}
	type key struct{ turn, seat int }
	known := make(map[key]Note, len(n.Turns))
	for _, note := range n.Turns {
		known[key{note.Turn, note.Seat}] = note
	}
	for _, it := range items {
		if note, ok := known[key{it.Turn, it.Seat}]; ok {
			it.Note = note
		}
	}
}

// takeNotes returns what is known now.
func takeNotes(items []*item, before *Notes, took time.Duration) *Notes {
	n := &Notes{Seconds: took.Seconds(), Turns: make([]Note, len(items))}
	if before != nil {
		n.Seconds += before.Seconds
	}
	for i, it := range items {
		n.Turns[i] = it.Note
	}
	return n
}

// tallied says what the tallies of a note are of. It changes with that, so that nobody goes on
// with notes that mean something else.
const tallied = "values of the judge's players; costs with answers"

// Key returns the name under which what is known of a match can be stored: a digest
// of its positions and answers, and of who judges. Who played is not in it.
func Key(rec *replay.Record, j judge.Judging) (string, error) {
	type answer struct {
		Seat  int
		Lines []string
		Fault bool
	}
	type turn struct {
		Digest  replay.Digest
		Answers []answer
	}
	h := sha256.New()
	text := json.NewEncoder(h)
	err := text.Encode([]any{tallied, rec.Header.Game, rec.Header.Rules, rec.Header.Start, len(rec.Header.Seats), j.Name})
	for i := range rec.Turns {
		t := turn{Digest: rec.Turns[i].Digest}
		for _, a := range rec.Turns[i].Answers {
			t.Answers = append(t.Answers, answer{a.Seat, a.Lines, a.Fault != nil})
		}
		if err == nil {
			err = text.Encode(t)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), err
}
