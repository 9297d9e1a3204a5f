package ladder

import (
	"math"

	"arbiter/server/league"
)

// firstError is the error of a bot without results.
const firstError = 600

// A rival is a player as the choice of pairs sees it.
type rival struct {
	*version
	elo, variance float64
	chosen        int // pairs of the batch
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
		r := &rival{version: v, variance: firstError * firstError}
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
			r.elo, r.variance = *line.Elo, max(1, *line.Error95**line.Error95)
		}
	}
	var cells []league.Cell
	index := map[[2]*rival]int{}
	for range pairs {
		a, b := l.choose(order, older, index)
		if a == nil {
			break
		}
		a.chosen++
		b.chosen++
		if i, ok := index[[2]*rival{a, b}]; ok {
			cells[i].Pairs++
			continue
		}
		index[[2]*rival{a, b}] = len(cells)
		cells = append(cells, league.Cell{A: a.bot, B: b.bot, Pairs: 1})
	}
	return cells, nil
}

// choose returns the two rivals whose next pair is worth the most.
func (l *Ladder) choose(order []*rival, older map[*rival]bool, chosen map[[2]*rival]int) (one, other *rival) {
	best := math.Inf(-1)
	for i, a := range order {
		for _, b := range order[i+1:] {
			if older[a] && older[b] || (older[a] || older[b]) && a.name != b.name {
				continue // an older version plays the newest one of its name only
			}
			m, _ := l.meeting(a.bot, b.bot)
			times := m.count
			if _, ok := chosen[[2]*rival{a, b}]; ok {
				times++
			}
			if worth := worth(a, b, times); worth > best {
				best, one, other = worth, a, b
			}
		}
	}
	return one, other
}

// worth says how much a pair of two bots tells about the order: what a result takes
// from the variance of their difference, times how open their order is. It is less
// each time they have met, because a style against one opponent is no strength, and
// for each pair of a bot in the same batch.
func worth(a, b *rival, met int) float64 {
	difference, variance := a.elo-b.elo, a.variance+b.variance
	p := 1 / (1 + math.Pow(10, difference/400))
	gain := p * (1 - p) * variance
	open := math.Exp(-difference * difference / (2 * (variance + nearby*nearby)))
	worth := gain * open / math.Sqrt(1+float64(met)) / float64(1+a.chosen+b.chosen)
	for _, r := range []*rival{a, b} {
		if r.matches+2*r.chosen < 2*FirstPairs {
			worth += newcomer * float64(2*FirstPairs-r.matches-2*r.chosen)
		}
	}
	return worth
}

const (
	nearby   = 30  // Elo within which the order of two bots stays worth asking
	newcomer = 1e9 // more than any other pair is worth
)
