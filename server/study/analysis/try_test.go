package analysis_test

import (
	"testing"

	"arbiter/server/study/analysis"
)

// "It prints the difference of the mean results with its error": a 9 gains 0.25 on the
// recorded 0 of turn 3, a 9 on itself nothing, and none of what only luck decides.
func TestTryTellsTheBetterAnswer(t *testing.T) {
	s, rec := tally(t, 6)
	try := func(j analysis.Judge, a, b []string) *analysis.Trial {
		t.Helper()
		s.judging.New = func(int) analysis.Judge { return j }
		found, err := analysis.Try(t.Context(), rec, s.game, s.judging, analysis.Question{Turn: 3, A: a, B: b}, analysis.Options{Seat: 0, Samples: 64})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	judge := hasty{digits{0}, 0.25}
	if found := try(judge, []string{"9"}, nil); !found.Tells || *found.Gain < 0.2 || *found.Gain > 0.3 || found.B != "0" || found.Pairs != 64 {
		t.Errorf("9 for the recorded 0: %+v, gain %v", found, *found.Gain)
	}
	if found := try(judge, []string{"0"}, []string{"9"}); !found.Tells || *found.Gain > -0.2 {
		t.Errorf("0 for 9: gain %v", *found.Gain)
	}
	if found := try(judge, []string{"4"}, []string{"4"}); !found.Same || found.Pairs > 0 {
		t.Errorf("4 for 4: %+v", found)
	}
	if found := try(fair{coin{digits{0}}}, []string{"9"}, []string{"8"}); found.Tells {
		t.Errorf("what luck decides: gain %v ± %v", *found.Gain, *found.Error)
	}
}

// A turn in which the seat was not asked is refused.
func TestTryRefusesOtherTurns(t *testing.T) {
	s, rec := tally(t, 6)
	if _, err := analysis.Try(t.Context(), rec, s.game, s.judging, analysis.Question{Turn: 7, A: []string{"9"}}, analysis.Options{Seat: 0, Samples: 8}); err == nil {
		t.Error("turn 7 of 6 is tried")
	}
}
