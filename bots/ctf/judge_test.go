package ctf

import (
	"math"
	"slices"
	"testing"

	"arbiter/bots/ctf/style"
	"arbiter/referee"
	rules "arbiter/referee/games/ctf"
	"arbiter/referee/rng"
)

// Opponents out of sight are imagined "anywhere they may be, sooner near where they
// are expected", with weights that fall with the distance.
func TestImaginedPositions(t *testing.T) {
	const draws = 20_000
	s := rules.Deal(3)
	b := newBelief(&s.Map, style.All())
	var open rules.Cells
	expected := s.Bases[1]
	weights, mean := 0.0, 0.0
	for i := range s.Rows * s.Cols {
		if c := (rules.Cell{R: int8(i / s.Cols), C: int8(i % s.Cols)}); s.Open(c) {
			open.Add(c)
			far := float64(b.table.Between(expected, c))
			weight := likely(int(far))
			weights, mean = weights+weight, mean+weight*far
		}
	}
	mean /= weights
	r := rng.NewSplitMix64(1)
	sum := 0.0
	for range draws {
		c := b.somewhere(&open, expected, &r)
		if !open.Has(c) {
			t.Fatalf("%v is not among the cells", c)
		}
		sum += float64(b.table.Between(expected, c))
	}
	if got := sum / draws; math.Abs(got-mean) > 0.03*mean {
		t.Errorf("imagined %.2f steps from where it is expected; want %.2f", got, mean)
	}
}

// What is imagined tells more of where minions out of sight are than that they are
// somewhere, in matches of the boss: the loss is the mean negative logarithm of the
// probability that their place was given.
func TestImaginationTellsPlaces(t *testing.T) {
	imagined, uniform, there, hidden := 0.0, 0.0, 0, 0
	count := func(s *rules.State, seat int, p *Policy) {
		for id, truth := range s.Minions[1-seat] {
			b := &p.belief
			possible, expected := &b.possible[id], b.Minions[1][id]
			if !truth.Alive() || !expected.Alive() || possible.Len() < 2 {
				continue
			}
			hidden++
			if truth.Pos == expected.Pos {
				there++
			}
			uniform += math.Log(float64(possible.Len()))
			imagined -= math.Log(b.chance(possible, expected.Pos, truth.Pos))
		}
	}
	var players [2]player
	for seat := range players {
		players[seat] = func(m *rules.Map, _ int64) *Policy { return NewPolicy(m, 1500, int64(seat)+1, DefaultParameters()) }
	}
	for seed := range int64(3) {
		watched(70_000+seed, players, count)
	}
	imagined, uniform = imagined/float64(hidden), uniform/float64(hidden)
	t.Logf("%d hidden minions, %d where they were expected: loss %.2f; of uniform draws %.2f", hidden, there, imagined, uniform)
	if imagined > uniform {
		t.Errorf("a loss of %.2f; want less than %.2f, that of uniform draws", imagined, uniform)
	}
}

// chance returns how likely one of the possible cells is imagined.
func (b *belief) chance(possible *rules.Cells, expected, cell rules.Cell) float64 {
	sum := 0.0
	for i := range rules.MaxRows * rules.MaxCols {
		if c := (rules.Cell{R: int8(i / rules.MaxCols), C: int8(i % rules.MaxCols)}); possible.Has(c) {
			sum += likely(b.table.Between(expected, c))
		}
	}
	return likely(b.table.Between(expected, cell)) / sum
}

// A plan has an answer for each turn, the same with the same draws; what is planned for
// another position and impossible in this one is not done, and does not lose the match.
func TestPlans(t *testing.T) {
	const turns = 3
	m, err := rules.Game{}.New(referee.Setup{Seed: 3}, 2)
	if err != nil {
		t.Fatal(err)
	}
	j := NewJudge(0)
	j.Look(m)
	others := false
	for kind, k := range j.Kinds() {
		plan := j.Plan(0, turns, kind, 0)
		if again := j.Plan(0, turns, kind, 0); len(plan) != turns || !slices.EqualFunc(plan, again, slices.Equal) {
			t.Errorf("%s: %q and then %q; want the same %d answers", k.Name, plan, again, turns)
		}
		s, _ := rules.StateOf(m)
		if _, fault := s.Parse(0, plan[0][0]); fault != nil {
			t.Errorf("%s: %v", k.Name, fault)
		}
		for n := range 8 {
			others = others || !slices.EqualFunc(plan, j.Plan(0, turns, kind, n), slices.Equal)
		}
		if a, b := j.ConfirmPlan(0, plan, kind, 5), j.ConfirmPlan(0, plan, kind, 5); a != b || a < 0 || a > 1 {
			t.Errorf("%s: results %v and %v; want the same, from 0 to 1", k.Name, a, b)
		}
		for n := range 4 {
			fire := j.ConfirmPlan(0, [][]string{{"FIRE 0 | WAIT 1"}}, kind, n)
			if wait := j.ConfirmPlan(0, [][]string{{"WAIT 0 | WAIT 1"}}, kind, n); fire != wait {
				t.Errorf("%s: FIRE without credits comes to %v; want %v, as after WAIT", k.Name, fire, wait)
			}
		}
	}
	if !others {
		t.Error("all plans are the same, whatever the draws")
	}
}
