package ladder_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/ladder"
)

// solo returns a pair of a solo game by the scores of both on a start.
func solo(a, b string, own, other float64) ladder.Pair {
	p := ladder.Pair{A: a, B: b, Each: 1, Points: &[2]float64{own, other}}
	switch {
	case own > other:
		p.Scores[0] = rating.Win
	case own == other:
		p.Scores[0] = rating.Draw
	}
	return p
}

// "Score is that of standings, by which a solo game is ranked": who wins most starts by
// little is behind one that misses the exit, worth 10 000 points, on fewer of them. So is a
// version behind the one before it.
func TestSoloLadderIsByScore(t *testing.T) {
	var l ladder.Ladder
	enter(&l, "rare", "often", "third")
	l.Enter(league.SeriesEntry{Key: "rare", Bot: "rare2", Round: 2})
	for n := range 80 {
		rare := 500.0
		if n%8 == 0 {
			rare = 10_500
		}
		l.Add(solo("often", "rare2", 520, rare))
		l.Add(solo("third", "often", 100, 520))
		l.Add(solo("rare2", "rare", rare, 501))
	}
	table, err := l.Table()
	if err != nil {
		t.Fatal(err)
	}
	if first, second := table.Lines[0], table.Lines[1]; first.Bot != "rare2" || second.Bot != "often" || *first.Score-*second.Score < 1000 || *first.Elo >= *second.Elo {
		t.Errorf("%s %v, Elo %v; %s %v, Elo %v; want rare2 first by its score, with less Elo", first.Bot, *first.Score, *first.Elo, second.Bot, *second.Score, *second.Elo)
	}
	for _, line := range table.Lines {
		if line.Bot == "rare2" && (line.Before != "rare" || *line.Stronger < 0.95) {
			t.Errorf("stronger than %q with %v; want rare, and by score", line.Before, *line.Stronger)
		}
	}
}

// A ladder of a solo game chooses the pairs that tell about the order of scores: bots whose
// means are half a deviation apart come into their order, whatever a point is worth, and
// starts differ by ten times as much.
func TestSoloLadderFindsTheOrder(t *testing.T) {
	for _, point := range []float64{1, 1000} {
		random := rand.New(rand.NewPCG(*seed, 3))
		f, names := newField(8, 0.5*point, random)
		var l ladder.Ladder
		enter(&l, names...)
		for played := 0; played < 600; {
			cells, err := l.Next(4, 1)
			if err != nil || len(cells) == 0 {
				t.Fatal(cells, err)
			}
			for _, c := range cells {
				for range c.Pairs {
					hard := 10 * point * random.NormFloat64()
					l.Add(solo(c.A, c.B, hard+f.strength[c.A]+point*(random.ExpFloat64()-1), hard+f.strength[c.B]+point*(random.ExpFloat64()-1)))
					played++
				}
			}
		}
		if tau := f.tau(t, &l); tau < 0.92 {
			t.Errorf("points of %v: Kendall's tau is %.3f after 600 pairs; want nearly all in order", point, tau)
		}
	}
}
