package sqlite_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// "A match that is already stored stays as it is and is not an error."
func TestReportIsIdempotent(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	first := report(0)
	again := first
	again.Result.Reason, again.Record = "other", []byte("other")
	for _, r := range []league.Report{first, again} {
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
	}
	outcomes, err := db.Outcomes(ctx, "spring")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]league.Outcome{first.ID: first.Outcome()}, outcomes); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if data, err := db.Record(ctx, first.ID); err != nil || string(data) != "record" {
		t.Errorf("record %q, %v", data, err)
	}
}

func TestMatchRoundTrip(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	want := report(1)
	if err := db.SaveReports(ctx, []league.Report{want}); err != nil {
		t.Fatal(err)
	}
	m, err := db.Match(ctx, want.ID[:6])
	if err != nil {
		t.Fatal(err)
	}
	err = db.EachMatchUntil(ctx, "spring", math.MaxInt64, func(m league.Match) {
		if !slices.Equal(m.Outcome.Forgiven, []int{1, 0}) {
			t.Errorf("forgiven faults %v; want 1 of seat 0", m.Outcome.Forgiven)
		}
		if m.Play != want.Play {
			t.Errorf("digest of play %x; want %x", m.Play, want.Play)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	got := m
	got.Record = want.Record
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("match (-want +got):\n%s", diff)
	}
	if faults := m.Outcome().Faults; faults[0] != "" || faults[1] != referee.Illegal {
		t.Errorf("faults %v; a forgiven one does not count", faults)
	}
}

func TestMatchByPrefix(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	for n := range 40 {
		if err := db.SaveReports(ctx, []league.Report{report(n)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Match(ctx, "zz"); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("error %v; want ErrNotFound", err)
	}
	if _, err := db.Match(ctx, ""); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("error %v for no ID; want ErrNotFound", err)
	}
	for _, digit := range "0123456789abcdef" {
		if matches, _ := db.Matches(ctx, league.Query{IDPrefix: string(digit)}); len(matches) > 1 {
			_, err := db.Match(ctx, string(digit))
			if err == nil || !strings.Contains(err.Error(), "ambiguous: matches ") {
				t.Errorf("error %v; want one that names two matches", err)
			}
			return
		}
	}
}

// BenchmarkSaveReport saves reports one by one, each in a transaction of its own,
// as a single worker does.
func BenchmarkSaveReport(b *testing.B) {
	for _, d := range []sqlite.Durability{sqlite.Normal, sqlite.Full} {
		b.Run(string(d), func(b *testing.B) {
			db, err := sqlite.Open(context.Background(), file(b), d)
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			save(b, db)
			n := 0
			for b.Loop() {
				r := report(n)
				r.Record = make([]byte, 3000)
				if err := db.SaveReports(context.Background(), []league.Report{r}); err != nil {
					b.Fatal(err)
				}
				n++
			}
		})
	}
}
