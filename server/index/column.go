package index

import (
	"context"
	"math"
	"slices"

	"arbiter/referee"
	"arbiter/server/league"
)

// A column names an attribute of the game, or a metric of the bots.
type column struct {
	name   string
	metric bool
}

// values are a column: a number of each row, NaN where there is none. An attribute
// has one, a metric one for each seat.
type values struct {
	column
	read  int // rows
	seats [maxSeats][]float64
}

// put adds the numbers of a row to a match.
func (v *values) put(i int, m *league.Match) {
	for seat, numbers := range v.seats {
		if i >= len(numbers) || math.IsNaN(numbers[i]) {
			continue
		}
		if v.metric {
			m.Metrics = append(m.Metrics, league.Metric{Seat: seat, Name: v.name, Value: numbers[i]})
		} else {
			m.Attributes = append(m.Attributes, referee.Attribute{Name: v.name, Value: numbers[i]})
		}
	}
}

// maxColumns bounds the columns in memory, which take 8 or 16 bytes a match each.
const maxColumns = 64

// readColumns reads the columns of a filter up to the last row.
func (x *Index) readColumns(ctx context.Context, filter league.Filter) error {
	x.following.Lock()
	defer x.following.Unlock()
	for _, n := range filter.Numbers() {
		if err := x.readColumn(ctx, column{n.Name, n.Metric}); err != nil {
			return err
		}
	}
	return nil
}

func (x *Index) readColumn(ctx context.Context, c column) error {
	x.mu.RLock()
	old := x.columns[c]
	rows, names := x.rows, values{column: c}
	x.mu.RUnlock()
	if old != nil {
		names.read, names.seats = old.read, old.seats
	}
	if names.read == len(rows) && old != nil {
		return nil
	}
	for seat := range names.seats {
		if seat == 0 || c.metric {
			names.seats[seat] = slices.Grow(names.seats[seat], len(rows)-names.read)
			for len(names.seats[seat]) < len(rows) {
				names.seats[seat] = append(names.seats[seat], math.NaN())
			}
		}
	}
	at, after := names.read, league.Mark(0)
	if at > 0 {
		after = rows[at-1].mark
	}
	if len(rows) > 0 {
		err := x.Store.EachNumber(ctx, c.name, c.metric, after, rows[len(rows)-1].mark, func(mark league.Mark, seat int, value float64) {
			for at < len(rows) && rows[at].mark < mark {
				at++
			}
			if seat = max(seat, 0); at < len(rows) && rows[at].mark == mark && seat < maxSeats {
				names.seats[seat][at] = value
			}
		})
		if err != nil {
			return err
		}
	}
	names.read = len(rows)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.columns == nil {
		x.columns = map[column]*values{}
	}
	if len(x.columns) >= maxColumns && old == nil {
		for other := range x.columns {
			delete(x.columns, other) // any: they are read again in a moment
			break
		}
	}
	x.columns[c] = &names
	return nil
}

// view returns a view that has the numbers of a filter; x.mu is held for reading.
func (x *Index) view(filter league.Filter) *view {
	v := &view{index: x}
	for _, n := range filter.Numbers() {
		if c := x.columns[column{n.Name, n.Metric}]; c != nil {
			v.columns = append(v.columns, c)
		}
	}
	return v
}
