package index

import (
	"math"
	"slices"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// maxSeats is how many seats of a match are kept: no game has more.
const maxSeats = league.MaxSeats

// A seat is one of a match.
type seat struct {
	score    int64
	bot      uint32
	fault    uint32
	forgiven uint16
	rank     uint8
}

// A row is a match without what lists and standings do not read. Texts are
// numbers of names.
type row struct {
	mark       league.Mark
	playedAt   int64 // milliseconds since 1970
	duration   int64 // microseconds
	seed       int64
	tournament uint32
	game       uint32
	position   uint32
	start      uint32 // name of the position
	reason     uint32
	referee    uint32 // digest of the game's own; 0 where that has none, and for single matches
	first      uint32 // of Index.seats, where those of the match stand
	repetition int32
	turns      int32
	seats      uint8
	decimals   uint8 // of the scores
	ascending  bool  // smaller scores are better
	human      bool
	single     bool // of no tournament
	imported   bool // played elsewhere
	experiment bool // a bisect or a history chose it
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
func (x *Index) add(r league.StoredResult, from league.Origin) {
	if r.Mark <= x.last() {
		return
	}
	to := row{
		mark: r.Mark, playedAt: r.PlayedAt.UnixMilli(), duration: r.Duration.Microseconds(), seed: r.Start.Seed,
		tournament: x.names.number(r.Tournament), game: x.names.number(r.Game), position: x.names.number(r.Start.Position), start: x.names.number(r.Start.Name),
		reason: x.names.number(r.Reason), repetition: int32(r.Repetition), turns: int32(r.Turns),
		first: uint32(len(x.seats)), seats: uint8(min(len(r.Seats), maxSeats)), decimals: uint8(r.Outcome.Decimals), ascending: r.Outcome.Ascending, human: r.ByHand(), single: league.IsSingles(r.Tournament), imported: r.Imported(), experiment: from.Experiment, referee: x.names.number(from.Referee),
	}
	for i := range int(to.seats) {
		x.seats = append(x.seats, seat{
			score: r.Outcome.Scores[i], bot: x.names.number(r.Seats[i]), fault: x.names.number(string(r.Outcome.Faults[i])),
			forgiven: uint16(min(r.Outcome.Forgiven[i], math.MaxUint16)), rank: uint8(min(r.Outcome.Ranks[i], math.MaxUint8)),
		})
	}
	if x.scopes == nil {
		x.scopes = map[Scope][]int32{}
	}
	if to.referee != 0 {
		if x.referees == nil {
			x.referees = map[uint32]uint32{}
		}
		x.referees[to.game] = to.referee
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
	for _, seat := range v.index.seatsOf(r) {
		v.Seats = append(v.Seats, texts[seat.bot])
		o.Scores = append(o.Scores, seat.score)
		o.Ranks = append(o.Ranks, int(seat.rank))
		o.Faults = append(o.Faults, referee.Kind(texts[seat.fault]))
		o.Forgiven = append(o.Forgiven, int(seat.forgiven))
	}
	o.Scoring = r.scoring()
	v.Start = league.Start{Seed: r.seed, Position: texts[r.position], Name: texts[r.start]}
	v.Repetition, v.Reason = int(r.repetition), texts[r.reason]
	v.Duration = time.Duration(r.duration) * time.Microsecond
	v.Attributes, v.Metrics = v.Attributes[:0], v.Metrics[:0]
	for _, c := range v.columns {
		c.put(int(i), &v.Match)
	}
	return r
}

// seatsOf returns the seats of a row; x.mu is held for reading.
func (x *Index) seatsOf(r *row) []seat { return x.seats[r.first : r.first+uint32(r.seats)] }

// scoring says what the scores of the match are.
func (r *row) scoring() referee.Scoring {
	return referee.Scoring{Decimals: int(r.decimals), Ascending: r.ascending}
}

// margin returns by how much the score of a seat is better than that of the best other one, in
// a solo game the score.
func margin(seats []seat, own int, scoring referee.Scoring) int64 {
	if len(seats) == 1 {
		return seats[own].score
	}
	least := int64(math.MaxInt64)
	for i, s := range seats {
		if i != own {
			least = min(least, scoring.Margin(seats[own].score, s.score))
		}
	}
	return least
}

func (r *row) at() time.Time { return time.UnixMilli(r.playedAt).UTC() }
