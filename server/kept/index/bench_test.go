package index_test

import (
	"context"
	"testing"
	"time"

	"arbiter/server/kept/index"
	"arbiter/server/kept/sample"
	"arbiter/server/league"
)

// BenchmarkHundredThousand measures what lists, standings and histories of 100 000
// matches cost. They are read for the first time, then again without a change, and
// after each further match.
func BenchmarkHundredThousand(b *testing.B) {
	ctx := context.Background()
	db := open(b, b.TempDir(), "t.db")
	defer db.Close()
	if err := sample.Fill(ctx, db, 100_000, time.UnixMilli(1_700_000_000_000)); err != nil {
		b.Fatal(err)
	}
	cup := index.Selection{Scope: index.Scope{Tournament: sample.Duels}}
	solo := index.Selection{Scope: index.Scope{Tournament: sample.Solo}}
	filter, err := league.ParseFilter("seat=1,score>20")
	if err != nil {
		b.Fatal(err)
	}
	depth, err := league.ParseFilter("metric.depth>7,walls<9")
	if err != nil {
		b.Fatal(err)
	}
	list := func(q index.Query) func(*index.Index) error {
		q.Limit = 50
		return func(x *index.Index) error {
			_, err := x.List(ctx, q)
			return err
		}
	}
	standings := func(s index.Selection) func(*index.Index) error {
		return func(x *index.Index) error {
			_, _, err := x.Standings(ctx, s, "")
			return err
		}
	}
	history := func(s index.Selection) func(*index.Index) error {
		return func(x *index.Index) error {
			_, _, err := x.History(ctx, s, "", 30)
			return err
		}
	}
	warm := &index.Index{Store: db}
	for _, c := range []struct {
		name string
		do   func(*index.Index) error
	}{
		{"read", func(x *index.Index) error { return x.Follow(ctx) }},
		{"list", list(index.Query{})},
		{"list of a bot", list(index.Query{Bot: "bot01"})},
		{"list by filter", list(index.Query{Filter: filter})},
		{"list by numbers", list(index.Query{Filter: depth})},
		{"worst losses", list(index.Query{Bot: "bot01", Result: league.Lost, Sort: index.ByMargin, Ascending: true})},
		{"upsets", list(index.Query{Result: index.Upset, Sort: index.ByExpected, Ascending: true})},
		{"standings", standings(cup)},
		{"standings of solo", standings(solo)},
		{"history", history(cup)},
		{"history of solo", history(solo)},
	} {
		b.Run(c.name+"/first", func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				x := &index.Index{Store: db}
				if c.name != "read" {
					if err := x.Follow(ctx); err != nil {
						b.Fatal(err)
					}
				}
				b.StartTimer()
				if err := c.do(x); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/again", func(b *testing.B) {
			for b.Loop() {
				if err := c.do(warm); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
