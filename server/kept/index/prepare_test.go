package index_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"arbiter/server/kept/index"
	"arbiter/server/kept/sample"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// A counting store counts the reads of attributes and metrics.
type counting struct {
	*sqlite.DB
	reads int
}

func (c *counting) EachNumber(ctx context.Context, name string, metric bool, after, until league.Mark, do func(league.Mark, int, float64)) error {
	c.reads++
	return c.DB.EachNumber(ctx, name, metric, after, until, do)
}

// "Prepare does in advance what a request would wait for": a filter by a number of
// the latest matches reads nothing more, and finds what it finds without.
func TestPrepareReadsNumbersAhead(t *testing.T) {
	ctx := context.Background()
	db := open(t, t.TempDir(), "t.db")
	defer db.Close()
	if err := sample.Fill(ctx, db, 25_000, time.Now()); err != nil { // more than are read at once
		t.Fatal(err)
	}
	filter, err := league.ParseFilter("metric.depth>7,walls<9")
	if err != nil {
		t.Fatal(err)
	}
	store := &counting{DB: db}
	prepared, plain := &index.Index{Store: store}, &index.Index{Store: db}
	for range 2 { // and again, when nothing has changed
		if err := prepared.Prepare(ctx); err != nil {
			t.Fatal(err)
		}
	}
	before := store.reads
	got, err := prepared.List(ctx, index.Query{Filter: filter, Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	want, err := plain.List(ctx, index.Query{Filter: filter, Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	if before == 0 || store.reads != before {
		t.Errorf("%d reads to prepare and %d for the list; want some and none", before, store.reads-before)
	}
	if got.Total != want.Total || got.Total == 0 {
		t.Errorf("%d matches after Prepare, %d without", got.Total, want.Total)
	}
}

// "Forgets others when there are too many": bots that name their metrics anew in each
// match do not fill the memory of a server that prepares again and again.
func TestPrepareForgetsNumbers(t *testing.T) {
	ctx := context.Background()
	db := open(t, t.TempDir(), "t.db")
	defer db.Close()
	define(t, db, "cups")
	x := &index.Index{Store: db}
	const matches, each = 8, 16
	for n := range matches {
		r := duel(n, 1, 0)
		for i := range each {
			r.Metrics = append(r.Metrics, league.Metric{Name: fmt.Sprintf("m%d-%d", n, i), Value: 1})
		}
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
		if err := x.Prepare(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if n := x.Columns(); n < index.MaxNumbers || n >= matches*each {
		t.Errorf("%d of %d metrics are in memory; want the usual ones and a bound", n, matches*each)
	}
}
