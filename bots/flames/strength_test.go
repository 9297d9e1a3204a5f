package flames

import (
	"fmt"
	"math"
	"net/url"
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/flames"
)

// firstSeed is the first of the seeds that strengths are told on. No weight was
// chosen on them.
const firstSeed = 300_001

// BenchmarkStrength plays the 300 seeds from firstSeed on, and tells the mean HP
// at the end, 0 for a defeat, its standard error and the number of defeats. It
// repeats exactly:
//
//	go test ./bots/flames -run '^$' -bench Strength -benchtime 1x -timeout 1h
func BenchmarkStrength(b *testing.B) {
	for _, bb := range []struct {
		name string
		play playout
	}{
		{"random", piped(b, Random)},
		{"greedy", piped(b, Greedy)},
		{"boss/nodes=5000", boss(5000)},
		{"boss/nodes=50000", boss(50_000)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				strength(300, firstSeed, bb.play).report(b)
			}
		})
	}
}

// firstCurveSeed is the first of the seeds of BenchmarkNodes. Neither a weight nor a
// share of the search was chosen on them.
const firstCurveSeed = 360_001

// BenchmarkNodes plays 200 seeds with budgets from small to large: a larger one is
// not weaker, and a slightly larger one is not much stronger.
//
//	go test ./bots/flames -run '^$' -bench Nodes -benchtime 1x
func BenchmarkNodes(b *testing.B) {
	for _, nodes := range []int{300, 500, 800, 1000, 1100, 1170, 1173, 1200, 1500, 2000, 3000, 5000} {
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) {
			for b.Loop() {
				strength(200, firstCurveSeed, boss(nodes)).report(b)
			}
		})
	}
}

// A playout plays the match of a seed to its end and returns its score.
type playout func(seed int64) int64

// boss plays with a number of nodes, without pipes.
func boss(nodes int) playout {
	return func(seed int64) int64 {
		c, s := rules.Deal(seed)
		return follow(NewPolicy(&c.Arena, nodes, DefaultParameters()), c, &s)
	}
}

// levelled plays at a level.
func levelled(level int) playout {
	return func(seed int64) int64 {
		c, s := rules.Deal(seed)
		p := NewPolicy(&c.Arena, 0, DefaultParameters())
		p.SetLevel(level, seed)
		return follow(p, c, &s)
	}
}

// follow plays what the policy chooses.
func follow(p *Policy, c *rules.Case, s *rules.State) int64 {
	for s.Outcome == rules.Playing {
		p.Observe(s, s.Glyphs(c))
		s.Act(c, p.Choose(), nil)
	}
	return s.Score()
}

// piped plays a bot that has no policy.
func piped(tb testing.TB, b bot) playout {
	return func(seed int64) int64 {
		result, _ := playMatch(tb, referee.Setup{Seed: seed}, start(b, nil))
		return result.Scores[0]
	}
}

// figures are what a number of matches came to.
type figures struct {
	mean, err float64 // HP
	defeats   int
}

// strength plays so many seeds.
func strength(seeds int, first int64, play playout) (f figures) {
	sum, squares := 0.0, 0.0
	for seed := first; seed < first+int64(seeds); seed++ {
		hp := float64(play(seed))
		sum += hp
		squares += hp * hp
		if hp == 0 {
			f.defeats++
		}
	}
	n := float64(seeds)
	f.mean = sum / n
	f.err = math.Sqrt((squares/n - f.mean*f.mean) / n)
	return f
}

func (f figures) report(b *testing.B) {
	b.ReportMetric(f.mean, "HP")
	b.ReportMetric(f.err, "error")
	b.ReportMetric(float64(f.defeats), "defeats")
}

func levelName(n int) string { return fmt.Sprintf("level=%d", n) }

func nodes(n int) url.Values { return url.Values{"nodes": {fmt.Sprint(n)}} }
