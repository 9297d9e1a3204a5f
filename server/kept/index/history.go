package index

import (
	"context"
	"fmt"
	"slices"
	"time"

	"arbiter/server/league"
)

// A Point is the standings after a number of matches, in the order of saving.
type Point struct {
	At      time.Time // when the last of them was played
	Matches int
	Lines   []league.Line
}

// A history keeps the standings after every step matches. When there are too many
// points, every other one is dropped and the step doubled: as matches arrive, only
// the newest points are computed.
type history struct {
	step   int
	points []Point
	at     time.Time // of the last match
}

// History returns the standings of a selection at about so many points, oldest first. The
// points are equally many matches apart, but the last one has all matches. version changes when
// the points change.
func (x *Index) History(ctx context.Context, s Selection, anchor string, points int) (all []Point, version string, err error) {
	add := func(t *table, r *row, of int) error {
		h := &t.history
		if h.step == 0 { // what is there already has its step at once
			for h.step = 1; of/h.step > points; {
				h.step *= 2
			}
		}
		h.at = r.at()
		if t.count%h.step != 0 {
			return nil
		}
		standings, err := t.sum.Standings(league.Options{Anchor: anchor, Scale: t.scale})
		if err != nil {
			return err
		}
		h.points = append(h.points, Point{h.at, t.count, standings.Lines})
		if len(h.points) > points {
			h.halve()
		}
		return nil
	}
	err = x.with(ctx, s, fmt.Sprintf("history of %d points, anchor %s", points, anchor), add, func(t *table) error {
		all, version = slices.Clone(t.history.points), t.version()
		if t.count == 0 || len(all) > 0 && all[len(all)-1].Matches == t.count {
			return nil
		}
		standings, err := t.rank(anchor)
		all = append(all, Point{t.history.at, t.count, standings.Lines})
		return err
	})
	return all, version, err
}

// halve drops every other point.
func (h *history) halve() {
	h.step *= 2
	h.points = slices.DeleteFunc(h.points, func(p Point) bool { return p.Matches%h.step != 0 })
}
