package index

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// A Sort is what a list is ordered by. Score, margin and expectation are those of
// the seat that the query is about.
type Sort string

// The sorts.
const (
	ByTime     Sort = "time"     // when the match was played
	ByScore    Sort = "score"    // of the seat
	ByMargin   Sort = "margin"   // the score less the other's; in a solo game the score
	ByTurns    Sort = "turns"    // of the match
	ByDuration Sort = "duration" // of the match
	// ByExpected is by the points that the ratings of the game let the seat expect, 0
	// to 1, 1/2 where they do not tell. Of equal ones the lower margin is the higher:
	// losses that were least expected begin with the clearest ones.
	ByExpected Sort = "expected"
)

// Upset is a further result: won although fewer than league.Surprise points were
// expected.
const Upset league.SeatResult = "upset"

// A Query selects a page of matches. It is about one seat of each: the bot's or,
// without a bot, one for which the filter holds; of several the one with the higher
// score. The result is that of this seat. The fault may be of any seat, unless
// OwnFault is set, and the filter may hold for any.
type Query struct {
	Tournament string
	Game       string
	Bot        string // an ID, or the name before the "@"
	Reason     string
	Fault      string // of any seat: a kind, or league.AnyFault
	OwnFault   bool   // the fault is of the seat that the query is about; any kind without Fault
	Result     league.SeatResult
	Filter     league.Filter
	Counted    *league.Counted // only matches that count for such ratings; nil for all
	Sort       Sort            // "" is ByTime
	Ascending  bool
	After      string // Next of the page before
	Limit      int    // at least 1
}

// A Page is a part of a list.
type Page struct {
	Seats   []league.SeatMark // the matches, and the seats that the query is about
	Total   int               // matches on all pages
	Next    string            // to pass as After; "" on the last page
	Version string            // changes when matches are saved or deleted
}

// An entry is a match of a list. Matches with equal keys are ordered by mark.
type entry struct {
	key  int64
	at   league.Mark
	seat int
}

// List returns a page of matches. A league.UsageError means that After is not from
// such a list, or that the filter compares too much.
func (x *Index) List(ctx context.Context, q Query) (Page, error) {
	after, err := parsePosition(q.After)
	if err != nil {
		return Page{}, league.UsageError{Err: err}
	}
	var page Page
	err = x.current(ctx, q.Filter, func() (bool, error) {
		expected, err := x.expectations(ctx, q)
		if err != nil {
			return false, err
		}
		var ok bool
		page, ok = x.list(q, after, expected)
		return ok, nil
	})
	return page, err
}

// list returns a page, and false when a column of the filter has been forgotten
// meanwhile.
func (x *Index) list(q Query, after *entry, expected map[string]map[string]float64) (Page, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	p := Page{Seats: []league.SeatMark{}, Version: x.version()}
	order := func(a, b entry) int {
		if q.Ascending {
			return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at))
		}
		return cmp.Or(cmp.Compare(b.key, a.key), cmp.Compare(b.at, a.at))
	}
	var first []entry // the first ones after the position, in order
	m, ok := x.matcher(q, expected)
	if !ok {
		return Page{}, false
	}
	rows := x.rowsOf(q)
	for i := len(rows) - 1; i >= 0; i-- { // newest first: what comes later is rarely among the first
		e, ok := m.entry(rows[i])
		if !ok {
			continue
		}
		p.Total++
		if after != nil && order(e, *after) <= 0 || len(first) > q.Limit && order(e, first[q.Limit]) >= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(first, e, order)
		first = slices.Insert(first, at, e)
		first = first[:min(len(first), q.Limit+1)]
	}
	for _, e := range first[:min(len(first), q.Limit)] {
		p.Seats = append(p.Seats, league.SeatMark{Mark: e.at, Seat: e.seat})
	}
	if len(first) > q.Limit {
		last := first[q.Limit-1]
		p.Next = fmt.Sprintf("%d.%d", last.key, last.at)
	}
	return p, true
}

// parsePosition parses Page.Next; nil is the beginning.
func parsePosition(text string) (*entry, error) {
	if text == "" {
		return nil, nil
	}
	key, mark, ok := strings.Cut(text, ".")
	k, err := strconv.ParseInt(key, 10, 64)
	at, errAt := strconv.ParseInt(mark, 10, 64)
	if !ok || err != nil || errAt != nil {
		return nil, fmt.Errorf("found %.60q; want the value of next from the previous page", text)
	}
	return &entry{key: k, at: league.Mark(at)}, nil
}

