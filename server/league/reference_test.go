package league_test

import (
	"testing"

	"arbiter/referee/games/domain"
	"arbiter/referee/games/heropath"
	"arbiter/server/league"
)

// "Where best knows the best score of a start that is it, elsewhere the reference of the
// rules, which depends on the start alone", and a position that is missing has none.
func TestScale(t *testing.T) {
	best := func(s league.Start) (int64, bool) { return 77, s.Name == "known" }
	scale := league.NewScale(heropath.Game{}, league.Positions{}.Text, best)
	if reference, known := scale(league.Start{Seed: 5, Name: "known"}); !known || reference != 77 {
		t.Errorf("%d, %t; want the best score, 77", reference, known)
	}
	want, _ := league.SeedReference(heropath.Game{}, league.Start{Seed: 5})
	for range 2 {
		if reference, known := scale(league.Start{Seed: 5}); !known || reference != want || want == 0 {
			t.Errorf("%d, %t; want the gold of the test, %d", reference, known, want)
		}
	}
	if _, known := scale(league.Start{Position: "missing"}); known {
		t.Error("a position without a text has a reference")
	}
	if league.NewScale(domain.Game{}, nil, nil) != nil {
		t.Error("domain, which has no relative scores, has a scale")
	}
}
