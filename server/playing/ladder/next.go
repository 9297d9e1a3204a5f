package ladder

import (
	"math"

	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// firstDeviation is the standard deviation of the rating of a bot without results.
const firstDeviation = 300

// A rival is a player as the choice of pairs sees it.
type rival struct {
	*version
	elo, deviation float64
	chosen         int // pairs of the batch
}

// Next returns a batch of so many pairs, cell by cell: the pairs that tell most about
// the order. New bots come first, then neighbours whose order is open. It returns
// none when there are no two bots to play.
func (l *Ladder) Next(pairs int) ([]league.Cell, error) {
	table, err := l.Table()
	if err != nil {
		return nil, err
	}
	players := map[string]*rival{}
	var order []*rival
	add := func(v *version) {
		r := &rival{version: v, deviation: firstDeviation}
		players[v.bot], order = r, append(order, r)
	}
	older := map[*rival]bool{}
	for _, v := range l.players() {
		add(v)
		for _, o := range l.older(v) {
			add(o)
			older[players[o.bot]] = true
		}
	}
	for _, line := range table.Lines {
		if r := players[line.Bot]; r != nil && line.Elo != nil {
			r.elo, r.deviation = *line.Elo, *line.Error95/z95
		}
	}
	offers := l.offers(order, older)
	var cells []league.Cell
	for range pairs {
		o := best(offers)
		if o == nil {
			break
		}
		o.a.chosen++
		o.b.chosen++
		if o.cell > 0 {
			cells[o.cell-1].Pairs++
			continue
		}
		cells = append(cells, league.Cell{A: o.a.bot, B: o.b.bot, Pairs: 1})
		o.cell = len(cells)
		o.met++
	}
	return cells, nil
}

// An offer is two rivals who may play each other.
type offer struct {
	a, b *rival
	gain float64 // what a result tells of the order, as if they had never met
	met  int     // pairs that they have played, and one if the batch has some
	cell int     // of the batch, from 1 on; 0 for none
}

// offers returns all pairs that may be chosen: an older version plays the newest one of
// its name only.
func (l *Ladder) offers(order []*rival, older map[*rival]bool) []offer {
	offers := make([]offer, 0, len(order)*(len(order)-1)/2)
	for i, a := range order {
		for _, b := range order[i+1:] {
			if (older[a] || older[b]) && (older[a] && older[b] || a.name != b.name) {
				continue
			}
			m, _ := l.meeting(a.bot, b.bot)
			offers = append(offers, offer{a: a, b: b, gain: l.gain(a, b), met: m.count})
		}
	}
	return offers
}

// best returns the offer that is worth the most.
func best(offers []offer) (best *offer) {
	most := math.Inf(-1)
	for i := range offers {
		if worth := offers[i].worth(); worth > most {
			most, best = worth, &offers[i]
		}
	}
	return best
}

// gain says how much a pair of two bots that never met tells about the order: what a
// result takes from the variance of their difference, times how open their order is.
// The errors of two ratings are not independent, and where both bots met the same others
// their difference is known better than either rating, so the variance is its own.
func (l *Ladder) gain(a, b *rival) float64 {
	difference, deviation := a.elo-b.elo, math.Hypot(a.deviation, b.deviation)
	if elo, error95, ok := l.ranking.Difference(a.bot, b.bot); ok {
		difference, deviation = elo, max(1, error95/z95)
	}
	variance := deviation * deviation
	p := rating.ScoreOf(difference)
	open := math.Exp(-difference * difference / (2 * (variance + nearby*nearby)))
	return p * (1 - p) * variance * open
}

// worth is the gain, less each time the two have met, because a style against one
// opponent is no strength, and less for each pair of a bot in the same batch. New bots
// come before all others.
func (o *offer) worth() float64 {
	worth := o.gain / math.Sqrt(1+float64(o.met)) / float64(1+o.a.chosen+o.b.chosen)
	return worth + o.a.urgency() + o.b.urgency()
}

// urgency is what a bot's next pair is worth because it has no rating yet.
func (r *rival) urgency() float64 {
	return newcomer * float64(max(0, 2*FirstPairs-r.matches-2*r.chosen))
}

const (
	z95      = 1.96 // standard deviations in half of a 95 % interval
	nearby   = 30   // Elo within which the order of two bots stays worth asking
	newcomer = 1e9  // more than any other pair is worth
)
