// Package index keeps the results of all matches of a store in memory, so that
// lists, standings and histories read no match twice. An Index follows the store:
// each method first reads the matches that were saved since the last call. A match
// takes some 120 bytes.
//
// It knows results and nothing of their presentation. What it holds equals a
// recount of the store after any save, import and deletion.
package index

import (
	"context"
	"fmt"
	"sync"

	"arbiter/server/league"
)

// An Index holds the results of the matches of a store. It is safe for concurrent use. The zero
// value with a Store is ready.
type Index struct {
	Store league.MatchStore
	// Scale returns the scale of a game that ranks by relative scores, nil of others; it
	// may be nil.
	Scale func(game string) league.Scale

	// following is held while the store is read: others wait for what is read.
	following sync.Mutex

	// mu guards what follows. It is held for writing for moments only.
	mu        sync.RWMutex
	names     names
	rows      []row
	seats     []seat            // of the rows, in order
	scopes    map[Scope][]int32 // rows of a tournament or game, in the order of saving
	columns   map[league.FilterNumber]*values
	referees  map[uint32]uint32 // by game that has one of its own: the digest that played it last
	deletions int64

	tabling sync.Mutex // guards tables
	tables  map[tableKey]*table
	used    int64 // counts uses of tables
}

// A Scope is all matches of a tournament or of a game; the zero value is all
// matches. One of the two is empty.
type Scope struct {
	Tournament string
	Game       string
}

// Follow reads the matches that were saved since the last call, so that the next
// one has less to read.
func (x *Index) Follow(ctx context.Context) error {
	x.following.Lock()
	defer x.following.Unlock()
	deletions, err := x.Store.Deletions(ctx)
	if err != nil {
		return err
	}
	x.mu.RLock()
	changed, after := deletions != x.deletions, x.last()
	x.mu.RUnlock()
	if changed {
		after = 0
	}
	var new []league.StoredResult
	if err := x.Store.EachResult(ctx, after, func(r league.StoredResult) { new = append(new, clone(r)) }); err != nil {
		return err
	}
	if !changed && len(new) == 0 {
		return nil
	}
	origins := map[string]league.Origin{} // by tournament
	for _, r := range new {
		if _, asked := origins[r.Tournament]; asked {
			continue
		}
		if origins[r.Tournament], err = x.Store.Origin(ctx, r.Tournament); err != nil {
			return err
		}
	}
	x.mu.Lock()
	if changed {
		x.forget(deletions)
	}
	for _, r := range new {
		x.add(r, origins[r.Tournament])
	}
	x.mu.Unlock()
	return nil
}

// current follows the store, reads the columns of a filter and calls do, again until
// that returns true: what it needs may have been forgotten in between.
func (x *Index) current(ctx context.Context, filter league.Filter, do func() (bool, error)) error {
	for done := false; !done; {
		if err := x.Follow(ctx); err != nil {
			return err
		}
		if err := x.readColumns(ctx, filter); err != nil {
			return err
		}
		var err error
		if done, err = do(); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil && !done {
			return err
		}
	}
	return nil
}

// forget drops everything; x.mu is held.
func (x *Index) forget(deletions int64) {
	x.deletions, x.names, x.rows, x.seats, x.scopes, x.columns, x.referees = deletions, names{}, nil, nil, nil, nil, nil
	x.tabling.Lock()
	x.tables = nil
	x.tabling.Unlock()
}

// last returns the mark of the last match; x.mu is held.
func (x *Index) last() league.Mark {
	if len(x.rows) == 0 {
		return 0
	}
	return x.rows[len(x.rows)-1].mark
}

// Version returns a text that changes when matches are saved or deleted.
func (x *Index) Version(ctx context.Context) (string, error) {
	if err := x.Follow(ctx); err != nil {
		return "", err
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.version(), nil
}

// version is Version; x.mu is held.
func (x *Index) version() string { return fmt.Sprintf("%d.%d", x.last(), x.deletions) }
