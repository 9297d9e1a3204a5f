package keeper

import (
	"testing"

	rules "arbiter/referee/games/keeper"
)

// walk plays a seed with a thinker and returns the end of it.
func walk(seed int64, think thinker) rules.State {
	s := rules.Deal(seed)
	var visible []rules.Entity
	for !s.Over() {
		visible = s.Visible(visible[:0])
		s.Step(think(s.Hero, visible), nil)
	}
	return s
}

func benchmarkStrength(b *testing.B, bot func() thinker) {
	const seeds = 100
	score, exits, dead, turns := 0, 0, 0, 0
	for b.Loop() {
		for seed := range int64(seeds) {
			s := walk(seed+1, bot())
			score += s.Hero.Score
			turns += s.Turn
			switch s.End {
			case rules.Won:
				exits++
			case rules.Dead:
				dead++
			}
		}
	}
	matches := float64(b.N * seeds)
	b.ReportMetric(float64(score)/matches, "score")
	b.ReportMetric(100*float64(exits)/matches, "%exits")
	b.ReportMetric(100*float64(dead)/matches, "%dead")
	b.ReportMetric(float64(turns)/matches, "turns")
}

const bossNodes = 3000

func BenchmarkStrength(b *testing.B) {
	b.Run("greedy", func(b *testing.B) { benchmarkStrength(b, func() thinker { return greedy(1) }) })
	b.Run("boss", func(b *testing.B) { benchmarkStrength(b, func() thinker { return boss(bossNodes) }) })
}
