package history

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
)

// scored plays a history of a solo game whose versions score so much in the mean, on starts
// that differ by far more. One start of sixteen pays an exponential prize.
func scored(t *testing.T, means []float64, pool int, plan Plan, random *rand.Rand) *History {
	t.Helper()
	var versions []bisect.Version
	for v := range means[:len(means)-pool] {
		versions = append(versions, bisect.Version{Commit: fmt.Sprint(v), Tree: fmt.Sprint(v)})
	}
	h := New(versions, pool, rating.DuelUnit)
	for round := 1; ; round++ {
		cells, err := h.Next(round, plan)
		if err != nil {
			t.Fatal(err)
		}
		if len(cells) == 0 {
			return h
		}
		for _, c := range cells {
			for range c.Pairs {
				hard := 5000 * random.NormFloat64()
				score := func(v int) float64 {
					if random.IntN(16) == 0 {
						return hard + means[v] + 2000*random.ExpFloat64() - 2000./16
					}
					return hard + means[v] + 200*random.NormFloat64() - 2000./16
				}
				h.AddScores(c.Newer, c.Older, score(c.Newer), score(c.Older))
			}
		}
	}
}

// The bands of scores hold all versions in 95 of 100 histories, of versions that meet each
// other and of those that meet a pool, and a change of the mean score is marked.
func TestHistoriesOfScores(t *testing.T) {
	const runs = 40
	for _, pool := range []int{0, 3} {
		held, marked, wrong := 0, 0, 0
		for run := range runs {
			random := rand.New(rand.NewPCG(5, uint64(run)))
			means := append([]float64{1000, 1000, 1000, 500, 500, 500}, make([]float64, pool)...)
			h := scored(t, means, pool, Plan{Band: 50, Matches: 2}, random)
			s, err := h.Strengths()
			if err != nil {
				t.Fatal(err)
			}
			all := true
			for v, p := range s.Points {
				all = all && math.Abs(p.Elo-(means[v]-750)*s.EloPerPoint) <= p.Band
			}
			if all {
				held++
			}
			for _, c := range s.Changes {
				switch {
				case c.Marked() && c.Commits[0] == 3 && c.Elo < 0:
					marked++
				case c.Marked():
					wrong++
				}
			}
		}
		t.Logf("pool of %d: %d of %d bands hold, %d changes found, %d marked wrongly", pool, held, runs, marked, wrong)
		if held < runs*85/100 || marked < runs*85/100 || wrong > runs*12/100 {
			t.Errorf("pool of %d: %d of %d bands hold, %d changes found, %d marked wrongly", pool, held, runs, marked, wrong)
		}
	}
}

// Scores decide, not wins: a commit that wins most starts by little and loses the exit on
// some is marked as a loss, and the report says what scores are worth.
func TestHistoryGoesByScore(t *testing.T) {
	h := New([]bisect.Version{{Commit: "a", Tree: "a"}, {Commit: "b", Tree: "b"}}, 0, rating.DuelUnit)
	for n := range 400 {
		old := 500.0
		if n%5 == 0 {
			old = 10_500
		}
		h.AddScores(0, 1, old, 520)
	}
	s, err := h.Strengths()
	if err != nil {
		t.Fatal(err)
	}
	if s.Points[1].Elo >= 0 || len(s.Changes) != 1 || !s.Changes[0].Marked() || s.Changes[0].Elo >= 0 {
		t.Errorf("%+v, changes %+v; want that b is marked as a loss", s.Points, s.Changes)
	}
	r := Result{Line: bisect.Line{Versions: h.versions, Games: 800}, Strengths: s, Answer: Open, Each: 1}
	if text := string(r.Text()); !strings.Contains(text, "scores decide: 100 Elo are ") || r.Findings().EloPerPoint == 0 {
		t.Errorf("%s\nwant what scores are worth", text)
	}
}
