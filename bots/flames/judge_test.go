package flames

import (
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/flames"
)

// A plan is what a player of Sample does: who answers so comes to the same, once nothing is
// drawn any more. Of a bot that gives several actions in a line there is none.
func TestPlanIsThatOfSample(t *testing.T) {
	m, err := rules.Game{}.New(referee.Setup{Seed: 5}, 1)
	if err != nil {
		t.Fatal(err)
	}
	j := NewJudge()
	_, s, _ := rules.StateOf(m)
	for position := 0; s.Outcome == rules.Playing; position++ {
		test, _, _ := rules.StateOf(m)
		j.Look(m)
		if j.Settled(position) {
			break
		}
		boss := NewPolicy(&test.Arena, 1000, DefaultParameters())
		boss.Observe(&s, s.Glyphs(test))
		answer := []string{boss.Choose().String()}
		j.Took(answer)
		m.Answer(0, answer)
		m.Step()
		_, s, _ = rules.StateOf(m)
	}
	if s.Outcome != rules.Playing {
		t.Fatalf("the match ended with %v before its last wave", s.Outcome)
	}
	last := len(j.positions) - 1
	want := j.Sample(last, [][]string{nil}, 1)
	for _, answer := range j.Plan(last, 1000, 0, 1) {
		m.Answer(0, answer)
		m.Step()
	}
	if got := float64(m.Result().Scores[0]); !m.Over() || got != want {
		t.Errorf("the plan comes to %v HP; want %v", got, want)
	}
	j.Took([]string{"MOVE N;PASS"})
	if plan := j.Plan(last, 3, 0, 1); plan != nil {
		t.Errorf("a plan of three actions, %v, in the place of lines of several", plan)
	}
}
