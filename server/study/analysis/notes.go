package analysis

import "time"

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
	Gap     float64  `json:"gap,omitempty"`    // see Screener
	Values  Tally    `json:"values"`           // samples of the value
	Regrets Tally    `json:"regrets"`          // samples of the regret
	Ends    Tally    `json:"ends,omitzero"`    // samples of it that were played to the end, by a Finisher
	Search  *Found   `json:"search,omitempty"` // by a Searcher or an Appraiser
}

// Found is what a Searcher found, or an Appraiser: a budget and a value.
type Found struct {
	Budget      int     `json:"budget"`
	Nodes       int     `json:"nodes"`
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
