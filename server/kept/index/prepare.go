package index

import (
	"cmp"
	"context"
	"slices"

	"arbiter/server/league"
)

// prepareRows is how many rows of a column Prepare reads at once, some 40 ms:
// others who follow the store wait for that.
const prepareRows = 20_000

// Prepare does in advance what a request would wait for. It follows the store, rates the bots
// of each game, because upsets need that, and reads the attributes and metrics of each game's
// latest match, at most MaxNumbers of them, because filters compare these.
func (x *Index) Prepare(ctx context.Context) error {
	if err := x.Follow(ctx); err != nil {
		return err
	}
	if _, err := x.expectations(ctx, Query{Sort: ByExpected}); err != nil {
		return err
	}
	usual, err := x.usualNumbers(ctx)
	if err != nil {
		return err
	}
	for _, c := range usual {
		for all := false; !all; {
			x.following.Lock()
			all, err = x.readColumn(ctx, c, prepareRows)
			x.following.Unlock()
			if err != nil {
				return err
			}
		}
	}
	x.forgetColumns(usual) // bots choose the names of their metrics
	return nil
}

// usualNumbers returns the attributes and metrics of the latest match of each game,
// those of the games that were played last first, and MaxNumbers at most.
func (x *Index) usualNumbers(ctx context.Context) ([]league.FilterNumber, error) {
	var latest []league.Mark
	x.mu.RLock()
	for scope, rows := range x.scopes {
		if scope.Game != "" {
			latest = append(latest, x.rows[rows[len(rows)-1]].mark)
		}
	}
	x.mu.RUnlock()
	slices.SortFunc(latest, func(a, b league.Mark) int { return cmp.Compare(b, a) })
	var all []league.FilterNumber
	for _, mark := range latest {
		numbers, err := x.Store.NumbersOf(ctx, mark)
		if err != nil {
			return nil, err
		}
		for _, n := range numbers {
			if len(all) < MaxNumbers && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all, nil
}
