package ctf

import (
	"fmt"
	"slices"
	"testing"

	"arbiter/bots/ctf/stranger"
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

func strangerPlayer(s stranger.Stranger) player {
	return func(m *rules.Map, _ int64) *Policy {
		return &Policy{belief: newBelief(m, []style.Style{style.Find("greedy")}), choose: estranged{stranger.New(s.Habits)}}
	}
}

func allStrangers() []stranger.Stranger { return append(stranger.Tuned(), stranger.HeldOut()...) }

// BenchmarkStrangers plays pairs of boss against each stranger, and tells the share
// of points, its standard error and the pairs.
//
//	go test ./bots/ctf -run '^$' -bench Strangers -benchtime 1x -timeout 3h -pairs 100
func BenchmarkStrangers(b *testing.B) {
	for _, s := range allStrangers() {
		b.Run(s.Name, func(b *testing.B) {
			for b.Loop() {
				sum := pairs(bossPlayer(2000), strangerPlayer(s), freshSeeds+80_000, *bossPairs)
				sum.report(b)
			}
		})
	}
}

// BenchmarkNodes tells how strength grows with nodes: the share of points of each budget
// against some strangers, and of 8,000 nodes against 500.
//
//	go test ./bots/ctf -run '^$' -bench Nodes -benchtime 1x -timeout 1h -pairs 25
func BenchmarkNodes(b *testing.B) {
	run := func(name string, nodes int, opponent player, first int64, count int) {
		b.Run(fmt.Sprintf("nodes=%d/%s", nodes, name), func(b *testing.B) {
			for b.Loop() {
				sum := pairs(bossPlayer(nodes), opponent, first, count)
				sum.report(b)
			}
		})
	}
	for nodes := 125; nodes <= 8000; nodes *= 4 {
		for _, s := range allStrangers() {
			if slices.Contains([]string{"post", "hound", "statue", "swing"}, s.Name) {
				run(s.Name, nodes, strangerPlayer(s), freshSeeds+96_000, *bossPairs)
			}
		}
	}
	run("nodes=500", 8000, bossPlayer(500), freshSeeds+95_000, 2**bossPairs)
}

// "Players that stand in for the programs of strangers": each has more than half the
// points against greedy, as the strangers had.
func TestStrangersBeatGreedy(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: plays many matches") // make quick passes -short; make test and CI play it
	}
	for _, s := range allStrangers() {
		if sum := pairs(strangerPlayer(s), stylePlayer(style.Find("greedy")), 1, 40); sum.share() < 0.5 {
			t.Errorf("%s has %.0f %% of the points against greedy; want half", s.Name, 100*sum.share())
		}
	}
}
