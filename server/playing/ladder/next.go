package ladder

import (
	"cmp"
	"math"
	"slices"

	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// What decides the choice of pairs.
const (
	// firstDeviation is the standard deviation of the rating of a bot without results.
	firstDeviation = 300
	// newcomerError is by how much the error of a newcomer exceeds that of the others.
	newcomerError = 2

	z95      = 1.96 // standard deviations in half of a 95 % interval
	nearby   = 30   // Elo within which the order of two bots stays worth asking
	unplayed = 1e9  // more than any other pair is worth
)

// A rival is a player as the choice of pairs sees it.
type rival struct {
	*version
	elo, deviation float64
	newcomer       bool
	older          []*offer // of its older versions
	chosen         int      // starts of the batch
	ownChosen      int      // of these, with its older versions
}

// Next returns a batch of so many starts, cell by cell: the pairs that tell most about
// the order. It returns none when there are no two bots to play. In matches of more than two
// seats a pair is joined by those who tell most beside it.
//
// Bots without a rating come first. A newcomer is in half of the pairs until its error is
// at most twice the error of the others, or until it has played as many pairs. A pair of
// a bot and an older version of it takes one of the bot's places in the choice. So the
// versions of one name together play as often as one bot.
func (l *Ladder) Next(starts, seats int) ([]league.Cell, error) {
	table, err := l.Table()
	if err != nil {
		return nil, err
	}
	order := l.rivals(table)
	b := batch{offers: l.offers(order), seats: seats}
	markNewcomers(order, b.offers)
	if len(order) == 1 {
		b.offers = order[0].older
	}
	for range starts {
		if !b.add() {
			break
		}
	}
	return b.cells, nil
}

// rivals returns the players with their older versions.
func (l *Ladder) rivals(table league.LadderTable) (order []*rival) {
	all := map[string]*rival{}
	add := func(v *version) *rival {
		r := &rival{version: v, deviation: firstDeviation}
		all[v.bot] = r
		return r
	}
	for _, v := range l.players() {
		r := add(v)
		order = append(order, r)
		for _, o := range l.older(v) {
			r.older = append(r.older, &offer{a: r, b: add(o)})
		}
	}
	for _, line := range table.Lines {
		if r := all[line.Bot]; r != nil && line.Elo != nil && !l.solo() {
			r.elo, r.deviation = *line.Elo, *line.Error95/z95
		}
	}
	for _, r := range order {
		for _, o := range r.older {
			l.weigh(o)
		}
	}
	return order
}

// An offer is two rivals who may play each other.
type offer struct {
	a, b      *rival
	deviation float64 // of the difference of their ratings
	gain      float64 // what a result tells of the order, as if they had never met
	met       int     // starts that they have played, and one if the batch has some
	cell      int     // of the batch, from 1 on; 0 for none
}

// offers returns all pairs of players.
func (l *Ladder) offers(order []*rival) []*offer {
	all := make([]offer, 0, len(order)*(len(order)-1)/2)
	for i, a := range order {
		for _, b := range order[i+1:] {
			all = append(all, offer{a: a, b: b})
		}
	}
	offers := make([]*offer, len(all))
	for i := range all {
		offers[i] = &all[i]
		l.weigh(offers[i])
	}
	return offers
}

// weigh says how much a pair of two bots that never met tells about the order: what a
// result takes from the variance of their difference, times how open their order is.
// The errors of two ratings are not independent, and where both bots met the same others
// their difference is known better than either rating, so the variance is its own.
func (l *Ladder) weigh(o *offer) {
	m, _ := l.meeting(o.a.bot, o.b.bot)
	o.met = m.count
	var difference float64
	difference, o.deviation = o.a.elo-o.b.elo, math.Hypot(o.a.deviation, o.b.deviation)
	if elo, error95, ok := l.ranking.Difference(o.a.bot, o.b.bot); ok {
		difference, o.deviation = elo, max(1, error95/z95)
	}
	if o.a.name != o.b.name {
		o.deviation *= math.Sqrt(sharedVariance(o.a, o.b))
	}
	variance := o.deviation * o.deviation
	p := rating.ScoreOf(difference)
	open := math.Exp(-difference * difference / (2 * (variance + nearby*nearby)))
	o.gain = p * (1 - p) * variance * open
}

// sharedVariance scales the variance of the difference of two rivals as if they had played
// the pairs with their own older versions against others. With it all versions of a name
// together get the places of one bot.
func sharedVariance(a, b *rival) float64 {
	inverse := func(pairs int) float64 { return 1 / float64(1+pairs) }
	return (inverse(a.pairs) + inverse(b.pairs)) / (inverse(a.pairs-a.ownPairs) + inverse(b.pairs-b.ownPairs))
}

// markNewcomers marks the rivals who are known much less than the others. How well a
// rival is known is the median of the errors of its differences from the others: the
// error of a rating contains what is unknown about all others.
func markNewcomers(order []*rival, offers []*offer) {
	differences := map[*rival][]float64{}
	for _, o := range offers {
		differences[o.a] = append(differences[o.a], o.deviation)
		differences[o.b] = append(differences[o.b], o.deviation)
	}
	var errors []float64
	var matches []int
	for _, r := range order {
		errors = append(errors, median(differences[r]))
		matches = append(matches, r.matches)
	}
	own := slices.Clone(errors)
	typical, usual := medians(errors), medians(matches)
	for i, r := range order {
		r.newcomer = own[i] > newcomerError*typical.without(own[i]) && r.matches < usual.without(r.matches)
	}
}

// median returns the lower median of values, which are sorted by that.
func median[T cmp.Ordered](values []T) (m T) {
	slices.Sort(values)
	if len(values) > 0 {
		m = values[(len(values)-1)/2]
	}
	return m
}

// sorted are values whose median without one of them is asked for.
type sorted[T cmp.Ordered] []T

func medians[T cmp.Ordered](values []T) sorted[T] {
	slices.Sort(values)
	return values
}

// without returns the lower median of the values without one of them.
func (s sorted[T]) without(value T) (m T) {
	if len(s) < 2 {
		return m
	}
	i, _ := slices.BinarySearch(s, value)
	middle := (len(s) - 2) / 2
	if middle >= i {
		middle++
	}
	return s[middle]
}

// A batch is pairs that have been chosen.
type batch struct {
	offers    []*offer
	seats     int // of a match
	cells     []league.Cell
	joined    [][]*rival // by cell, who plays beside the pair; each once
	pairs     int
	newcomers int // pairs with a newcomer
}

// add chooses one more pair. It reports false if there is none.
func (b *batch) add() bool {
	due := 2*b.newcomers <= b.pairs // a newcomer
	o := best(b.offers, func(*offer) bool { return true })
	if o == nil {
		return false
	}
	if o.a.urgency()+o.b.urgency() == 0 {
		if suited := best(b.offers, func(o *offer) bool { return o.newcomer() == due }); suited != nil {
			o = suited
		}
	}
	b.take(own(o, due && o.newcomer()))
	return true
}

// own returns the offer, or in its place one of a rival and its older version: every
// second pair of a bot is played by its versions. The place of a newcomer is its own.
func own(o *offer, ofNewcomer bool) *offer {
	chosen := o
	most := 0
	for _, r := range []*rival{o.a, o.b} {
		if len(r.older) == 0 || ofNewcomer && !r.newcomer {
			continue
		}
		if open := r.pairs + r.chosen - 2*(r.ownPairs+r.ownChosen); open > most {
			chosen, most = best(r.older, func(*offer) bool { return true }), open
		}
	}
	return chosen
}

// take adds a pair to the batch.
func (b *batch) take(o *offer) {
	b.pairs++
	if o.newcomer() {
		b.newcomers++
	}
	o.a.chosen++
	o.b.chosen++
	if o.a.name == o.b.name { // a is the newest
		o.a.ownChosen++
	}
	if o.cell == 0 {
		b.open(o)
	}
	b.cells[o.cell-1].Pairs++
	for _, r := range b.joined[o.cell-1] {
		r.chosen++
	}
}

// open adds the cell of a pair. In a match of more than two seats others join the two. Where
// they are too few, the bot that has played least has the rest. A pair alone has all seats.
func (b *batch) open(o *offer) {
	cell := league.Cell{A: o.a.bot, B: o.b.bot}
	group := []*rival{o.a, o.b}
	for len(group) < b.seats {
		next := b.beside(group)
		if next == nil {
			break
		}
		group = append(group, next)
		cell.More = append(cell.More, next.bot)
	}
	if len(cell.More) > 0 {
		least := slices.MinFunc(group, func(a, b *rival) int { return cmp.Compare(a.matches, b.matches) })
		for range b.seats - len(group) {
			cell.More = append(cell.More, least.bot)
		}
	}
	b.cells, b.joined = append(b.cells, cell), append(b.joined, group[2:])
	o.cell = len(b.cells)
	o.met++
	for _, other := range b.offers {
		if other != o && slices.Contains(group, other.a) && slices.Contains(group, other.b) {
			other.met++
		}
	}
}

// beside returns the rival whose results against a group tell most; nil if nobody is left.
func (b *batch) beside(group []*rival) (next *rival) {
	worth := map[*rival]float64{}
	for _, o := range b.offers {
		a, other := slices.Contains(group, o.a), slices.Contains(group, o.b)
		switch {
		case a && !other:
			worth[o.b] += o.worth()
		case other && !a:
			worth[o.a] += o.worth()
		}
	}
	for r, w := range worth {
		if next == nil || w > worth[next] || w == worth[next] && r.bot < next.bot {
			next = r
		}
	}
	return next
}

// best returns the offer that is worth the most of those that suit.
func best(offers []*offer, suits func(*offer) bool) (best *offer) {
	most := math.Inf(-1)
	for _, o := range offers {
		if !suits(o) {
			continue
		}
		if worth := o.worth(); worth > most {
			most, best = worth, o
		}
	}
	return best
}

// newcomer reports whether a newcomer plays.
func (o *offer) newcomer() bool { return o.a.newcomer || o.b.newcomer }

// worth is the gain, less each time the two have met, because a style against one
// opponent is no strength, and less for each pair of a bot in the same batch. Bots
// without a rating come before all others.
func (o *offer) worth() float64 {
	worth := o.gain / math.Sqrt(1+float64(o.met)) / float64(1+o.a.chosen+o.b.chosen)
	return worth + o.a.urgency() + o.b.urgency()
}

// urgency is what a bot's next pair is worth because it has no rating yet.
func (r *rival) urgency() float64 {
	return unplayed * float64(max(0, 2*FirstPairs-r.matches-2*r.chosen))
}
