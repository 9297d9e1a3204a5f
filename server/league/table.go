package league

import (
	"math"

	"arbiter/referee"
	"arbiter/server/rating"
)

// A Table adds up matches of one game. The matches may come in any order, each
// once; what the table tells is the same to the bit. The zero value is empty
// and ready. It is not safe for concurrent use.
type Table struct {
	names   []string       // bots by number, as they came
	numbers map[string]int // bot's number
	records []record       // by bot
	meets   [][]meeting    // two seats: by bots' numbers, the larger first
	half    map[half]rating.Outcome
	runs    runs // solo
	solo    bool
	reasons map[string]int
	matches int
}

// A record is what one bot did in all its matches.
type record struct {
	matches int
	seats   [2]rating.Games // by seat; two-seat games only
	faults  map[referee.Kind]int
}

// A meeting is all games of two bots, from the view of the one with the
// smaller number.
type meeting struct {
	first, second rating.Games // on the first seat, on the second
	pairs         rating.Pairs
}

// A half is a game whose other half, with the seats swapped, has not come yet.
type half struct {
	low, high int // bots' numbers
	lowFirst  bool
	start     startKey
}

// A startKey tells starts and their repetitions apart.
type startKey struct {
	seed  int64
	setup string
	game  int
}

// Enter makes bots known that may not have played yet.
func (t *Table) Enter(bots ...string) {
	for _, bot := range bots {
		t.number(bot)
	}
}

// Add counts a match of one seat or two. One of a bot against itself tells
// nothing of its strength and is left out.
func (t *Table) Add(m Match) {
	if len(m.Seats) == 2 && m.Seats[0] == m.Seats[1] {
		return
	}
	t.matches++
	if t.reasons == nil {
		t.reasons = make(map[string]int)
	}
	t.reasons[m.Reason]++
	for seat, bot := range m.Seats {
		r := &t.records[t.number(bot)]
		r.matches++
		if kind := m.fault(seat); kind != "" {
			if r.faults == nil {
				r.faults = make(map[referee.Kind]int)
			}
			r.faults[kind]++
		}
	}
	key := startKey{m.Start.Seed, m.Start.Position, m.Repetition}
	if len(m.Seats) == 1 {
		t.solo = true
		t.runs.add(t.numbers[m.Seats[0]], m.Start, key, m.Outcome.Scores[0])
		return
	}
	t.addGame(t.numbers[m.Seats[0]], t.numbers[m.Seats[1]], key, m.Outcome.first())
}

// addGame counts a game of two bots from the view of the first seat.
func (t *Table) addGame(first, second int, start startKey, o rating.Outcome) {
	t.records[first].seats[0].Add(o)
	t.records[second].seats[1].Add(rating.Win - o)
	h := half{low: min(first, second), high: max(first, second), lowFirst: first < second, start: start}
	meet := &t.meets[h.high][h.low]
	if h.lowFirst {
		meet.first.Add(o)
	} else {
		o = rating.Win - o
		meet.second.Add(o)
	}
	other := h
	other.lowFirst = !h.lowFirst
	if before, ok := t.half[other]; ok {
		meet.pairs.Add(before, o)
		delete(t.half, other)
		return
	}
	if t.half == nil {
		t.half = make(map[half]rating.Outcome)
	}
	t.half[h] = o
}

// number returns a bot's number and enters a new one.
func (t *Table) number(bot string) int {
	if n, ok := t.numbers[bot]; ok {
		return n
	}
	if t.numbers == nil {
		t.numbers = make(map[string]int)
	}
	n := len(t.names)
	t.numbers[bot] = n
	t.names = append(t.names, bot)
	t.records = append(t.records, record{})
	t.meets = append(t.meets, make([]meeting, n))
	return n
}

// meeting returns all games of two bots from a's view. In a solo game each
// start that both played is one game; there are no seats and no pairs.
func (t *Table) meeting(a, b int) meeting {
	if t.solo {
		return meeting{first: t.runs.duel(a, b)}
	}
	if a < b {
		return t.meets[b][a]
	}
	m := t.meets[a][b]
	return meeting{first: reversed(m.second), second: reversed(m.first), pairs: reversedPairs(m.pairs)}
}

func (m meeting) games() rating.Games { return sum(m.first, m.second) }

func sum(a, b rating.Games) rating.Games {
	return rating.Games{Wins: a.Wins + b.Wins, Draws: a.Draws + b.Draws, Losses: a.Losses + b.Losses}
}

// reversed returns games from the other player's view.
func reversed(g rating.Games) rating.Games {
	return rating.Games{Wins: g.Losses, Draws: g.Draws, Losses: g.Wins}
}

func reversedPairs(p rating.Pairs) rating.Pairs {
	return rating.Pairs{LL: p.WW, LD: p.WD, DD: p.DD, WD: p.LD, WW: p.LL}
}

// runs are the scores of a solo game.
type runs struct {
	columns map[startKey]int // start and repetition -> position in a bot's scores
	starts  []Start          // by column
	keys    []startKey       // by column
	scores  [][]int64        // by bot and column; notPlayed in between, shorter when nothing follows
}

// notPlayed stands where a bot has no score. It is no score of any game.
const notPlayed = math.MinInt64

func (r *runs) add(bot int, start Start, key startKey, score int64) {
	column, ok := r.columns[key]
	if !ok {
		if r.columns == nil {
			r.columns = make(map[startKey]int)
		}
		column = len(r.keys)
		r.columns[key] = column
		r.keys = append(r.keys, key)
		r.starts = append(r.starts, start)
	}
	for len(r.scores) <= bot {
		r.scores = append(r.scores, nil)
	}
	for len(r.scores[bot]) <= column {
		r.scores[bot] = append(r.scores[bot], notPlayed)
	}
	r.scores[bot][column] = score
}

// of returns a bot's scores by column.
func (r *runs) of(bot int) []int64 {
	if bot >= len(r.scores) {
		return nil
	}
	return r.scores[bot]
}

// duel compares the scores of two bots on the starts that both played. Every
// two bots of a big table are compared on every start, so the loop adds up
// without a branch.
func (r *runs) duel(a, b int) rating.Games {
	own, other := r.of(a), r.of(b)
	n := min(len(own), len(other))
	own, other = own[:n], other[:n]
	both, won, lost := 0, 0, 0
	for i, x := range own {
		y := other[i]
		played := one(x != notPlayed) & one(y != notPlayed)
		both += played
		won += one(x > y) & played
		lost += one(x < y) & played
	}
	return rating.Games{Wins: won, Draws: both - won - lost, Losses: lost}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
