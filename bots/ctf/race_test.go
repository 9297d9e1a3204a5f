package ctf

import (
	"testing"

	"arbiter/bots/ctf/stranger"
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// raced returns what seat 0 does in a position if it plays a style.
func raced(s *rules.State, name string) [rules.MaxMinions]rules.Command {
	return style.Find(name).Orders(style.View{State: s, Table: rules.NewTable(&s.Map)}).Commands
}

// "The minion with the shortest way runs for the opponent's flag, so that it is
// replaced at once when it dies."
func TestRunnerIsReplacedAtOnce(t *testing.T) {
	s := rules.Deal(7)
	table := rules.NewTable(&s.Map)
	for range s.PerSeat {
		runner, far := -1, 0
		for id := range s.PerSeat {
			m := s.Minions[0][id]
			if d := table.Between(m.Pos, s.Flags[1].Pos); m.Alive() && (runner < 0 || d < far) {
				runner, far = id, d
			}
		}
		if got, want := raced(&s, "runner")[runner], table.Step(s.Minions[0][runner].Pos, s.Flags[1].Pos); got != want {
			t.Errorf("minion %d is nearest to the flag and does %v; want %v", runner, got, want)
		}
		s.Minions[0][runner].Health = 0
	}
}

// "FREEZE before FIRE": a strong thief in sight is frozen, and fired at then.
func TestThiefIsFrozenFirst(t *testing.T) {
	s, err := rules.Position([]byte(`{"grid": ["###########", "#.........#", "###########"], "flag_bases": [[1, 1], [1, 9]], "credits": [40, 0],
		"flags": [{"carrier": 0}, {}], "minions": [[{"pos": [1, 2]}], [{"pos": [1, 4]}]]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []rules.Verb{rules.Freeze, rules.Fire, rules.Fire, rules.Fire} {
		orders := raced(&s, "runner")
		if got := orders[0].Verb; got != want {
			t.Fatalf("turn %d: %v; want %v", s.Turn+1, got, want)
		}
		s.Step([2]rules.Orders{{Commands: orders}, {}}, nil)
	}
}

// "It never hits the own carrier."
func TestRacersSpareTheCarrier(t *testing.T) {
	s, err := rules.Position([]byte(`{"grid": ["###########", "#.........#", "###########"], "flag_bases": [[1, 1], [1, 9]], "credits": [40, 0],
		"flags": [{"carrier": 0}, {"carrier": 1}], "minions": [[{"pos": [1, 2]}, {"pos": [1, 5]}], [{"pos": [1, 4]}, {"pos": [1, 8]}]]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := raced(&s, "runner")[0].Verb; got == rules.Fire || got == rules.Freeze {
		t.Errorf("%v with the carrier in sight; want none", got)
	}
}

// "Players that stand in for the programs of strangers": over a few seeds and with few
// nodes, the boss beats two of those it may be tuned on.
func TestBossBeatsStrangers(t *testing.T) {
	for _, s := range stranger.Tuned()[:2] {
		if sum := pairs(bossPlayer(500), strangerPlayer(s), 1, 5); sum.share() < 0.6 {
			t.Errorf("boss has %.0f %% of the points against %s; want 60 %%", 100*sum.share(), s.Name)
		}
	}
}
