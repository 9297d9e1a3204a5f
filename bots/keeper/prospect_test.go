package keeper

import (
	"flag"
	"math/rand/v2"
	"testing"

	rules "arbiter/referee/games/keeper"
)

// Health is worth something at any time: with less of it a hero has less to expect.
// What he may expect is between what he has and some more than the exit.
func TestProspect(t *testing.T) {
	const more = 1500 // for items and monsters
	for seed := range int64(20) {
		s := rules.Deal(seed)
		s.Turn = int(seed) * 7
		known := rules.Square(s.Hero.Cell, rules.Sight+int(seed)%rules.Width)
		before := -more * 1.0
		for health := 1; health <= rules.MaxHealth; health++ {
			s.Hero.Health = health
			p := prospect(&s, &known)
			if p <= before || p > rules.ExitScore+more {
				t.Fatalf("seed %d: with %d health %.0f; with one less %.0f", seed, health, p, before)
			}
			before = p
		}
	}
}

var prospects = flag.Int("prospects", 20, "foretell the ends of so many matches of the boss after slips")

// "How likely the exit is reached": the mean square error of the chances (Brier score) is
// less than half that of how often the exit is reached.
//
//	go test ./bots/keeper -run TestProspectComesTrue -prospects 3000 -v -timeout 1h
func TestProspectComesTrue(t *testing.T) {
	const first, nodes, every = 7_000_001, 4000, 8
	missed, won, positions := 0.0, 0.0, 0.0
	for seed := range int64(*prospects) {
		r := rand.New(rand.NewPCG(first, uint64(seed)))
		often := []float64{0, 0.05, 0.15, 0.3, 0.6}[r.IntN(5)]
		from := r.IntN(120)
		s, p := rules.Deal(first+seed), NewPolicy(nodes, DefaultParameters())
		var chances []float64
		for !s.Over() {
			slips := s.Turn < from && r.Float64() < often
			p.nodes = nodes
			if s.Turn < from {
				p.nodes = nodes / 5
			}
			action := p.think(s.Hero, s.Visible(nil))
			if slips {
				all := s.Actions(nil)
				action = all[r.IntN(len(all))]
			}
			if s.Turn >= max(1, from) && (s.Turn-from)%every == 0 {
				o := look(&s, &p.known.Known)
				chances = append(chances, o.chance(&s.Hero))
			}
			s.Step(action, nil)
		}
		result := 0.0
		if s.End == rules.Won {
			result = 1
		}
		for _, c := range chances {
			missed += (c - result) * (c - result)
		}
		positions += float64(len(chances))
		won += result * float64(len(chances))
	}
	brier, rate := missed/positions, won/positions
	t.Logf("%.0f positions: Brier score %.4f, that of %.2f for each %.4f", positions, brier, rate, rate*(1-rate))
	if brier > rate*(1-rate)/2 {
		t.Errorf("Brier score %.3f; want less than half of %.3f", brier, rate*(1-rate))
	}
}
