package index_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"arbiter/server/kept/index"
	"arbiter/server/kept/sample"
	"arbiter/server/league"
)

// "It is safe for concurrent use": readers beside a writer see no match twice and
// lose none, whatever others read.
func TestReadersBesideAWriter(t *testing.T) {
	ctx := context.Background()
	db := open(t, t.TempDir(), "t.db")
	defer db.Close()
	x := &index.Index{Store: db}
	const matches = 2000
	filter, err := league.ParseFilter("metric.depth>3,walls<50")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			before, last := 0, false
			for {
				page, err := x.List(ctx, index.Query{Filter: filter, Limit: 3})
				if err != nil || page.Total < before {
					t.Errorf("%d matches after %d, %v", page.Total, before, err)
					return
				}
				before = page.Total
				if _, _, err := x.Standings(ctx, index.Selection{Scope: index.Scope{Game: "domain"}, Filter: filter}, ""); err != nil {
					t.Error(err)
				}
				if last {
					return
				}
				select {
				case <-ended:
					last = true
				default:
				}
			}
		})
	}
	if err := sample.Fill(ctx, db, matches, time.Now()); err != nil {
		t.Error(err)
	}
	close(ended)
	readers.Wait()
	total, played := 0, 0
	for _, game := range []string{"domain", "keeper"} {
		page, err := x.List(ctx, index.Query{Game: game, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		total += page.Total
	}
	if _, played, err = db.Size(ctx); err != nil || total != played {
		t.Errorf("%d matches in the index of %d, %v", total, played, err)
	}
}