// rowsOf returns the rows that a query may select; x.mu is held.
func (x *Index) rowsOf(q Query) []int32 {
	switch {
	case q.Tournament != "":
		return x.scopes[Scope{Tournament: q.Tournament}]
	case q.Game != "":
		return x.scopes[Scope{Game: q.Game}]
	}
	all := make([]int32, len(x.rows))
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// expectations returns the Elo of the bots by game, where a query needs it.
func (x *Index) expectations(ctx context.Context, q Query) (map[string]map[string]float64, error) {
	if q.Sort != ByExpected && q.Result != Upset {
		return nil, nil
	}
	x.mu.RLock()
	var games []string
	for scope := range x.scopes {
		if scope.Game != "" && (q.Game == "" || q.Game == scope.Game) {
			games = append(games, scope.Game)
		}
	}
	x.mu.RUnlock()
	all := map[string]map[string]float64{}
	for _, game := range games {
		standings, _, err := x.Standings(ctx, Selection{Scope: Scope{Game: game}}, "")
		if err != nil {
			return nil, err
		}
		all[game] = standings.Elos()
	}
	return all, nil
}

// A matcher decides which rows a query selects. Texts are compared by number.
type matcher struct {
	Query
	view   *view
	bots   []bool // by number of name; nil: any
	game   uint32
	reason uint32
	fault  uint32 // 0: any
	none   bool   // a text that no match has
	rated  counter
	elo    map[uint32]map[uint32]float64
}

// matcher returns the matcher of a query, and false when a column of its filter has
// been forgotten; x.mu is held.
func (x *Index) matcher(q Query, elo map[string]map[string]float64) (*matcher, bool) {
	v, _, ok := x.view(q.Filter)
	if !ok {
		return nil, false
	}
	m := &matcher{Query: q, view: v}
	find := func(text string) uint32 {
		n, ok := x.names.find(text)
		m.none = m.none || !ok
		return n
	}
	m.game, m.reason = find(q.Game), find(q.Reason)
	if q.Fault != league.AnyFault {
		m.fault = find(q.Fault)
	}
	if q.Bot != "" {
		m.bots = make([]bool, len(x.names.texts))
		for n, text := range x.names.texts {
			m.bots[n] = text == q.Bot || strings.HasPrefix(text, q.Bot+"@")
		}
	}
	if q.Counted != nil {
		m.rated = x.counterOf(*q.Counted)
	}
	m.elo = map[uint32]map[uint32]float64{}
	for game, ratings := range elo {
		number, _ := x.names.find(game)
		m.elo[number] = map[uint32]float64{}
		for bot, rating := range ratings {
			if n, ok := x.names.find(bot); ok { // else its matches were deleted meanwhile
				m.elo[number][n] = rating
			}
		}
	}
	return m, true
}

// entry returns the entry of a row, and whether the query selects it.
func (m *matcher) entry(i int32) (entry, bool) {
	r := &m.view.index.rows[i]
	if m.none || m.Game != "" && r.game != m.game || m.Reason != "" && r.reason != m.reason {
		return entry{}, false
	}
	if m.Counted != nil && !m.rated.has(r) {
		return entry{}, false
	}
	filtered := m.Filter.String() != ""
	if filtered {
		m.view.at(i)
	}
	best, bestHolds, faulty, holds := -1, false, m.Fault == "", false
	seats := m.view.index.seatsOf(r)
	for seat := range seats {
		here := !filtered || m.Filter.Seat(m.view.Match, seat)
		holds = holds || here
		fault := seats[seat].fault != 0 && (m.fault == 0 || seats[seat].fault == m.fault)
		faulty = faulty || fault
		if m.bots != nil && !m.bots[seats[seat].bot] || m.bots == nil && !here || m.Result != league.AnyResult && !m.ended(r, seat) ||
			m.OwnFault && !fault {
			continue
		}
		if best < 0 || here && !bestHolds || here == bestHolds && seats[seat].score > seats[best].score {
			best, bestHolds = seat, here
		}
	}
	if best < 0 || !faulty || !holds {
		return entry{}, false
	}
	return entry{m.key(r, best), r.mark, best}, true
}

// ended reports whether a match ended for a seat as the query asks.
func (m *matcher) ended(r *row, seat int) bool {
	if r.seats < 2 {
		return false
	}
	seats := m.view.index.seatsOf(r)
	own, other := seats[seat].rank, uint8(math.MaxUint8)
	for i, s := range seats {
		if i != seat {
			other = min(other, s.rank) // the best of the others
		}
	}
	switch m.Result {
	case league.Won:
		return own < other
	case league.Drawn:
		return own == other
	case league.Lost:
		return own > other
	}
	elo, opponents, ok := m.elos(r, seat)
	return own < other && ok && league.Upset(elo, slices.Max(opponents))
}

// elos returns the Elo of a seat and of the others, and whether all bots are rated.
func (m *matcher) elos(r *row, seat int) (own float64, others []float64, ok bool) {
	if r.seats < 2 {
		return 0, nil, false
	}
	ratings := m.elo[r.game]
	for i, s := range m.view.index.seatsOf(r) {
		elo, rated := ratings[s.bot]
		if !rated {
			return 0, nil, false
		}
		if i == seat {
			own = elo
		} else {
			others = append(others, elo)
		}
	}
	return own, others, true
}

// key returns what the list is ordered by.
func (m *matcher) key(r *row, seat int) int64 {
	seats := m.view.index.seatsOf(r)
	switch m.Sort {
	case ByScore:
		return seats[seat].score
	case ByMargin:
		return margin(seats, seat, r.scoring())
	case ByTurns:
		return int64(r.turns)
	case ByDuration:
		return r.duration
	case ByExpected:
		expected := 0.5
		if own, others, ok := m.elos(r, seat); ok {
			expected = 0
			for _, other := range others {
				expected += rating.ScoreOf(own-other) / float64(len(others))
			}
		}
		const margins = 1 << 32 // that are told apart
		return int64(expected*1e6)*margins - min(max(margin(seats, seat, r.scoring()), -margins/2+1), margins/2-1)
	}
	return r.playedAt
}
