package ctf

import (
	"flag"
	"fmt"
	"io"
	"math"
	"net/url"
	"testing"

	"arbiter/bots/ctf/style"
	"arbiter/bots/option"
	rules "arbiter/referee/games/ctf"
)

// with returns the bot that always has the options.
func with(b bot, options url.Values) bot {
	return func(in io.Reader, out io.Writer, _ url.Values) error { return b(in, out, options) }
}

func boss(nodes int) bot { return with(Boss, url.Values{"nodes": {fmt.Sprint(nodes)}}) }

// A player is a new policy for a match on a map, without pipes.
type player func(m *rules.Map, seed int64) *Policy

func bossPlayer(nodes int) player {
	return func(m *rules.Map, seed int64) *Policy { return NewPolicy(m, nodes, seed, DefaultParameters()) }
}

func stylePlayer(s style.Style) player {
	return func(m *rules.Map, _ int64) *Policy { return NewStyle(m, s) }
}

// randomPlayer plays commands at random, all alike probable.
func randomPlayer(m *rules.Map, seed int64) *Policy {
	p := NewGreedy(m)
	p.slips = option.NewSlips(1000, 0, seed)
	return p
}

// duel plays the match of a seed to its end.
func duel(seed int64, players [2]player) rules.State {
	return watched(seed, players, func(*rules.State, int, *Policy) {})
}

// watched is a duel in which watch sees each seat between its input and its answer.
func watched(seed int64, players [2]player, watch func(s *rules.State, seat int, p *Policy)) rules.State {
	s := rules.Deal(seed)
	var policies [2]*Policy
	for seat := range policies {
		policies[seat] = players[seat](MapFor(&s.Map, seat), seed)
	}
	var t Turn
	for !s.Over() {
		var orders [2]rules.Orders
		for seat, p := range policies {
			t.Show(&s, seat)
			p.Observe(&t)
			watch(&s, seat, p)
			orders[seat] = p.Choose()
		}
		s.Step(orders, nil)
	}
	return s
}

// A tally counts pairs of matches: a seed played once in either seat. A pair
// is won by more than one of its two points.
type tally struct {
	won, drawn, lost int
	points           float64 // a point for a match that is won, a half for a draw
	squares          float64 // of the points of each pair
}

// share is the share of all points.
func (t *tally) share() float64 { return t.points / float64(2*t.pairs()) }

func (t *tally) pairs() int { return t.won + t.drawn + t.lost }

// err is the standard error of share.
func (t *tally) err() float64 {
	n := float64(t.pairs())
	mean := t.points / n
	return math.Sqrt((t.squares/n-mean*mean)/n) / 2
}

// pairs lets a player play so many seeds against another.
func pairs(a, b player, first int64, count int) tally {
	var sum tally
	for seed := first; seed < first+int64(count); seed++ {
		points := 0.0
		for seat, players := range [2][2]player{{a, b}, {b, a}} {
			s := duel(seed, players)
			scores := s.Scores()
			points += 0.5 + float64(scores[seat]-scores[1-seat])/2
		}
		sum.points += points
		sum.squares += points * points
		switch {
		case points > 1:
			sum.won++
		case points < 1:
			sum.lost++
		default:
			sum.drawn++
		}
	}
	return sum
}

func (t *tally) report(b *testing.B) {
	b.ReportMetric(100*t.share(), "%points")
	b.ReportMetric(100*t.err(), "error")
	b.ReportMetric(float64(t.won), "pairs-won")
	b.ReportMetric(float64(t.drawn), "pairs-drawn")
	b.ReportMetric(float64(t.lost), "pairs-lost")
}

// Nothing was chosen on the seeds from here on.
const freshSeeds = 300_001

// bossPairs is how many pairs the boss plays against each opponent.
var bossPairs = flag.Int("pairs", 200, "pairs that the benchmarks play of boss against each opponent")

// BenchmarkStrength plays pairs of boss against each style, and 100 pairs of the
// others, and tells the share of points, its standard error and the pairs. It repeats exactly: the budget is in nodes. With 200 pairs
// it takes about half an hour of a quiet core.
//
//	go test ./bots/ctf -run '^$' -bench Strength -benchtime 1x -timeout 3h -pairs 200
func BenchmarkStrength(b *testing.B) {
	run := func(name string, p, opponent player, count int) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sum := pairs(p, opponent, freshSeeds, count)
				sum.report(b)
			}
		})
	}
	greedy := stylePlayer(style.Find("greedy"))
	run("greedy/random", greedy, randomPlayer, 100)
	for _, s := range style.All()[1:] {
		run(s.Name+"/greedy", stylePlayer(s), greedy, 100)
	}
	run("boss/random", bossPlayer(2000), randomPlayer, *bossPairs)
	for _, s := range style.All() {
		run("boss/"+s.Name, bossPlayer(2000), stylePlayer(s), *bossPairs)
	}
}

// "Each style beats greedy": over a few seeds, each has more than half the points.
func TestStylesBeatGreedy(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: plays many matches") // make quick passes -short; make test and CI play it
	}
	for _, s := range style.All()[1:] {
		if sum := pairs(stylePlayer(s), stylePlayer(style.Find("greedy")), 1, 30); sum.share() < 0.5 {
			t.Errorf("%s has %.0f %% of the points against greedy; want half", s.Name, 100*sum.share())
		}
	}
}

// "The boss beats every style": over a few seeds and with few nodes, some of
// those that are hardest to beat.
func TestBossBeatsStyles(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: plays many matches") // make quick passes -short; make test and CI play it
	}
	for _, name := range []string{"rush1", "rush2", "turtle"} {
		if sum := pairs(bossPlayer(500), stylePlayer(style.Find(name)), 1, 4); sum.share() < 0.7 {
			t.Errorf("boss has %.0f %% of the points against %s; want 70 %%", 100*sum.share(), name)
		}
	}
}
