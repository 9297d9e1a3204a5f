package ctf

import (
	"fmt"
	"testing"

	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
	"arbiter/server/league/rating"
)

func levelPlayer(level int) player {
	return func(m *rules.Map, seed int64) *Policy {
		p := NewPolicy(m, 0, seed, DefaultParameters())
		p.SetLevel(level, seed)
		return p
	}
}

// "Each level is stronger than the one below": over a few seeds, levels that
// are three apart win in order.
func TestLevelsGoUp(t *testing.T) {
	for n := 4; n <= len(levels); n += 3 {
		if sum := pairs(levelPlayer(n), levelPlayer(n-3), 1, 3); sum.share() < 0.6 {
			t.Errorf("level %d has %.0f %% of the points against level %d; want 60 %%", n, 100*sum.share(), n-3)
		}
	}
}

// "For beginners to climb": who sends the nearest minion for the flag, and lets the
// others wait, beats level 1.
func TestFirstBotBeatsLevel1(t *testing.T) {
	fetch := style.Style{Name: "fetch", Play: func(h *style.Hand) {
		id, to := h.Carrier(), h.Home()
		if id < 0 {
			id, to = h.Nearest(h.Prize().Pos), h.Prize().Pos
		}
		if id >= 0 {
			h.Give(id, h.Table.Step(h.Own(id).Pos, to))
		}
	}}
	if sum := pairs(stylePlayer(fetch), levelPlayer(1), 1, 10); sum.share() < 0.7 {
		t.Errorf("a bot that fetches the flag has %.0f %% of the points against level 1; want 70 %%", 100*sum.share())
	}
}

// BenchmarkLevels plays pairs of every level against the level below, and tells
// the share of points and the Elo, with standard errors. It repeats exactly. Level 10
// takes as long as all others:
//
//	go test ./bots/ctf -run '^$' -bench Levels -benchtime 1x -timeout 3h -pairs 400
func BenchmarkLevels(b *testing.B) {
	for n := 2; n <= len(levels); n++ {
		b.Run(fmt.Sprintf("level=%d", n), func(b *testing.B) {
			for b.Loop() {
				sum := pairs(levelPlayer(n), levelPlayer(n-1), freshSeeds+40_000, *bossPairs)
				sum.report(b)
				b.ReportMetric(rating.EloOf(sum.share()), "Elo")
				b.ReportMetric((rating.EloOf(sum.share()+sum.err())-rating.EloOf(sum.share()-sum.err()))/2, "Elo-error")
			}
		})
	}
}
