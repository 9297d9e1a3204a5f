package human_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/playing/human"
)

// lines returns the answers that the choices stand for; in ctf each of them
// commands one minion.
func lines(c human.Choices) (all []string) {
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	switch {
	case c.Domain != nil:
		for _, t := range c.Domain.Targets {
			for _, side := range t.Sides {
				add("%d %d %s", t.Cell[0], t.Cell[1], side)
			}
		}
	case c.Flames != nil:
		all = c.Flames.Valid
	case c.Keeper != nil:
		for _, to := range append(c.Keeper.Moves, c.Keeper.At) {
			add("MOVE %d %d", to[0], to[1])
		}
		for w, weapon := range c.Keeper.Weapons {
			for _, t := range weapon.Targets {
				add("ATTACK %d %d %d", w, t.Cell[0], t.Cell[1])
			}
		}
	case c.CTF != nil:
		for _, m := range c.CTF.Minions {
			add("WAIT %d", m.ID)
			for _, to := range m.Moves {
				add("MOVE %d %d %d", m.ID, to[1], to[0])
			}
			if m.Fire {
				add("FIRE %d", m.ID)
			}
			if m.Freeze {
				add("FREEZE %d", m.ID)
			}
			for _, at := range m.Mines {
				if m.Mine {
					add("MINE %d %d %d", m.ID, at[1], at[0])
				}
			}
		}
	}
	return all
}

// In whole matches of random choices every offered answer passes the check,
// every answer that the game lists is offered, and no answer is a fault.
func TestChoices(t *testing.T) {
	for _, tt := range []struct {
		game  string
		seats int
	}{{"ctf", 2}, {"domain", 2}, {"flames", 1}, {"keeper", 1}} {
		t.Run(tt.game, func(t *testing.T) {
			g, err := games.Find(tt.game)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range int64(3) {
				m, err := g.New(referee.Setup{Seed: seed}, tt.seats)
				if err != nil {
					t.Fatal(err)
				}
				play(t, tt.game, m, tt.seats, rand.New(rand.NewPCG(uint64(seed), 1)))
			}
		})
	}
}

func play(t *testing.T, game string, m referee.Match, seats int, random *rand.Rand) {
	t.Helper()
	guide := make([]human.Guide, seats)
	for seat := range guide {
		guide[seat], _ = human.NewGuide(game)
	}
	for turn := 1; !m.Over(); turn++ {
		answers := make([]string, seats)
		for seat := range m.Asked().All() {
			guide[seat].Update(m, referee.Ask{Turn: turn, Seat: seat, Input: m.Input(seat, nil)})
			offered := lines(guide[seat].Choices(""))
			for _, line := range offered {
				if err := guide[seat].Check(line); err != nil {
					t.Fatalf("turn %d, seat %d: %q is offered and refused: %v", turn, seat, line, err)
				}
			}
			for _, part := range m.(referee.Chooser).Choices(seat) {
				for _, line := range part {
					if !slices.Contains(offered, line) {
						t.Fatalf("turn %d, seat %d: %q is not offered", turn, seat, line)
					}
				}
			}
			answers[seat] = offered[random.IntN(len(offered))]
		}
		for seat := range m.Asked().All() {
			m.Answer(seat, []string{answers[seat]})
		}
		m.Step()
		if faults := m.Result().Faults; len(faults) > 0 {
			t.Fatalf("turn %d: %v", turn, faults[0])
		}
	}
}

// "It keeps no reference to the match, which may continue in another goroutine."
func TestUpdateCopies(t *testing.T) {
	g, err := games.Find("domain")
	if err != nil {
		t.Fatal(err)
	}
	m, err := g.New(referee.Setup{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	guide, err := human.NewGuide("domain")
	if err != nil {
		t.Fatal(err)
	}
	guide.Update(m, referee.Ask{Turn: 1, Input: m.Input(0, nil)})
	before, offered := m.AppendState(nil), lines(guide.Choices(""))
	m.Answer(0, []string{"0 0 D"})
	m.Step()
	if slices.Equal(before, m.AppendState(nil)) {
		t.Fatal("the match did not continue")
	}
	if again := lines(guide.Choices("")); !slices.Equal(offered, again) {
		t.Errorf("offered %v, and %v after the match continued; want the same", offered, again)
	}
}
