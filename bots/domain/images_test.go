package domain

import (
	"math"
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/domain"
	"arbiter/server/league/rating"
)

// Whether two openings of a class, each the other turned or mirrored, give independent
// evidence. The benchmark reports a correlation: a bot's results in pairs of games on
// one opening with its results in pairs on the other. The bot plays against a bot that
// differs by its seed. The correlation is 1 for pairs that are played again and 0 for
// pairs on unrelated starts. Its standard error is about 1 by the root of the pairs. To
// measure:
//
//	go test ./bots/domain -run '^$' -bench Images -benchtime 1x
func BenchmarkImages(b *testing.B) {
	for _, bb := range []struct {
		name string
		play player
		both int // pairs of pairs on each class
	}{
		{"greedy", greedy, 40},
		{"boss-1k", boss(1000), 4},
	} {
		b.Run(bb.name, func(b *testing.B) {
			classes := images(b)
			for b.Loop() {
				var one, other []float64
				for number, class := range classes {
					for i := range bb.both {
						seed := int64(bb.both*number + i)
						x, y := class[i%len(class)], class[(i+1)%len(class)]
						one, other = append(one, pairOn(bb.play, seed, x)), append(other, pairOn(bb.play, seed, y))
					}
				}
				b.ReportMetric(correlation(one, other), "correlation")
				b.ReportMetric(1/math.Sqrt(float64(len(one))), "error")
			}
		})
	}
}

// images returns the openings of each class.
func images(t testing.TB) (classes [][]rules.State) {
	game, number := rules.Game{}, map[string]int{}
	for _, o := range game.Openings(1) {
		class, err := game.Class(o.Name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := game.New(referee.Setup{Position: o.Position}, 2)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := rules.StateOf(m)
		if !ok {
			t.Fatal("no state of a match of domain")
		}
		if _, ok := number[class]; !ok {
			number[class], classes = len(classes), append(classes, nil)
		}
		classes[number[class]] = append(classes[number[class]], s)
	}
	return classes
}

// pairOn plays a pair from a position and returns what the player makes of it, 0 to
// 2 points, against itself with another seed.
func pairOn(p player, seed int64, s rules.State) float64 {
	const apart = 100_000
	first := duel(s, [2]func(s *rules.State) rules.Action{p(seed), p(seed + apart)})
	second := rating.Win - duel(s, [2]func(s *rules.State) rules.Action{p(seed + apart), p(seed)})
	return float64(first+second) / float64(rating.Win)
}

// correlation returns Pearson's correlation.
func correlation(x, y []float64) float64 {
	var meanX, meanY, xx, yy, xy float64
	for i := range x {
		meanX, meanY = meanX+x[i]/float64(len(x)), meanY+y[i]/float64(len(y))
	}
	for i := range x {
		dx, dy := x[i]-meanX, y[i]-meanY
		xx, yy, xy = xx+dx*dx, yy+dy*dy, xy+dx*dy
	}
	return xy / math.Sqrt(xx*yy)
}
