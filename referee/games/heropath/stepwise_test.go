package heropath

import (
	"math/rand/v2"
	"testing"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// stepAnswer is a refereetest.Answerer of Stepwise: any move that Mask allows.
func stepAnswer(r *rand.Rand, m referee.Match, seat int) []string {
	step := m.(*stepMatch)
	var mask [tableSize]byte
	step.Mask(seat, mask[:])
	for {
		if i := r.IntN(tableSize); mask[i] == 1 {
			return []string{step.ActionText(seat, []int32{int32(i)})}
		}
	}
}

func TestStepwise(t *testing.T) { refereetest.TestGame(t, Stepwise{}, stepAnswer) }

// "The moves, put together, are an answer of Game with the same score."
func TestStepwiseMoves(t *testing.T) {
	for seed := range int64(8) {
		m, err := Stepwise{}.New(referee.Setup{Seed: seed}, 1)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		for !m.Over() {
			m.Answer(0, stepAnswer(r, m, 0))
			m.Step()
		}
		whole, _ := Game{}.New(referee.Setup{Seed: seed}, 1)
		whole.Answer(0, []string{m.(*stepMatch).Moves()})
		for !whole.Over() {
			whole.Step()
		}
		got, want := m.Result(), whole.Result()
		if got.Scores[0] != want.Scores[0] || got.Reason != want.Reason || want.Reason != string(OK) {
			t.Errorf("seed %d: step by step %+v; the whole answer %+v", seed, got, want)
		}
	}
}

// An approach ends where the monster can be attacked.
func TestApproachReachesItsMonster(t *testing.T) {
	for seed := range int64(8) {
		g, _ := Stepwise{}.New(referee.Setup{Seed: seed}, 1)
		m := g.(*stepMatch)
		if len(m.nearest()) == 0 {
			continue
		}
		target := m.nearest()[len(m.nearest())-1]
		for !m.Over() && m.state.Check(AttackOn(target)) != OK {
			place := -1
			for i, id := range m.nearest() {
				if id == target {
					place = i
				}
			}
			before := m.state.Hero
			m.Answer(0, []string{m.ActionText(0, []int32{int32(tableApproach + place)})})
			m.Step()
			if place < 0 || m.state.X == before.X && m.state.Y == before.Y {
				t.Fatalf("seed %d: the hero stays at %d %d, speed %d, and monster %d is not in range %d",
					seed, m.state.X, m.state.Y, m.state.Speed, target, m.state.Range)
			}
		}
	}
}

// A move against the rules ends the match without a score.
func TestStepwiseFaults(t *testing.T) {
	for _, tt := range []struct{ name, move, want string }{
		{"no JSON", `stay`, string(Malformed)},
		{"two moves", `{"type":"attack","target_id":0},{"type":"attack","target_id":0}`, string(BadFormat)},
		{"nobody", `{"type":"attack","target_id":100000000}`, string(NoSuchMonster)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, _ := Stepwise{}.New(referee.Setup{Seed: 1}, 1)
			m.Answer(0, []string{tt.move})
			m.Step()
			if got := m.Result(); got.Reason != tt.want || len(got.Faults) != 1 {
				t.Errorf("it ended with %+v; want %s and a fault", got, tt.want)
			}
		})
	}
}
