package selfplay

import (
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// A recorder is the referee.Recorder of one game. It also stands between the
// players and the match, since only before a turn is played it can be seen which
// action an answer is.
type recorder struct {
	referee.Match
	options *Options
	table   *actionTable // nil: actions and masks are not recorded
	number  int
	seed    int64
	opening string // its name; "" for a start from the seed
	turns   int
	rows    []recordedRow
	present [16]recordedRow // by seat: of the current turn
	result  referee.Result
	digests replay.Chain // with Rows
}

// A recordedRow is what a seat was asked in a turn, and what it answered.
type recordedRow struct {
	turnLine
	planes  []float32
	mask    []byte
	actions []int32 // -1 if the answer is not in the table
	before  int64   // the seat's score before the turn
}

// observe stores what the asked seats observe before their turn is played.
func (r *recorder) observe() {
	if r.options.Per != PerTurn {
		return
	}
	for seat := range r.Match.Asked().All() {
		row := &r.present[seat]
		*row = recordedRow{}
		if observer, ok := r.Match.(referee.Observer); ok && r.options.planes() {
			row.planes = observer.Observe(seat, nil)
		}
		if r.table != nil {
			row.mask = make([]byte, r.table.size)
			r.Match.(referee.Actor).Mask(seat, row.mask)
			row.before = r.Match.Result().Scores[seat]
		}
	}
}

// digest chains the digest of the present state.
func (r *recorder) digest() {
	if r.options.Format == Rows {
		r.digests.Next(r.Match)
	}
}

// Answer implements referee.Match.
func (r *recorder) Answer(seat int, lines []string) {
	if r.table != nil && r.options.Per == PerTurn {
		row := &r.present[seat]
		row.actions = make([]int32, len(r.table.parts))
		if !r.Match.(referee.Actor).ActionOf(seat, lines, row.actions) {
			row.actions = slices.Repeat([]int32{-1}, len(r.table.parts))
		}
	}
	r.Match.Answer(seat, lines)
}

// Turn implements referee.Recorder.
func (r *recorder) Turn(t *referee.Turn) error {
	r.turns = t.Number
	r.digest()
	if r.options.Per != PerTurn {
		return nil
	}
	for seat := range t.Asked.All() {
		row := r.present[seat]
		row.turnLine = turnLine{
			Game: r.number, Seed: r.seed, Opening: r.opening, Turn: t.Number, Seat: seat,
			Answer: strings.Join(t.Replies[seat].Lines, "\n"),
		}
		if r.options.Observe.input() {
			row.Input = string(t.Inputs[seat])
		}
		r.rows = append(r.rows, row)
	}
	r.observe()
	return nil
}

// End implements referee.Recorder.
func (r *recorder) End(result referee.Result, _ [][]byte) error {
	r.result = result
	return nil
}

// returns returns what a row's seat earned from its turn on: alone, what was added
// to the score; else 1 for a win, -1 for a defeat and 0 for a draw.
func (r *recorder) returns(row *recordedRow) float32 {
	switch {
	case len(r.result.Scores) == 1:
		return float32(r.result.Scores[0] - row.before)
	case slices.Max(r.result.Ranks) == 1:
		return 0
	case r.result.Ranks[row.Seat] == 1:
		return 1
	}
	return -1
}
