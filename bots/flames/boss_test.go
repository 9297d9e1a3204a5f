package flames

import (
	"net/url"
	"strings"
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/flames"
)

// Greedy and Boss answer legally to the end of every match.
func TestSearchersAnswerLegally(t *testing.T) {
	for _, tt := range []struct {
		name    string
		bot     bot
		options url.Values
	}{
		{"greedy", Greedy, nil},
		{"boss", Boss, nodes(200)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range 10 {
				playMatch(t, referee.Setup{Seed: int64(seed)}, start(tt.bot, tt.options))
			}
			for _, position := range []string{
				`{"arena": ["S"], "hp": 3}`,                   // nowhere to go
				`{"hp": 1, "cycle": 7}`,                       // every movement but one onto a flame kills
				`{"hp": 1, "cycle": 7, "flames": [[17, 14]]}`, // and that one too: it is paid before the refund
				`{"mode": "scatter", "ap": 0, "cycle": 5}`,
				`{"arena": ["###", "#S#", "#.#", "###"], "flames": [[1, 2]]}`,
				`{"arena": ["#####", "#S#.#", "##.##", "#####"], "flames": [[3, 1]], "hp": 9}`, // out of reach
			} {
				playMatch(t, referee.Setup{Position: []byte(position)}, start(tt.bot, tt.options))
			}
		})
	}
}

// Boss with a number of nodes plays the same match again.
func TestBossRepeats(t *testing.T) {
	game := func() string {
		_, answers := playMatch(t, referee.Setup{Seed: 5}, start(Boss, nodes(500)))
		return strings.Join(answers, ", ")
	}
	if first, again := game(), game(); first != again {
		t.Errorf("first %s\nthen %s", first, again)
	}
}

// Boss puts everything out where Random dies.
func TestBossIsStronger(t *testing.T) {
	for seed := range 10 {
		setup := referee.Setup{Seed: int64(seed)}
		random, _ := playMatch(t, setup, start(Random, seeded(seed)))
		boss, _ := playMatch(t, setup, start(Boss, nodes(2000)))
		if boss.Scores[0] <= random.Scores[0] {
			t.Errorf("seed %d: boss %d HP, random %d HP", seed, boss.Scores[0], random.Scores[0])
		}
	}
}

// With two HP left, Boss finds the win in one action.
func TestBossTakesTheLastFlame(t *testing.T) {
	position := `{"cycle": 7, "hp": 2, "flames": [[17, 14]]}`
	result, answers := playMatch(t, referee.Setup{Position: []byte(position)}, start(Boss, nodes(500)))
	if result.Reason != "victory" || result.Scores[0] != 2 || answers[0] != "MOVE N" {
		t.Errorf("%s with %d HP: %v", result.Reason, result.Scores[0], answers)
	}
}

// A search allocates nothing.
func TestSearchAllocatesNothing(t *testing.T) {
	s := newSearch(DefaultParameters())
	c, state := rules.Deal(1)
	best := line{worth: -1 << 30}
	spent := byNodes(500, 0)
	if n := testing.AllocsPerRun(3, func() { s.improve(c, &state, 3, &best, spent) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// "Later in a line than first, an IMMO is only for who cannot move."
func TestLaterImmoIsForWhoCannotMove(t *testing.T) {
	later := 0
	for seed := range int64(40) {
		c, s := rules.Deal(seed)
		p := NewPolicy(&c.Arena, 300, DefaultParameters())
		for s.Outcome == rules.Playing {
			p.Observe(&s, s.Glyphs(c))
			action := p.Choose()
			for depth := 2; depth < maxDepth; depth++ {
				for _, reached := range p.search.trail[depth] {
					if reached.action < rules.ImmoNE {
						continue
					}
					later++
					position, way := s, p.search.line(depth-1, reached)
					for _, earlier := range way.actions[:depth-1] {
						position.Act(&p.test, earlier, nil)
					}
					for move := range position.Valid(&p.test).All() {
						next := position
						if move != rules.Pass && move < rules.ImmoNE && !next.Act(&p.test, move, nil).Dead() {
							t.Fatalf("seed %d, cycle %d: %v after %v, where %v is possible", seed, s.Cycle, reached.action, way.actions[:depth-1], move)
						}
					}
				}
			}
			s.Act(c, action, nil)
		}
	}
	if later == 0 {
		t.Error("nobody looks at a later IMMO")
	}
}

// An option that is no number is an error.
func TestBossOption(t *testing.T) {
	if err := Boss(strings.NewReader(""), nil, url.Values{"nodes": {"x"}}); err == nil || !strings.Contains(err.Error(), "nodes=x") {
		t.Errorf("nodes=x: error %v", err)
	}
}

// "Can be cloned between turns": a clone answers like the policy it was made
// from, and neither notices the other.
func TestClonesGoOnAlone(t *testing.T) {
	c, s := rules.Deal(3)
	p := NewPolicy(&c.Arena, 300, DefaultParameters())
	for s.Outcome == rules.Playing {
		p.Observe(&s, s.Glyphs(c))
		p.Clone().Choose()
		same := p.Clone().Choose()
		action := p.Choose()
		if action != same {
			t.Fatalf("cycle %d: the clone plays %v, the policy %v", s.Cycle, same, action)
		}
		s.Act(c, action, nil)
	}
}
