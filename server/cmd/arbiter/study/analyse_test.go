package study

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/games/domain"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/study/analysis"
)

// "A curve, complete before anything else; the answers that cost most, always ranked, each
// with its cost, its error and one word": of a match between seats, of a solo game, and of one
// whose answers have no costs.
func TestPrintAnalysis(t *testing.T) {
	for _, tt := range []struct {
		name string
		end  *replay.Footer
		of   analysis.Analysis
		want string
	}{
		{"between seats", &replay.Footer{Result: referee.Result{Scores: []int64{3, 1}, Ranks: []int{1, 2}, Reason: "turn_limit"}}, analysis.Analysis{
			Game: "ctf", Judge: "styles", Unit: analysis.WinningChance, Scale: 1, Examined: 0.5, Seconds: 3,
			Answers: 2, Results: []float64{1, 0},
			Curve: []analysis.Point{{Turn: 3, Value: 0.5}, {Turn: 9, Value: 0.75, Error: 0.1}},
			Costs: []analysis.RankedCost{{Turn: 9, Cost: 0.4, Error: 0.2, Sure: analysis.Unclear}, {Turn: 3, Seat: 1, Cost: 0.3, Error: 0.1, Sure: analysis.Confirmed, Answer: "WAIT 0", Best: "MOVE 0 4 5"}},
		}, "mine in seat 1 lost, 3 : 1 (turn limit).\n" +
			"It lost most by its answer in turn 3.\n" +
			"ctf, judged by styles; 50 % of 2 answers examined in 3.0 s. Values and costs are in points of winning chance.\n" +
			"Expected result of seat 1 by turn:  3: 0.50  9: 0.25\n" +
			"TURN  SEAT  COST           HOW SURE   ANSWER  BETTER\n" +
			"3     1     0.300 ± 0.100  confirmed  WAIT 0  MOVE 0 4 5\n" +
			"9     0     0.400 ± 0.200  unclear    none    \n"},
		{"a draw", &replay.Footer{Result: referee.Result{Scores: []int64{1, 1}, Ranks: []int{1, 1}, Reason: "domain"}}, analysis.Analysis{Game: "domain", Judge: "search", Unit: analysis.WinningChance, Scale: 1, Examined: 1, Answers: 1},
			"A draw, 1 : 1 (domain).\ndomain, judged by search; 100 % of 1 answer examined in 0.0 s. Values and costs are in points of winning chance.\nNo mistakes found.\n"},
		{"a document", &replay.Footer{Result: referee.Result{Scores: []int64{900}, Ranks: []int{1}, Reason: "ok"}}, analysis.Analysis{
			Game: "heropath", Judge: "plans", Unit: "gold", Scale: 1, Results: []float64{900},
			Answers: 2, ValuesOnly: true,
			Curve: []analysis.Point{{Turn: 1, Value: 1_066_521}, {Turn: 4, Value: 1_066_498}},
			Costs: []analysis.RankedCost{{Turn: 1, Cost: 23, Sure: analysis.Likely}},
		}, "mine scored 900 (ok).\nheropath, judged by plans; 2 of 2 positions valued in 0.0 s.\nThe answer brought 900 gold; the best plan that was found brings 1066521, 1065621 more.\n" +
			"Expected score by turn:  1: 1066521  4: 1066498\nWhat could still be brought falls most in these turns:\nTURN  SEAT  LOST GOLD\n1     0     23\n"},
	} {
		var out strings.Builder
		rec := &replay.Record{Header: replay.Header{Seats: []replay.Seat{{Name: "other"}, {Name: "mine"}}[2-len(tt.end.Result.Ranks):]}, Footer: tt.end}
		if err := printAnalysis(&out, domain.Game{}, rec, &tt.of); err != nil || out.String() != tt.want {
			t.Errorf("%s: printed\n%s%v; want\n%s", tt.name, out.String(), err, tt.want)
		}
	}
}

// "By the costliest answer that is more than unclear, or else where its curve falls most."
func TestLostMost(t *testing.T) {
	unclear := analysis.RankedCost{Turn: 9, Cost: 0.4, Sure: analysis.Unclear}
	r := &analysis.Analysis{
		Unit: analysis.WinningChance, Scale: 1, Results: []float64{0, 1},
		Curve: []analysis.Point{{Turn: 3, Value: 0.5}, {Turn: 4, Value: 0.4}, {Turn: 9, Value: 0.1}, {Turn: 10, Value: 0}},
		Costs: []analysis.RankedCost{{Turn: 2, Seat: 1, Cost: 0.9, Sure: analysis.Proven}, unclear},
	}
	want := "Its expected result falls most in turns 4 to 8, from 0.40 to 0.10.\n"
	if said := lostMost(r, 0); said != want {
		t.Errorf("said %q; want %q", said, want)
	}
	r.Curve[2].Value = 0.35
	want = "Its expected result falls most in turn 9, from 0.35 to 0.00.\n"
	if said := lostMost(r, 0); said != want {
		t.Errorf("said %q; want %q", said, want)
	}
	r.Costs = append(r.Costs, analysis.RankedCost{Turn: 6, Cost: 0.2, Sure: analysis.Likely})
	if said := lostMost(r, 0); said != "It lost most by its answer in turn 6.\n" {
		t.Errorf("said %q; want the answer that is more than unclear", said)
	}
	r.Costs, r.Curve = nil, nil
	if said := lostMost(r, 0); said != "" {
		t.Errorf("said %q of nothing", said)
	}
}

// "The first, the last, and of each part between them the one that is known best."
func TestTheBestKnownPointsArePrinted(t *testing.T) {
	curve := make([]analysis.Point, 22)
	for i := range curve {
		curve[i] = analysis.Point{Turn: i, Error: float64(1 + i%2)}
	}
	curve[8].Error = 0.1
	turns := ""
	for _, p := range bestKnown(curve, 4) {
		turns += fmt.Sprintln(p.Turn)
	}
	if turns != "0\n8\n12\n21\n" {
		t.Errorf("turns %s", turns)
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
	c := Analyse{Subject: match, Budget: time.Hour}
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
