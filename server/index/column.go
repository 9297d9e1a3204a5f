package index

import (
	"context"
	"math"

	"arbiter/referee"
	"arbiter/server/league"
)

// A column names an attribute of the game, or a metric of the bots.
type column struct {
	name   string
	metric bool
}

// values are a column: numbers by row up to the last one that has any, NaN where
// there is none. An attribute has one list, a metric one for each seat.
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

// MaxNumbers is how many different attributes and metrics a filter may compare.
const MaxNumbers = 16

// maxColumns bounds the columns in memory, which take 8 or 16 bytes a match each.
const maxColumns = 4 * MaxNumbers

// readColumns reads the columns of a filter up to the last row, and forgets others
// when there are too many.
func (x *Index) readColumns(ctx context.Context, filter league.Filter) error {
	needed := map[column]bool{}
	for _, n := range filter.Numbers() {
		needed[column{n.Name, n.Metric}] = true
	}
	if len(needed) == 0 {
		return nil
	}
	if len(needed) > MaxNumbers {
		return league.Usagef("filter: it compares %d different attributes and metrics; want at most %d", len(needed), MaxNumbers)
	}
	x.following.Lock()
	defer x.following.Unlock()
	for c := range needed {
		if err := x.readColumn(ctx, c); err != nil {
			return err
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for c := range x.columns {
		if len(x.columns) > maxColumns && !needed[c] { // any: it is read again in a moment
			delete(x.columns, c)
		}
	}
	return nil
}

func (x *Index) readColumn(ctx context.Context, c column) error {
	x.mu.RLock()
	old := x.columns[c]
	rows, next := x.rows, values{column: c}
	x.mu.RUnlock()
	if old != nil {
		next.read, next.seats = old.read, old.seats
	}
	if next.read == len(rows) && old != nil {
		return nil
	}
	at, after := next.read, league.Mark(0)
	if at > 0 {
		after = rows[at-1].mark
	}
	if len(rows) > 0 {
		err := x.Store.EachNumber(ctx, c.name, c.metric, after, rows[len(rows)-1].mark, func(mark league.Mark, seat int, value float64) {
			for at < len(rows) && rows[at].mark < mark {
				at++
			}
			if seat = max(seat, 0); at < len(rows) && rows[at].mark == mark && seat < maxSeats {
				for len(next.seats[seat]) < at {
					next.seats[seat] = append(next.seats[seat], math.NaN())
				}
				next.seats[seat] = append(next.seats[seat], value)
			}
		})
		if err != nil {
			return err
		}
	}
	next.read = len(rows)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.columns == nil {
		x.columns = map[column]*values{}
	}
	x.columns[c] = &next
	return nil
}

// view returns a view that has the numbers of a filter, the number of rows that
// have been read of all of them, and false if one has been forgotten meanwhile;
// x.mu is held for reading.
func (x *Index) view(filter league.Filter) (v *view, end int, ok bool) {
	v, end = &view{index: x}, len(x.rows)
	for _, n := range filter.Numbers() {
		c := x.columns[column{n.Name, n.Metric}]
		if c == nil {
			return nil, 0, false
		}
		v.columns, end = append(v.columns, c), min(end, c.read)
	}
	return v, end, true
}
