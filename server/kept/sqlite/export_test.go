package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

func TestExportImport(t *testing.T) {
	ctx := context.Background()
	a, b := open(t, file(t)), open(t, file(t))
	fill(t, a, 5)
	start := league.Start{Name: "long", Position: "d2"}
	at := time.UnixMilli(1_700_000_000_000).UTC()
	for _, err := range []error{
		a.SaveCheck(ctx, "spring", league.Question{Question: rating.Question{SPRT: rating.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: rating.Normalized}}}),
		a.SaveLeaderboard(ctx, league.Leaderboard{
			Name: "small", Game: "domain", Filter: "walls<3", CreatedAt: at,
			Counted: league.Counted{Tournaments: []string{"spring", "the \"other\""}, Since: at, Until: at.Add(time.Hour), Days: 30, Humans: true},
		}),
		a.SaveBook(ctx, league.Book{Name: "night", Seeds: "1..60, 99", CreatedAt: at}, nil),
		a.SaveBook(ctx, league.Book{Name: "endings", Game: "domain", Starts: []league.Start{start}, CreatedAt: at}, map[string][]byte{"d2": []byte("{}")}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Prune(ctx, league.Retention{Last: 3}); err != nil {
		t.Fatal(err)
	}
	var text, again bytes.Buffer
	if err := a.Export(ctx, &text); err != nil {
		t.Fatal(err)
	}
	for range 2 { // "Anything that already exists stays as it is."
		if n, err := b.Import(ctx, bytes.NewReader(text.Bytes())); err != nil || n != 9 {
			t.Fatalf("%d lines, %v; want a tournament, 5 matches, a leaderboard and two books", n, err)
		}
	}
	if err := b.Export(ctx, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text.String(), again.String()); diff != "" {
		t.Errorf("second export (-want +got):\n%s", diff)
	}
	if _, err := b.Record(ctx, report(0).ID); !errors.Is(err, league.ErrPruned) {
		t.Errorf("error %v for a replay that was pruned; want %v", err, league.ErrPruned)
	}
}

// Matches of version 0.1 have no digest of play and no limits: both are not known then.
func TestImportWithoutPlay(t *testing.T) {
	ctx := context.Background()
	a, b := open(t, file(t)), open(t, file(t))
	save(t, a)
	r := report(0)
	r.Play, r.Limits = 0, referee.TimeLimits{}
	if err := a.SaveReports(ctx, []league.Report{r}); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := a.Export(ctx, &text); err != nil {
		t.Fatal(err)
	}
	if match := text.String()[strings.Index(text.String(), `{"match"`):]; strings.Contains(match, `"play"`) || strings.Contains(match, `"limits"`) {
		t.Errorf("exported %s; want neither play nor limits", match)
	}
	if _, err := b.Import(ctx, &text); err != nil {
		t.Fatal(err)
	}
	if m, err := b.Match(ctx, r.ID); err != nil || m.Play != 0 || m.Limits != (referee.TimeLimits{}) {
		t.Errorf("play %x, limits %v, %v; want neither known", m.Play, m.Limits, err)
	}
}

func TestImportErrors(t *testing.T) {
	db := open(t, file(t))
	for text, want := range map[string]string{
		"{":                         "line 1: found no whole JSON object",
		"{}":                        "line 1: want a tournament, a match, a leaderboard or a book",
		`{"song": 1}`:               `line 1: unknown field "song"`,
		`{"match": {"id": "1"}}`:    "line 1: match 1: seats, scores, ranks and times differ in length",
		`{"tournament": {"id": 1}}`: `line 1: field "tournament.plainTournament.id": found a JSON number; want a string`,
	} {
		_, err := db.Import(context.Background(), strings.NewReader(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("import %s: error %v; want %s", text, err, want)
		}
	}
}
