package index

import (
	"context"

	"arbiter/referee"
	"arbiter/server/league"
)

// A Pair is a start of a solo game that two bots have played, by the latest match
// of each.
type Pair struct {
	Start  league.Start
	Marks  [2]league.Mark
	Scores [2]int64
	referee.Scoring
}

// Pairs returns the starts that two bots have in common in the solo matches of a selection, the
// latest match of the first bot first. version changes when matches are saved or deleted. It
// ignores Selection.Bots.
func (x *Index) Pairs(ctx context.Context, s Selection, bots [2]string) (pairs []Pair, version string, err error) {
	err = x.current(ctx, s.Filter, func() (ok bool, _ error) {
		pairs, version, ok = x.pairs(s, bots)
		return ok, nil
	})
	return pairs, version, err
}

// pairs returns the pairs, and false when a column of the filter has been forgotten
// meanwhile.
func (x *Index) pairs(s Selection, bots [2]string) ([]Pair, string, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	v, _, ok := x.view(s.Filter)
	if !ok {
		return nil, "", false
	}
	var numbers [2]uint32
	for i, bot := range bots {
		if numbers[i], ok = x.names.find(bot); !ok {
			return []Pair{}, x.version(), true
		}
	}
	type start struct {
		seed     int64
		position uint32
	}
	var latest [2]map[start]*row
	latest[0], latest[1] = map[start]*row{}, map[start]*row{}
	var order []start // of the first bot, the latest first
	rows, counted := x.scopes[s.Scope], x.counter(s)
	for i := len(rows) - 1; i >= 0; i-- {
		r := &x.rows[rows[i]]
		if r.seats != 1 || !counted.has(r) {
			continue
		}
		own := x.seatsOf(r)[0].bot
		if own != numbers[0] && own != numbers[1] {
			continue
		}
		if s.Filter.String() != "" {
			if v.at(rows[i]); !s.Filter.Match(v.Match) {
				continue
			}
		}
		at := start{r.seed, r.position}
		for bot := range latest {
			if own != numbers[bot] || latest[bot][at] != nil {
				continue
			}
			latest[bot][at] = r
			if bot == 0 {
				order = append(order, at)
			}
		}
	}
	pairs := []Pair{}
	for _, at := range order {
		a, b := latest[0][at], latest[1][at]
		if b == nil || a.scoring() != b.scoring() {
			continue
		}
		pairs = append(pairs, Pair{
			Start: league.Start{Seed: at.seed, Position: x.names.texts[at.position], Name: x.names.texts[a.start]},
			Marks: [2]league.Mark{a.mark, b.mark}, Scores: [2]int64{x.seatsOf(a)[0].score, x.seatsOf(b)[0].score}, Scoring: a.scoring(),
		})
	}
	return pairs, x.version(), true
}
