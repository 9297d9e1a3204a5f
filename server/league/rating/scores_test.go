package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// dealt are starts on which some of the players scored, each player on one at least.
func dealt(t *rapid.T, players, most int) [][]PlayerScore {
	score := rapid.Float64Range(-10_000, 10_000)
	starts := make([][]PlayerScore, rapid.IntRange(1, most).Draw(t, "starts"))
	for i := range starts {
		for player := range players {
			if rapid.IntRange(0, 2).Draw(t, "played") > 0 {
				starts[i] = append(starts[i], PlayerScore{player, math.Round(score.Draw(t, "score"))})
			}
		}
	}
	return starts
}

func complete(t *rapid.T, players, starts int) [][]PlayerScore {
	all := make([][]PlayerScore, starts)
	for i := range all {
		for player := range players {
			all[i] = append(all[i], PlayerScore{player, float64(rapid.IntRange(-1000, 10_000).Draw(t, "score"))})
		}
	}
	return all
}

func scoresOf(starts [][]PlayerScore, player int) (scores []int64) {
	for _, start := range starts {
		for _, c := range start {
			if c.Player == player {
				scores = append(scores, int64(c.Score))
			}
		}
	}
	return scores
}

func closeTo(a, b float64) bool { return math.Abs(a-b) <= 1e-5*max(1, math.Abs(a), math.Abs(b)) }

// "With complete starts they are Student's errors of the means and of the paired
// differences", and the scores are the plain means.
func TestScoresOfCompleteStarts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 5).Draw(t, "players")
		starts := complete(t, players, rapid.IntRange(2, 12).Draw(t, "starts"))
		s := FitScores(players, starts)
		for p := range players {
			want := MeanScore(scoresOf(starts, p))
			mean, error95 := s.Score(p)
			if *mean != *want.Mean || error95 == nil || !closeTo(*error95, *want.Error95) {
				t.Fatalf("player %d: %v +- %v; want the plain mean %v +- %v", p, *mean, error95, *want.Mean, *want.Error95)
			}
			for q := range p {
				var paired PairedScore
				for _, start := range starts {
					paired.Add(start[p].Score, start[q].Score)
				}
				difference, error95, _ := s.Difference(p, q)
				if want := paired.Mean(); !closeTo(*difference, *want.Difference) || !closeTo(*error95, *want.Error95) {
					t.Fatalf("players %d and %d: %v +- %v; want %v +- %v", p, q, *difference, *error95, *want.Difference, *want.Error95)
				}
			}
		}
	})
}

// "Players who played the same starts differ by the difference of their plain means,
// whoever else played."
func TestOthersDoNotMoveTheDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		starts := complete(t, 2, rapid.IntRange(1, 8).Draw(t, "starts"))
		others := rapid.IntRange(1, 4).Draw(t, "others")
		for i := range len(starts) + rapid.IntRange(0, 4).Draw(t, "more starts") {
			if i == len(starts) {
				starts = append(starts, nil)
			}
			for other := range others {
				if rapid.Bool().Draw(t, "played") {
					starts[i] = append(starts[i], PlayerScore{2 + other, float64(rapid.IntRange(-1000, 10_000).Draw(t, "score"))})
				}
			}
		}
		s := FitScores(2+others, starts)
		a, b := MeanScore(scoresOf(starts, 0)), MeanScore(scoresOf(starts, 1))
		if difference, _, _ := s.Difference(0, 1); !closeTo(*difference, *a.Mean-*b.Mean) {
			t.Fatalf("difference %v; want %v", *difference, *a.Mean-*b.Mean)
		}
	})
}

// A start that one player alone has played says nothing about differences.
func TestCommonStartsAlone(t *testing.T) {
	starts := [][]PlayerScore{{{0, 100}, {1, 90}}, {{0, 300}, {1, 310}}, {{0, 500}, {1, 440}}, {{0, 9000}}, {{1, -5}}}
	s := FitScores(2, starts)
	difference, error95, _ := s.Difference(0, 1)
	near(t, "difference", difference, 20, 1e-7)
	var paired PairedScore
	for _, start := range starts[:3] {
		paired.Add(start[0].Score, start[1].Score)
	}
	near(t, "error", error95, *paired.Mean().Error95, 1e-6)
}

