package bisect

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/server/league/rating"
)

// A search by scores names the commit that lost points, and says how many. Starts differ by
// far more than the loss, and one in sixteen pays a prize.
func TestSearchByScore(t *testing.T) {
	const runs, commits, loss = 60, 12, 500.0
	right, trials, points := 0, 0, 0.0
	for run := range runs {
		random := rand.New(rand.NewPCG(11, uint64(run)))
		var versions []Version
		for v := range commits + 1 {
			versions = append(versions, Version{Commit: fmt.Sprint(v), Tree: fmt.Sprint(v)})
		}
		planted := 1 + random.IntN(commits)
		score := func(v int) float64 {
			score := 100 * random.NormFloat64()
			if v >= planted {
				score -= loss
			}
			if random.IntN(16) == 0 {
				score += 2000 * random.ExpFloat64()
			}
			return score
		}
		s := New(versions, rating.DuelUnit, false)
		s.UseScores()
		play := func(older, newer, pairs int) {
			var played Sample
			for range pairs {
				hard := 5000 * random.NormFloat64()
				played.Add((hard + score(newer)) - (hard + score(older)))
			}
			s.Add(older, newer, played)
		}
		play(0, commits, 100) // the check of the ends
		for !s.Found() && s.Trials() < 20_000 {
			cell, ok := s.Next(2)
			if !ok {
				t.Fatal("no cell is left")
			}
			play(cell.Older, cell.Newer, cell.Pairs)
		}
		best, _ := s.Best()
		if best.Commits[0] == planted {
			right++
		}
		trials += s.Trials()
		lost, _ := best.Points()
		points += lost / runs
	}
	t.Logf("%d of %d right after %d trials on average, a loss of %.0f points", right, runs, trials/runs, points)
	if right < runs*9/10 || math.Abs(points-loss) > 0.2*loss {
		t.Errorf("%d of %d right, a loss of %.0f points; want 95 of 100, and %.0f", right, runs, points, loss)
	}
}

// Scores decide, not wins: the newer version wins four of five starts by little and loses
// the exit on the fifth.
func TestSearchGoesByScore(t *testing.T) {
	s := New([]Version{{Commit: "a", Tree: "a"}, {Commit: "b", Tree: "b", Subject: "hurry"}}, rating.DuelUnit, false)
	s.UseScores()
	var played Sample
	for n := range 400 {
		played.Add(map[bool]float64{true: -9980, false: 20}[n%5 == 0])
	}
	s.Add(0, 1, played)
	best, ok := s.Best()
	if lost, _ := best.Points(); !ok || !s.Found() || lost < 1000 {
		t.Fatalf("%+v, a loss of %.0f points; want b, which lost 1980", best, lost)
	}
	r := Result{Line: Line{Versions: s.versions}, Answer: Found, Named: []Named{best}, ByScore: true, Suspicions: s.Suspicions()}
	if text := r.Sentence(); !strings.Contains(text, "b (hurry) made the bot weaker, by 1") || !strings.Contains(text, " points a start (probability ") {
		t.Errorf("%s", text)
	}
	if f := r.Findings(); *f.Score > -1000 || *f.Elo >= 0 {
		t.Errorf("score %v, Elo %v; want losses", *f.Score, *f.Elo)
	}
	r.Answer, r.Margin = NoLoss, 150
	if text := r.Sentence(); text != "No loss of more than 150 points a start in all of 1 commit." {
		t.Errorf("%s", text)
	}
}
