package whatif

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// A fault first, then the judge's costliest own answer or fall, then the bot's eval, last
// its own answers compared like with like; never a turn in which it was not asked.
func TestDecisive(t *testing.T) {
	text, err := os.ReadFile("testdata/decisive.json")
	if err != nil {
		t.Fatal(err)
	}
	var kept struct {
		Cases []struct {
			Name  string
			Turns []struct {
				Asked       bool
				Fault       *struct{ Forgiven bool }
				Eval, Swing *float64
			}
			Report *analysis.Analysis
			Want   int
			By     DecidedBy
		}
	}
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	for _, c := range kept.Cases {
		t.Run(c.Name, func(t *testing.T) {
			var all []moment
			for _, turn := range c.Turns {
				all = append(all, moment{fault: turn.Fault != nil && !turn.Fault.Forgiven, asked: turn.Asked, eval: turn.Eval, swing: turn.Swing})
			}
			if got := decisive(all, 0, c.Report); got.Turn != c.Want || got.By != c.By {
				t.Errorf("%+v; want turn %d by %s", got, c.Want, c.By)
			}
		})
	}
}

// A sure cost comes before a larger unclear one, of which only the value tells.
func TestDecisiveByJudge(t *testing.T) {
	s := recorded(t, 0, 0)
	unclear := analysis.RankedCost{Turn: 6, Seat: 1, Sure: analysis.Unclear}
	for _, tt := range []struct {
		name  string
		costs []analysis.RankedCost
		want  int
	}{
		{"a sure cost before a larger unclear one", []analysis.RankedCost{unclear, {Turn: 4, Seat: 1, Sure: analysis.Likely}}, 4},
		{"unclear: where the value falls", []analysis.RankedCost{unclear}, 6},
	} {
		if d, err := DecisiveTurn(s, &analysis.Analysis{Costs: tt.costs}); err != nil || d.Turn != tt.want {
			t.Errorf("%s: %+v, %v; want turn %d", tt.name, d, err, tt.want)
		}
	}
}

// "A turn in which it was asked": of every seat of a match of each game.
func TestDecisiveTurnOfEachGame(t *testing.T) {
	for _, g := range games.All() {
		rec, err := replay.Open("../../../web/fixtures/" + g.Info().Name + ".jsonl.gz")
		if err != nil {
			t.Fatal(err)
		}
		for seat := range rec.Header.Seats {
			d, err := DecisiveTurn(Seat{Record: rec, Game: g, Seat: seat}, nil)
			if err != nil {
				t.Fatal(err)
			}
			asked := func(a replay.Answer) bool { return a.Seat == seat }
			if d.Turn == 0 || d.Seat != seat || !slices.ContainsFunc(rec.Turns[d.Turn-1].Answers, asked) {
				t.Errorf("%s, seat %d: %+v; want a turn in which it was asked", g.Info().Name, seat, d)
			}
		}
	}
}

// "The last one, of a solo game the only one. A draw was decided against nobody."
func TestLosingSeat(t *testing.T) {
	for _, tt := range []struct {
		ranks []int
		seat  int
		lost  bool
	}{
		{[]int{1, 2}, 1, true}, {[]int{2, 1}, 0, true}, {[]int{1}, 0, true}, {[]int{1, 1}, 0, false}, {nil, 0, false},
	} {
		if seat, lost := LosingSeat(tt.ranks); lost != tt.lost || lost && seat != tt.seat {
			t.Errorf("%v: %d, %v; want %d, %v", tt.ranks, seat, lost, tt.seat, tt.lost)
		}
	}
}
