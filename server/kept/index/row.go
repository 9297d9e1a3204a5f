package index

import (
	"math"
	"slices"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// maxSeats is how many seats of a match are kept: no game has more.
const maxSeats = 2

// A row is a match without what lists and standings do not read. Texts are
// numbers of names.
type row struct {
	mark       league.Mark
	playedAt   int64 // milliseconds since 1970
	duration   int64 // microseconds
	seed       int64
	scores     [maxSeats]int64
	bots       [maxSeats]uint32
	faults     [maxSeats]uint32
	tournament uint32
	game       uint32
	position   uint32
	start      uint32 // name of the position
	reason     uint32
	forgiven   [maxSeats]uint16
	repetition int32
	turns      int32
	ranks      [maxSeats]uint8
	seats      uint8
	human      bool
	single     bool // of no tournament
}

// names are texts by number; 0 is "".
type names struct {
	texts   []string
	numbers map[string]uint32
}

// number returns the number of a text and adds it when it is new.
func (n *names) number(text string) uint32 {
	if n.numbers == nil {
		n.texts, n.numbers = []string{""}, map[string]uint32{"": 0}
	}
	number, ok := n.numbers[text]
	if !ok {
		number = uint32(len(n.texts))
		n.texts, n.numbers[text] = append(n.texts, text), number
	}
	return number
}

// find returns the number of a text, and whether it has one.
func (n *names) find(text string) (uint32, bool) {
	number, ok := n.numbers[text]
	return number, ok || text == ""
}

// clone returns a result that stays valid.
func clone(r league.StoredResult) league.StoredResult {
	r.Seats, r.Outcome.Scores = slices.Clone(r.Seats), slices.Clone(r.Outcome.Scores)
	r.Outcome.Ranks, r.Outcome.Faults = slices.Clone(r.Outcome.Ranks), slices.Clone(r.Outcome.Faults)
	r.Outcome.Forgiven = slices.Clone(r.Outcome.Forgiven)
	return r
}

// add appends a match; x.mu is held for writing.
func (x *Index) add(r league.StoredResult) {
	if r.Mark <= x.last() {
		return
	}
	to := row{
		mark: r.Mark, playedAt: r.PlayedAt.UnixMilli(), duration: r.Duration.Microseconds(), seed: r.Start.Seed,
		tournament: x.names.number(r.Tournament), game: x.names.number(r.Game), position: x.names.number(r.Start.Position), start: x.names.number(r.Start.Name),
		reason: x.names.number(r.Reason), repetition: int32(r.Repetition), turns: int32(r.Turns),
		seats: uint8(min(len(r.Seats), maxSeats)), human: r.ByHand(), single: league.IsSingles(r.Tournament),
	}
	for seat := range int(to.seats) {
		to.bots[seat], to.faults[seat] = x.names.number(r.Seats[seat]), x.names.number(string(r.Outcome.Faults[seat]))
		to.scores[seat], to.ranks[seat] = r.Outcome.Scores[seat], uint8(min(r.Outcome.Ranks[seat], math.MaxUint8))
		to.forgiven[seat] = uint16(min(r.Outcome.Forgiven[seat], math.MaxUint16))
	}
	if x.scopes == nil {
		x.scopes = map[Scope][]int32{}
	}
	at := int32(len(x.rows))
	for _, scope := range []Scope{{Tournament: r.Tournament}, {Game: r.Game}} {
		x.scopes[scope] = append(x.scopes[scope], at)
	}
	x.rows = append(x.rows, to)
}

// A view turns rows into matches, one at a time, without allocating.
type view struct {
	league.Match
	index   *Index
	columns []*values // that the filter reads
}

// at sets the match to a row; x.mu is held for reading.
func (v *view) at(i int32) *row {
	r := &v.index.rows[i]
	texts := v.index.names.texts
	o := &v.Outcome
	v.Seats, o.Scores, o.Ranks, o.Faults, o.Forgiven = v.Seats[:0], o.Scores[:0], o.Ranks[:0], o.Faults[:0], o.Forgiven[:0]
	for seat := range r.seats {
		v.Seats = append(v.Seats, texts[r.bots[seat]])
		o.Scores = append(o.Scores, r.scores[seat])
		o.Ranks = append(o.Ranks, int(r.ranks[seat]))
		o.Faults = append(o.Faults, referee.Kind(texts[r.faults[seat]]))
		o.Forgiven = append(o.Forgiven, int(r.forgiven[seat]))
	}
	v.Start = league.Start{Seed: r.seed, Position: texts[r.position], Name: texts[r.start]}
	v.Repetition, v.Reason = int(r.repetition), texts[r.reason]
	v.Duration = time.Duration(r.duration) * time.Microsecond
	v.Attributes, v.Metrics = v.Attributes[:0], v.Metrics[:0]
	for _, c := range v.columns {
		c.put(int(i), &v.Match)
	}
	return r
}

// margin returns the score of a seat less the other's, in a solo game the score.
func (r *row) margin(seat int) int64 {
	if r.seats == 2 {
		return r.scores[seat] - r.scores[1-seat]
	}
	return r.scores[seat]
}

func (r *row) at() time.Time { return time.UnixMilli(r.playedAt).UTC() }
