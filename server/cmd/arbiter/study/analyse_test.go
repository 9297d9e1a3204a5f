package study

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"arbiter/referee/games/domain"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/study/analysis"
)

// A report without a mistake names the answer that seems to have cost most, and says no
// more than what was examined.
func TestNoMistake(t *testing.T) {
	regret, err := 0.09, 0.08
	turns := []analysis.Turn{{Turn: 1}, {Turn: 10, Seat: 1, Regret: &regret, RegretError: &err}}
	for _, tt := range []struct {
		turns    []analysis.Turn
		examined float64
		want     string
	}{
		{turns[:1], 0.996, "> 99 % of the answers are examined, and none of these is known to be a mistake so far.\n"},
		{turns[:1], 0.119, "12 % of the answers are examined, and none of these is known to be a mistake so far.\n"},
		{turns[:1], 1, "No answer is known to be a mistake.\n"},
		{turns, 1, "No answer is known to be a mistake. That of seat 1 in turn 10 seems to have cost most: 0.090 ± 0.080 points of winning chance. A larger --budget may tell.\n"},
	} {
		var out strings.Builder
		if err := printAnalysis(&out, nil, &analysis.Analysis{Game: "ctf", Unit: "points of winning chance", Turns: tt.turns, Examined: tt.examined}); err != nil || !strings.HasSuffix(out.String(), tt.want) {
			t.Errorf("printed %q, %v; want %q at the end", out.String(), err, tt.want)
		}
	}
}

// "After the marked answers, the one without a mark that seems to have cost most, if that
// is more than its error."
func TestSuspectBesideMistakes(t *testing.T) {
	marked, much, little, err := analysis.Mistake, 0.3, 0.07, 0.08
	known := analysis.Turn{Turn: 3, Regret: &much, RegretError: &err, Mark: &marked}
	for _, tt := range []struct {
		name   string
		regret *float64
		want   string // in the end
	}{
		{"more than its error", &much, "Of the answers without a mark, that of seat 1 in turn 10 seems to have cost most: 0.300 ± 0.080 points of winning chance. A larger --budget may tell.\n"},
		{"less", &little, "none    \n"},
	} {
		r := &analysis.Analysis{
			Game: "ctf", Unit: "points of winning chance", Turns: []analysis.Turn{known, {Turn: 10, Seat: 1, Regret: tt.regret, RegretError: &err}}, Examined: 1,
			Worst: []analysis.Worst{{Turn: 3, Regret: much, Mark: marked}},
		}
		var out strings.Builder
		if err := printAnalysis(&out, nil, r); err != nil || !strings.HasSuffix(out.String(), tt.want) {
			t.Errorf("%s: printed %q, %v; want %q at the end", tt.name, out.String(), err, tt.want)
		}
	}
}

// "The value never falls" is said only where all positions are valued.
func TestNeverFalls(t *testing.T) {
	value := 5.0
	r := &analysis.Analysis{Game: "heropath", Turns: []analysis.Turn{{Turn: 1, Value: &value}, {Turn: 2}}}
	for _, want := range []string{"between the positions that are valued so far; a larger --budget values more.\n", "The value never falls.\n"} {
		var out strings.Builder
		if err := printAnalysis(&out, nil, r); err != nil || !strings.HasSuffix(out.String(), want) {
			t.Errorf("printed %q, %v; want %q at the end", out.String(), err, want)
		}
		r.Turns[1].Value = &value
	}
}

// "Ctrl-C prints what is known and that it was kept", and the next analysis goes on from
// there.
func TestAnalyseInterrupted(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const match = "../../../../web/fixtures/domain.jsonl.gz"
	ctx, stop := context.WithCancel(t.Context())
	var out, said strings.Builder
	cache := flags.Analyses()
	done := make(chan error, 1)
	c := Analyse{Replay: match, Budget: time.Hour}
	go func() { done <- c.Run(ctx, output.NewStreams(nil, &out, &said, "")) }()
	time.AfterFunc(time.Second, stop) // whatever it has found out until then
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v; want that it was interrupted", err)
	}
	if !strings.Contains(said.String(), "its analysis takes 1h0m0s, 3600.") {
		t.Errorf("said %q; want how long it takes", said.String())
	}
	if !strings.Contains(said.String(), "it is kept, and the next analysis goes on from there") || !strings.Contains(out.String(), "Values and costs are in points of winning chance.") {
		t.Errorf("said %q and printed %q; want what is known and that it is kept", said.String(), out.String())
	}
	rec, err := replay.Open(match)
	if err != nil {
		t.Fatal(err)
	}
	j, err := flags.Judging(rec, domain.Game{})
	if err != nil {
		t.Fatal(err)
	}
	if known, err := cache.Known(rec, j); err != nil || known == nil {
		t.Errorf("%v, %v is kept; want an analysis", known, err)
	}
}
