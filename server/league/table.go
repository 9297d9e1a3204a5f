package league

import (
	"slices"

	"arbiter/server/league/rating"
)

// A Table adds up the matches of one game. Each match is added once; standings
// and duels are bit for bit the same in whatever order matches are added. The
// zero value is empty and ready to use. A Table is not safe for concurrent use.
type Table struct {
	names    []string                      // by bot number, in the order of arrival
	numbers  map[string]int                // bot numbers by name
	records  []record                      // by bot number
	meetings [][]meeting                   // two seats: by bot numbers, the larger first
	unpaired map[unpairedGame]rating.Score // two seats: from the view of the bot with the smaller number
	scores   soloScores                    // solo
	solo     bool
	many     map[startKey]*manyStart // more than two seats: what was played on each start
	seats    int                     // the most of a match
	reasons  map[string]int
	matches  int
}

// A record sums up all matches of one bot.
type record struct {
	matches  int
	seats    []rating.Games // by seat, up to the last one that the bot had; none of solo games
	two      rating.Games   // in matches of two seats
	many     int64          // points of matches of more than two seats, in units of half a share
	failures Failures
	// forgiven is how many faults were forgiven.
	forgiven int
}

// A meeting sums up the games of two bots, from the view of the bot with the
// smaller number.
type meeting struct {
	first, second rating.Games // on the first seat and on the second
	pairs         rating.Pairs
	many          []rating.Games // more than two seats: by seat of the bot with the smaller number
	manyOther     []rating.Games // and by seat of the other bot, from its view
	shares        int64          // that the results of more than two seats count together
}

// An unpairedGame is a game whose counterpart, with the seats swapped, has not
// been added yet.
type unpairedGame struct {
	low, high int  // bot numbers
	lowFirst  bool // low has the first seat
	start     startKey
}

// A startKey identifies a start and its repetition.
type startKey struct {
	seed       int64
	position   string
	repetition int
}

// Enter adds bots that may not have played yet.
func (t *Table) Enter(bots ...string) {
	for _, bot := range bots {
		t.number(bot)
	}
}

// Add adds a match. It ignores a match of a bot against itself, which says nothing about its
// strength.
func (t *Table) Add(m Match) {
	if len(m.Seats) > 1 && !slices.ContainsFunc(m.Seats, func(bot string) bool { return bot != m.Seats[0] }) {
		return
	}
	t.seats = max(t.seats, len(m.Seats))
	t.matches++
	if t.reasons == nil {
		t.reasons = make(map[string]int)
	}
	t.reasons[m.Reason]++
	for seat, bot := range m.Seats {
		r := &t.records[t.number(bot)]
		if slices.Contains(m.Seats[:seat], bot) {
			continue // a match of a bot with several seats is one match
		}
		r.matches++
		r.forgiven += m.forgiven(seat)
		r.failures.addMatch(seat, &m)
	}
	key := startKey{m.Start.Seed, m.Start.Position, m.Repetition}
	if len(m.Seats) == 1 {
		t.solo = true
		t.scores.add(t.numbers[m.Seats[0]], m.Start, key, m.Outcome.Scores[0], m.Outcome.Scoring)
		return
	}
	if len(m.Seats) > 2 {
		t.addMany(m, key)
		return
	}
	t.addGame(t.numbers[m.Seats[0]], t.numbers[m.Seats[1]], key, m.Outcome.ForSeat(0))
}

// addGame adds a game of two bots, with the outcome from the view of the first seat.
func (t *Table) addGame(first, second int, start startKey, o rating.Score) {
	t.records[first].two.Add(o)
	t.records[second].two.Add(rating.Win - o)
	t.records[first].seat(0).Add(o)
	t.records[second].seat(1).Add(rating.Win - o)
	game := unpairedGame{low: min(first, second), high: max(first, second), lowFirst: first < second, start: start}
	meeting := &t.meetings[game.high][game.low]
	if game.lowFirst {
		meeting.first.Add(o)
	} else {
		o = rating.Win - o
		meeting.second.Add(o)
	}
	counterpart := game
	counterpart.lowFirst = !game.lowFirst
	if before, ok := t.unpaired[counterpart]; ok {
		meeting.pairs.Add(before, o)
		delete(t.unpaired, counterpart)
		return
	}
	if t.unpaired == nil {
		t.unpaired = make(map[unpairedGame]rating.Score)
	}
	t.unpaired[game] = o
}

// seat returns the results of a bot in a seat.
func (r *record) seat(seat int) *rating.Games { return at(&r.seats, seat) }

// at returns an element of a list, which grows to have it.
func at(list *[]rating.Games, i int) *rating.Games {
	for len(*list) <= i {
		*list = append(*list, rating.Games{})
	}
	return &(*list)[i]
}

// number returns a bot's number. It adds the bot when it is new.
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
	t.meetings = append(t.meetings, make([]meeting, n))
	return n
}

// meeting returns the games of two bots from a's view. In a solo game each start
// that both have played counts as one game, without seats or pairs.
func (t *Table) meeting(a, b int) meeting {
	if t.solo {
		return meeting{first: t.scores.duel(a, b)}
	}
	if a < b {
		return t.meetings[b][a]
	}
	m := t.meetings[a][b]
	return meeting{first: reversed(m.second), second: reversed(m.first), pairs: reversedPairs(m.pairs), many: m.manyOther, manyOther: m.many, shares: m.shares}
}

func (m meeting) games() rating.Games {
	all := sum(m.first, m.second)
	for _, g := range m.many {
		all = sum(all, g)
	}
	return all
}

// sum adds two counts of games.
func sum(a, b rating.Games) rating.Games {
	return rating.Games{Wins: a.Wins + b.Wins, Draws: a.Draws + b.Draws, Losses: a.Losses + b.Losses}
}

// reversed returns the games from the other player's view.
func reversed(g rating.Games) rating.Games {
	return rating.Games{Wins: g.Losses, Draws: g.Draws, Losses: g.Wins}
}

// reversedPairs returns the pairs from the other player's view.
func reversedPairs(p rating.Pairs) rating.Pairs {
	return rating.Pairs{LL: p.WW, LD: p.WD, DD: p.DD, WD: p.LD, WW: p.LL}
}

// toInt returns 1 for true. It is inlined as SETcc, without a branch.
func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