// The order of starts and the numbers of players say nothing.
func TestScoresOfPermutedPlayers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 6).Draw(t, "players")
		starts := dealt(t, players, 10)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
		to := random.Perm(players)
		moved := make([][]PlayerScore, len(starts))
		for i, k := range random.Perm(len(starts)) {
			for _, c := range starts[k] {
				moved[i] = append(moved[i], PlayerScore{to[c.Player], c.Score})
			}
			random.Shuffle(len(moved[i]), func(a, b int) { moved[i][a], moved[i][b] = moved[i][b], moved[i][a] })
		}
		s, m := FitScores(players, starts), FitScores(players, moved)
		same := func(what string, a, b *float64) {
			t.Helper()
			if (a == nil) != (b == nil) || a != nil && !closeTo(*a, *b) {
				t.Fatalf("%s: %v and, permuted, %v", what, a, b)
			}
		}
		for p := range players {
			mean, error95 := s.Score(p)
			mean2, error2 := m.Score(to[p])
			same("mean", mean, mean2)
			same("error", error95, error2)
			for q := range p {
				d, e, _ := s.Difference(p, q)
				d2, e2, _ := m.Difference(to[p], to[q])
				same("difference", d, d2)
				same("error of a difference", e, e2)
			}
		}
	})
}

// What nobody has compared has no difference, and a figure from one start no error.
func TestScoresWithoutComparison(t *testing.T) {
	s := FitScores(4, [][]PlayerScore{{{0, 5}}, {{0, 7}}, {{1, 100}, {2, 50}}})
	if d, _, _ := s.Difference(0, 1); d != nil || s.Groups() != 2 {
		t.Errorf("difference %v in %d groups; want none, in 2", d, s.Groups())
	}
	if mean, error95 := s.Score(3); mean != nil || error95 != nil {
		t.Error("a score of a player without starts")
	}
	if mean, error95 := s.Score(0); *mean != 6 || error95 == nil {
		t.Errorf("%v, %v of a player alone; want 6 with its error", *mean, error95)
	}
	d, error95, los := s.Difference(1, 2)
	if near(t, "difference", d, 50, 0); error95 != nil || los != nil {
		t.Errorf("one start has the error %v and the likelihood %v; want none", error95, los)
	}
	// A newcomer with one start, among players with many, has no error; they keep theirs.
	var many [][]PlayerScore
	for i := range 50 {
		many = append(many, []PlayerScore{{0, float64(i * i % 17)}, {1, float64(i * i % 13)}})
	}
	many[7] = append(many[7], PlayerScore{2, 3})
	s = FitScores(3, many)
	if _, error95 := s.Score(2); error95 != nil {
		t.Errorf("a newcomer's error is %v after one start; want none", *error95)
	}
	if _, error95 := s.Score(0); error95 == nil {
		t.Error("a newcomer took the error of a player with 50 starts")
	}
}

// The 95 % intervals of differences hold the truth in about 95 of 100 experiments, with
// complete starts, with pairs on starts of their own as ladders play them, and with gaps.
func TestScoreIntervals(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	const experiments, players = 400, 6
	for _, tt := range []struct {
		name   string
		starts int
		plays  func(start int) []int
	}{
		{"complete", 30, func(int) []int { return []int{0, 1, 2, 3, 4, 5} }},
		{"pairs", 150, func(int) []int { return random.Perm(players)[:2] }},
		{"gaps", 60, func(int) []int { return random.Perm(players)[:1+random.IntN(players)] }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			held, of := 0, 0
			for range experiments {
				var starts [][]PlayerScore
				for i := range tt.starts {
					hard := 300 * random.NormFloat64()
					var start []PlayerScore
					for _, p := range tt.plays(i) {
						score := hard + float64(p)*20 + 100*random.ExpFloat64()
						start = append(start, PlayerScore{p, score})
					}
					starts = append(starts, start)
				}
				s := FitScores(players, starts)
				for p := 1; p < players; p++ {
					if d, error95, _ := s.Difference(p, 0); d != nil && error95 != nil {
						of++
						if math.Abs(*d-float64(p)*20) <= *error95 {
							held++
						}
					}
				}
			}
			share := float64(held) / float64(of)
			t.Logf("%.4f of %d intervals", share, of)
			if share < 0.93 || share > 0.985 || of < experiments*(players-1)*9/10 {
				t.Errorf("%.3f of %d intervals hold the difference; want about 0.95 of all", share, of)
			}
		})
	}
}

// More wins by start and fewer points: keeper's exit is worth 10 000 points, and is rare.
func TestMeansAreNotWins(t *testing.T) {
	var starts [][]PlayerScore
	wins := 0
	for i := range 100 {
		steady, rare := 600.0, 580.0
		if i%8 == 0 {
			rare = 10_580
		}
		if steady > rare {
			wins++
		}
		starts = append(starts, []PlayerScore{{0, steady}, {1, rare}})
	}
	s := FitScores(2, starts)
	d, _, los := s.Difference(1, 0)
	if wins != 87 || *d <= 0 || *los < 0.99 {
		t.Errorf("difference %v, likelihood %v, against %d wins; want the higher mean ahead", *d, *los, wins)
	}
}
