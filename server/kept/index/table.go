package index

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"arbiter/server/league"
)

// A Selection is the matches that a table counts: the counted matches of the scope
// that the filter selects. If the scope is a tournament, matches of humans are left
// out. Counted has no Days: Counted.At has made a time of them. With Bots, it has only
// matches among them; they are in the table even without a match.
type Selection struct {
	Scope
	league.Counted
	Filter league.Filter
	Bots   []string
}

// A tableKey identifies what has been computed of a selection.
type tableKey struct {
	Scope
	counted, filter, bots string
	kind                  string // of what is computed, with its parameters
	referee               uint32 // whose matches count
}

func (s Selection) key(kind string) tableKey {
	c := s.Counted
	counted := fmt.Sprintf("%q %d %d %t %t", c.Tournaments, c.Since.UnixNano(), c.Until.UnixNano(), c.Singles, c.Humans)
	return tableKey{s.Scope, counted, s.Filter.String(), strings.Join(s.Bots, "\x00"), kind, 0}
}

// maxTables bounds what is kept of different selections.
const maxTables = 50

// A table follows the rows of a selection.
type table struct {
	mu        sync.Mutex
	used      int64 // guarded by Index.tabling
	deletions int64
	referee   uint32 // whose matches count
	next      int    // the row of the scope that is read next
	count     int    // matches that were added
	sum       league.Table
	scale     league.Scale // of its game

	standings map[string]kept // by anchor
	history   history
}

// Kept standings are those after a number of matches.
type kept struct {
	count int
	league.Standings
}

// with brings a table up to date and calls do with it. Every match is added with
// add, which may be nil.
func (x *Index) with(ctx context.Context, s Selection, kind string, add func(t *table, r *row, of int) error, do func(*table) error) error {
	return x.current(ctx, s.Filter, func() (bool, error) {
		t := x.table(s, kind)
		t.mu.Lock()
		defer t.mu.Unlock()
		current, err := x.catchUp(ctx, t, s, add)
		if err == nil && current {
			err = do(t)
		}
		return current, err
	})
}

// table returns the table of a selection and forgets the one that has not been
// used for longest when there are too many.
func (x *Index) table(s Selection, kind string) *table {
	x.mu.RLock()
	deletions, referee := x.deletions, x.referee(s)
	x.mu.RUnlock()
	x.tabling.Lock()
	defer x.tabling.Unlock()
	key := s.key(kind)
	key.referee = referee
	t := x.tables[key]
	if t == nil || t.deletions != deletions {
		t = &table{deletions: deletions, referee: referee, standings: map[string]kept{}}
		t.sum.Enter(s.Bots...)
		if x.tables == nil {
			x.tables = map[tableKey]*table{}
		}
		x.tables[key] = t
	}
	x.used++
	t.used = x.used
	if len(x.tables) > maxTables {
		oldest := key
		for other, o := range x.tables {
			if o.used < x.tables[oldest].used {
				oldest = other
			}
		}
		delete(x.tables, oldest)
	}
	return t
}

// catchUp adds the rows that t does not have yet. It returns false when t counts
// too much: rows were deleted meanwhile, or another referee has played the game. t.mu is held.
func (x *Index) catchUp(ctx context.Context, t *table, s Selection, add func(t *table, r *row, of int) error) (bool, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	v, end, ok := x.view(s.Filter)
	if t.deletions != x.deletions || t.referee != x.referee(s) || !ok {
		return false, ctx.Err()
	}
	entered, counted := x.numbersOf(s.Bots), x.counter(s)
	rows := x.scopes[s.Scope]
	for ; t.next < len(rows) && int(rows[t.next]) < end; t.next++ {
		r := &x.rows[rows[t.next]]
		if !counted.has(r) || entered != nil && !x.among(r, entered) {
			continue
		}
		v.at(rows[t.next])
		if !s.Filter.Match(v.Match) {
			continue
		}
		if t.count == 0 && x.Scale != nil {
			t.scale = x.Scale(x.names.texts[r.game])
		}
		t.sum.Add(v.Match)
		t.count++
		if add == nil {
			continue
		}
		if err := add(t, r, len(rows)); err != nil {
			return true, err
		}
	}
	return true, nil
}

// numbersOf returns the numbers of texts that rows have, nil for no texts.
func (x *Index) numbersOf(texts []string) map[uint32]bool {
	if len(texts) == 0 {
		return nil
	}
	numbers := map[uint32]bool{}
	for _, text := range texts {
		if n, ok := x.names.find(text); ok {
			numbers[n] = true
		}
	}
	return numbers
}

// among reports whether all bots of a match are in the set.
func (x *Index) among(r *row, bots map[uint32]bool) bool {
	for _, seat := range x.seatsOf(r) {
		if !bots[seat.bot] {
			return false
		}
	}
	return true
}

// Standings returns the standings of a selection. version changes when they change.
func (x *Index) Standings(ctx context.Context, s Selection, anchor string) (standings league.Standings, version string, err error) {
	err = x.with(ctx, s, "standings", nil, func(t *table) (err error) {
		standings, version = league.Standings{}, t.version()
		standings, err = t.rank(anchor)
		return err
	})
	return standings, version, err
}

// maxAnchors bounds the anchors for which a table keeps standings.
const maxAnchors = 20

// rank returns the standings, which are computed once for each number of matches;
// t.mu is held. The caller must not change the lines.
func (t *table) rank(anchor string) (league.Standings, error) {
	k, ok := t.standings[anchor]
	if !ok || k.count != t.count {
		if len(t.standings) >= maxAnchors {
			clear(t.standings)
		}
		standings, err := t.sum.Standings(league.Options{Anchor: anchor, Scale: t.scale})
		if err != nil {
			return standings, err
		}
		k = kept{t.count, standings}
		t.standings[anchor] = k
	}
	k.Notes = slices.Clone(k.Notes)
	return k.Standings, nil
}

// version changes when matches are added or deleted; t.mu is held.
func (t *table) version() string { return fmt.Sprintf("%d.%d", t.count, t.deletions) }

// Matrix returns the duels of the first bots of the standings, at most most bots, row against
// column. The diagonal is empty. version changes when the duels change.
func (x *Index) Matrix(ctx context.Context, s Selection, anchor string, most int) (bots []string, duels [][]league.Duel, version string, err error) {
	err = x.with(ctx, s, "standings", nil, func(t *table) error {
		standings, err := t.rank(anchor)
		if err != nil {
			return err
		}
		bots, duels, version = []string{}, [][]league.Duel{}, t.version()
		for _, line := range standings.Lines[:min(len(standings.Lines), most)] {
			bots = append(bots, line.Bot)
		}
		for _, a := range bots {
			row := []league.Duel{}
			for _, b := range bots {
				duel, _ := t.sum.Duel(a, b)
				row = append(row, duel)
			}
			duels = append(duels, row)
		}
		return nil
	})
	return bots, duels, version, err
}
