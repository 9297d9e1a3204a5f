package index

import (
	"context"
	"math"
	"slices"

	"arbiter/referee"
	"arbiter/server/league"
)

// values are a column: numbers by row up to the last one that has any, NaN where
// there is none. An attribute has one list, a metric one for each seat.
type values struct {
	league.FilterNumber
	read  int // rows
	seats [maxSeats][]float64
}

// put adds the numbers of a row to a match.
func (v *values) put(i int, m *league.Match) {
	for seat, numbers := range v.seats {
		if i >= len(numbers) || math.IsNaN(numbers[i]) {
			continue
		}
		if v.Metric {
			m.Metrics = append(m.Metrics, league.Metric{Seat: seat, Name: v.Name, Value: numbers[i]})
		} else {
			m.Attributes = append(m.Attributes, referee.Attribute{Name: v.Name, Value: numbers[i]})
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
	needed := filter.Numbers()
	if len(needed) == 0 {
		return nil
	}
	if len(needed) > MaxNumbers {
		return league.Usagef("filter: it compares %d different attributes and metrics; want at most %d", len(needed), MaxNumbers)
	}
	x.following.Lock()
	defer x.following.Unlock()
	for _, c := range needed {
		if _, err := x.readColumn(ctx, c, math.MaxInt); err != nil {
			return err
		}
	}
	x.forgetColumns(needed)
	return nil
}

// forgetColumns drops columns that are not needed while there are too many.
func (x *Index) forgetColumns(needed []league.FilterNumber) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for c := range x.columns {
		if len(x.columns) > maxColumns && !slices.Contains(needed, c) { // any: it is read again in a moment
			delete(x.columns, c)
		}
	}
}

// readColumn reads at most so many rows of a column, and returns whether it has all
// of them now; x.following is held.
func (x *Index) readColumn(ctx context.Context, c league.FilterNumber, most int) (bool, error) {
	x.mu.RLock()
	old := x.columns[c]
	rows, next := x.rows, values{FilterNumber: c}
	x.mu.RUnlock()
	if old != nil {
		next.read, next.seats = old.read, old.seats
	}
	if next.read == len(rows) && old != nil {
		return true, nil
	}
	end := len(rows)
	if end-next.read > most {
		end = next.read + most
	}
	at, after := next.read, league.Mark(0)
	if at > 0 {
		after = rows[at-1].mark
	}
	if end > 0 {
		err := x.Store.EachNumber(ctx, c.Name, c.Metric, after, rows[end-1].mark, func(mark league.Mark, seat int, value float64) {
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
			return false, err
		}
	}
	next.read = end
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.columns == nil {
		x.columns = map[league.FilterNumber]*values{}
	}
	x.columns[c] = &next
	return end == len(rows), nil
}

// view returns a view with the numbers of a filter, and the number of rows for which
// all of them have been read. It returns false if a number has been forgotten
// meanwhile; x.mu is held for reading.
func (x *Index) view(filter league.Filter) (v *view, end int, ok bool) {
	v, end = &view{index: x}, len(x.rows)
	for _, n := range filter.Numbers() {
		c := x.columns[n]
		if c == nil {
			return nil, 0, false
		}
		v.columns, end = append(v.columns, c), min(end, c.read)
	}
	return v, end, true
}
