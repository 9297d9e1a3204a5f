package keeper

import (
	"flag"
	"math"
	"testing"

	rules "arbiter/referee/games/keeper"
)

// playOut plays a seed with a bot's choice, without pipes, and returns the end.
func playOut(seed int64, think thinker) rules.State {
	s := rules.Deal(seed)
	var visible []rules.Entity
	for !s.Over() {
		visible = s.Visible(visible[:0])
		s.Step(think(s.Hero, visible), nil)
	}
	return s
}

// playedBy returns a function that plays a seed with a new bot.
func playedBy(newBot func() thinker) func(seed int64) rules.State {
	return func(seed int64) rules.State { return playOut(seed, newBot()) }
}

// The bots are worth beating, one more than the other.
func TestStrength(t *testing.T) {
	const seeds = 6
	play := func(newBot func() thinker) (scores [seeds]int) {
		for seed := range scores {
			s := playOut(int64(seed), newBot())
			scores[seed] = s.Hero.Score
		}
		return scores
	}
	random := play(func() thinker { return random(1) })
	greedy := play(func() thinker { return greedy(1) })
	boss := play(func() thinker { return NewPolicy(2000, DefaultParameters()).think })
	for _, tt := range []struct {
		name   string
		a, b   [seeds]int
		atMost int // seeds on which a does not win
	}{
		{"greedy beats random", greedy, random, 1},
		{"boss beats random", boss, random, 1},
		{"boss beats greedy", boss, greedy, 1},
	} {
		missed := 0
		for seed := range tt.a {
			if tt.a[seed] <= tt.b[seed] {
				missed++
			}
		}
		if missed > tt.atMost {
			t.Errorf("%s: no win on %d of %d seeds, want at most %d: %v to %v", tt.name, missed, seeds, tt.atMost, tt.a, tt.b)
		}
	}
}

// told returns a function that plays a seed with a boss who is told where the exit is.
// Everything else he has to see himself. His lead over the ordinary boss is the cost of
// looking for the exit.
func told(nodes int) func(seed int64) rules.State {
	return func(seed int64) rules.State {
		exit := rules.Deal(seed).Things[rules.Exit]
		p := NewPolicy(nodes, DefaultParameters())
		return playOut(seed, func(hero rules.Hero, visible []rules.Entity) rules.Action {
			p.Observe(hero, visible)
			p.known.State.Things[rules.Exit] = exit
			return p.Choose()
		})
	}
}

var (
	strengthFirst = flag.Int64("first", 430_001, "the first seed of BenchmarkStrength")
	strengthSeeds = flag.Int("seeds", 500, "the seeds of BenchmarkStrength")
)

// BenchmarkStrength plays the 500 seeds from 430 001 on, which no weight was
// chosen on, and tells the mean score and its standard error, how many heroes
// reach the exit, how many die and the mean number of turns. The ceiling is what
// the same judgement reaches on the first of these seeds when it sees the whole
// maze and the monsters' future: see ceiling. It repeats exactly, and plays other
// seeds when it is told to:
//
//	go test ./bots/keeper -run '^$' -bench Strength -benchtime 1x -timeout 1h
//	go test ./bots/keeper -run '^$' -bench Strength/boss/nodes=5000 -first 850001 -seeds 1000 -benchtime 1x -timeout 1h
func BenchmarkStrength(b *testing.B) {
	for _, player := range []struct {
		name  string
		seeds int
		play  func(seed int64) rules.State
	}{
		{"random", *strengthSeeds, playedBy(func() thinker { return random(1) })},
		{"greedy", *strengthSeeds, playedBy(func() thinker { return greedy(1) })},
		{"boss/nodes=5000", *strengthSeeds, playedBy(func() thinker { return NewPolicy(5000, DefaultParameters()).think })},
		{"boss/nodes=20000", *strengthSeeds, playedBy(func() thinker { return NewPolicy(20_000, DefaultParameters()).think })},
		{"told/nodes=5000", *strengthSeeds, told(5000)},
		{"ceiling", min(ceilingSeeds, *strengthSeeds), ceiling},
	} {
		b.Run(player.name, func(b *testing.B) {
			score, squares, won, dead, turns := 0.0, 0.0, 0, 0, 0
			for b.Loop() {
				for seed := range int64(player.seeds) {
					s := player.play(*strengthFirst + seed)
					score += float64(s.Hero.Score)
					squares += float64(s.Hero.Score) * float64(s.Hero.Score)
					turns += s.Turn
					switch s.End {
					case rules.Won:
						won++
					case rules.Dead:
						dead++
					}
				}
			}
			matches := float64(b.N * player.seeds)
			mean := score / matches
			b.ReportMetric(mean, "score")
			b.ReportMetric(math.Sqrt((squares/matches-mean*mean)/matches), "error")
			b.ReportMetric(100*float64(won)/matches, "%exit")
			b.ReportMetric(100*float64(dead)/matches, "%dead")
			b.ReportMetric(float64(turns)/matches, "turns")
		})
	}
}
