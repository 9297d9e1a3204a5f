package league

import (
	"cmp"
	"maps"
	"slices"

	"arbiter/server/league/rating"
)

// A match of more than two seats is a result between each pair of its seats. Each of these
// counts as one of N-1, so that a bot's match counts once however many seats it has. The
// results of a match hang together, and so do the seatings of a start: errors are those of
// starts, and not of results.

// A manyStart is what was played on a start in matches of more than two seats.
type manyStart struct {
	pairs map[[2]int]rating.Between // by bot numbers, the smaller first, from its view; without names
}

// oneMatch is how many shares a match has: a number that the other seats of any match divide.
const oneMatch = 420

// share returns how many shares a result between two seats of a match counts.
func share(seats int) int64 { return oneMatch / int64(seats-1) }

// manyPoints returns the points of matches of more than two seats.
func (r *record) manyPoints() float64 { return float64(r.many) / (2 * oneMatch) }

// addMany adds a match of more than two seats.
func (t *Table) addMany(m Match, key startKey) {
	if t.many == nil {
		t.many = map[startKey]*manyStart{}
	}
	on := t.many[key]
	if on == nil {
		on = &manyStart{pairs: map[[2]int]rating.Between{}}
		t.many[key] = on
	}
	for seat, bot := range m.Seats {
		a := t.numbers[bot]
		for other, rival := range m.Seats {
			b := t.numbers[rival]
			if a == b {
				continue
			}
			o := m.Outcome.Between(seat, other)
			r := &t.records[a]
			r.seat(seat).Add(o)
			r.many += int64(o) * share(len(m.Seats))
			meeting := &t.meetings[max(a, b)][min(a, b)]
			if a > b {
				at(&meeting.manyOther, seat).Add(o)
				continue
			}
			at(&meeting.many, seat).Add(o)
			meeting.shares += share(len(m.Seats))
			pair := [2]int{a, b}
			c := on.pairs[pair]
			c.Cluster.Add(o)
			c.Draws += toInt(o == rating.Draw)
			on.pairs[pair] = c
		}
	}
}

// starts returns the starts of matches of more than two seats, in an order that does not
// depend on that of arrival.
func (t *Table) starts() []*manyStart {
	keys := slices.SortedFunc(maps.Keys(t.many), func(a, b startKey) int {
		return cmp.Or(cmp.Compare(a.seed, b.seed), cmp.Compare(a.position, b.position), cmp.Compare(a.repetition, b.repetition))
	})
	var all []*manyStart
	for _, key := range keys {
		all = append(all, t.many[key])
	}
	return all
}

// startResults returns what was played on each start, for ratings. Matches of two seats count one
// by one instead.
func (t *Table) startResults() []rating.StartResults {
	var all []rating.StartResults
	for i := range t.records {
		if count(t.records[i].two) > 0 {
			return nil
		}
	}
	for _, on := range t.starts() {
		var start rating.StartResults
		for pair, c := range on.pairs {
			c.First, c.Second = t.names[pair[0]], t.names[pair[1]]
			if c.First > c.Second { // their numbers depend on the order of arrival
				c.First, c.Second, c.Points = c.Second, c.First, float64(c.Games)-c.Points
			}
			start = append(start, c)
		}
		slices.SortFunc(start, func(a, b rating.Between) int {
			return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
		})
		all = append(all, start)
	}
	return all
}

// estimateMany returns how much stronger bot a is than b, by their results in matches of more
// than two seats.
func (t *Table) estimateMany(a, b int) rating.Estimate {
	var clusters []rating.Cluster
	for _, on := range t.starts() {
		c, ok := on.pairs[[2]int{min(a, b), max(a, b)}]
		if !ok {
			continue
		}
		if a > b {
			c.Points = float64(c.Games) - c.Points
		}
		clusters = append(clusters, c.Cluster)
	}
	return rating.EstimateClusters(clusters)
}

// shared returns the results of two bots in matches of more than two seats, from a's view.
func (t *Table) shared(a, b int, m meeting) rating.Shared {
	var many rating.Games
	for _, g := range m.many {
		many = sum(many, g)
	}
	return rating.Shared{
		HeadToHead: rating.HeadToHead{First: t.names[a], Second: t.names[b], Games: many}, Share: float64(m.shares) / float64(oneMatch*count(many)),
	}
}
