package analysis

import (
	"math"
	"testing"

	"arbiter/bots/judge"
)

// A mute judge is asked nothing, but that no two answers are the same.
type mute struct{ judge.Judge }

func (mute) Same(int, []string, []string) bool { return false }

// valuedItem returns an item of a mute judge with a sampled value.
func valuedItem(turn, seat, seats int, value float64) *item {
	it := &item{Note: Note{Turn: turn, Seat: seat}, judge: mute{}, given: []string{"x"}, others: make([][]string, seats), alone: true}
	for range 1000 {
		it.Values.add(value)
	}
	return it
}

// lose has samples say what an item's answer costs.
func (it *item) lose(cost float64, samples int) *item {
	for range samples {
		it.Regrets.add(cost)
	}
	it.Asked = true
	return it
}

// "The answers that cost most, at most five a seat, always ranked, each with how sure it is."
func TestCostsAreRanked(t *testing.T) {
	e := &examination{Judging: judge.Judging{Scale: 1}}
	for turn := 1; turn <= 9; turn++ {
		e.items = append(e.items, valuedItem(turn, 0, 2, 0.5).lose(float64(turn)/20, 64), valuedItem(turn, 1, 2, 0.5).lose(0, 64))
	}
	e.items = append(e.items, valuedItem(10, 0, 2, 0.5).lose(0.4, 1))
	proven := valuedItem(11, 1, 2, 0.5)
	proven.Search = &Found{Value: 1, Regret: 0.9}
	e.items = append(e.items, proven)
	costs := e.costs()
	if len(costs) != 1+MostCosts {
		t.Fatalf("%+v; want %d of seat 0 and one of seat 1", costs, MostCosts)
	}
	if first := costs[0]; first.Turn != 11 || first.Seat != 1 || first.Sure != Proven || first.Cost != 0.9 || first.Error != 0 {
		t.Errorf("first %+v; want the proven one", first)
	}
	for i, c := range costs[1:] {
		if costs[i].Cost < c.Cost {
			t.Errorf("%+v: want falling costs", costs)
		}
		if want := map[bool]Sure{false: Likely, true: Unclear}[c.Turn == 10]; c.Sure != want {
			t.Errorf("turn %d is %s; want %s", c.Turn, c.Sure, want)
		}
		if c.Turn == 10 && (c.Cost <= 0 || c.Cost >= 0.4) {
			t.Errorf("one sample of 0.4 counts as %v; want less", c.Cost)
		}
	}
}

// "Never silence while a curve has a fall": an answer of which nothing is known but that the
// value falls behind it is ranked, and unclear.
func TestAFallHasAnAnswer(t *testing.T) {
	e := &examination{Judging: judge.Judging{Scale: 1}, items: []*item{
		valuedItem(1, 0, 2, 0.8), valuedItem(3, 0, 2, 0.8), valuedItem(5, 0, 2, 0.2), valuedItem(7, 0, 2, 0.2),
	}}
	costs := e.costs()
	if len(costs) != 1 || costs[0].Turn != 3 || costs[0].Sure != Unclear || costs[0].Cost > 0.6 {
		t.Errorf("%+v; want turn 3, unclear, at no more than the 0.6 that is lost", costs)
	}
	if points := e.curve(); len(points) != 4 || points[2].Turn != 5 || math.Abs(points[2].Value-0.2) > 1e-9 {
		t.Errorf("curve %+v", points)
	}
}

// The same where several answers and the positions between them are unknown. Then the first
// answer has its share of the fall.
func TestAFallOverSeveralTurnsHasAnAnswer(t *testing.T) {
	unknown := func(turn int) *item {
		it := valuedItem(turn, 0, 1, 0)
		it.Values = Tally{}
		return it
	}
	e := &examination{Judging: judge.Judging{Scale: 1}, items: []*item{
		valuedItem(1, 0, 1, 0.9), valuedItem(2, 0, 1, 0.9), unknown(3), unknown(4), valuedItem(5, 0, 1, 0),
	}}
	costs := e.costs()
	if len(costs) != 1 || costs[0].Turn != 2 || costs[0].Sure != Unclear || costs[0].Cost > 0.3 {
		t.Errorf("%+v; want turn 2, unclear, at no more than a third of the 0.9 that is lost", costs)
	}
}

// "One line, both seats": what one seat is worth the other one is not, and where both say
// something of a position they are weighed by their errors.
func TestOneCurve(t *testing.T) {
	sure, unsure := valuedItem(2, 1, 2, 0.3), valuedItem(1, 0, 2, 0.7)
	unsure.Values = Tally{}
	unsure.Search = &Found{Value: 0.9, Error: 0.3, Regret: 0.1, RegretError: 0.1}
	e := &examination{Judging: judge.Judging{Scale: 1}, items: []*item{unsure, sure}}
	points := e.curve()
	if len(points) != 2 || points[0].Value != 0.9 {
		t.Fatalf("%+v; want 0.9 first", points)
	}
	// Seat 1 says 0.7 and hardly errs; seat 0 leaves 0.8, give or take 0.3.
	if v := points[1].Value; v < 0.7 || v > 0.72 {
		t.Errorf("%v in front of turn 2; want hardly more than 0.7", v)
	}
	three := &examination{Judging: judge.Judging{Scale: 1}, items: []*item{valuedItem(1, 0, 3, 0.4), valuedItem(2, 1, 3, 0.9), valuedItem(3, 2, 3, 0.9)}}
	if points := three.curve(); len(points) != 1 || points[0].Turn != 1 {
		t.Errorf("%+v; want what seat 0 of three says of itself alone", points)
	}
	solo := &examination{Judging: judge.Judging{Scale: 3000}, items: []*item{valuedItem(1, 0, 1, 4000)}}
	if points := solo.curve(); len(points) != 1 || points[0].Value != 4000 {
		t.Errorf("%+v; want the score of a solo game", points)
	}
}

// "Between which turns a seat's value falls most beyond their errors": a larger fall that may be
// chance is not told, nor one where nothing is sure to fall.
func TestSteepestFall(t *testing.T) {
	a := Analysis{Scale: 1, Curve: []Point{{1, 0.5, 0}, {2, 0.9, 0.6}, {3, 0.2, 0.6}, {5, 0.4, 0.1}, {6, 0.1, 0.1}}}
	if from, to, ok := a.Steepest(0); !ok || from.Turn != 5 || to.Turn != 6 {
		t.Errorf("of seat 0 from %v to %v, %v; want turns 5 to 6", from, to, ok)
	}
	if from, to, ok := a.Steepest(1); ok {
		t.Errorf("of seat 1 from %v to %v; want none", from, to)
	}
}
