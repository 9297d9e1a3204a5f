package rating

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"arbiter/referee/refereetest"
)

// A fastchessCase is one set of counts with the figures that fastchess's own
// code gives for it; nil is a figure that is not finite there.
type fastchessCase struct {
	Kind                   string
	Wins, Draws, Losses    int
	LL, LD, WL, DD, WD, WW int
	Elo, NElo, Score       *float64
	EloError95             *float64 `json:"elo_error95"`
	NEloError95            *float64 `json:"nelo_error95"`
	LOS                    string
	Elo0, Elo1             float64
	LLRNormalized          float64  `json:"llr_normalized"`
	LLRLogistic            float64  `json:"llr_logistic"`
	LLRBayesian            *float64 `json:"llr_bayesian"`
}

// "All of it agrees with fastchess within 0.01."
func TestFastchess(t *testing.T) {
	text, err := os.ReadFile(refereetest.Shared(t, "rating", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []fastchessCase }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("no cases in the file")
	}
	for i, c := range file.Cases {
		t.Run(fmt.Sprintf("case %d %s", i, c.Kind), func(t *testing.T) { c.check(t) })
	}
}

func (c *fastchessCase) check(t *testing.T) {
	games := Games{Wins: c.Wins, Draws: c.Draws, Losses: c.Losses}
	pairs := Pairs{LL: c.LL, LD: c.LD, DD: c.WL + c.DD, WD: c.WD, WW: c.WW}
	e := games.Estimate()
	if c.Kind == "penta" {
		e = pairs.Estimate()
	}
	wantFigure(t, "elo", e.Elo, c.Elo)
	wantFigure(t, "elo_error95", e.EloError95, c.EloError95)
	wantFigure(t, "nelo", e.NElo, c.NElo)
	wantFigure(t, "nelo_error95", e.NEloError95, c.NEloError95)
	wantFigure(t, "score", e.Score, c.Score)
	if los := fmt.Sprintf("%.2f %%", 100**e.LOS); los != c.LOS {
		t.Errorf("los %s, fastchess has %s", los, c.LOS)
	}
	for _, m := range []struct {
		model Model
		want  *float64
	}{{Normalized, &c.LLRNormalized}, {Logistic, &c.LLRLogistic}, {Bayesian, c.LLRBayesian}} {
		if m.want == nil {
			continue
		}
		sprt := SPRT{Model: m.model, Elo0: c.Elo0, Elo1: c.Elo1, Alpha: 0.05, Beta: 0.05}
		test, err := sprt.Games(games)
		if c.Kind == "penta" {
			test, err = sprt.Pairs(pairs)
		}
		if err != nil {
			t.Error(err)
		}
		wantFigure(t, "llr "+string(m.model), &test.LLR, m.want)
	}
}

// wantFigure compares two figures within 0.01; nil equals only nil.
func wantFigure(t *testing.T, name string, got, want *float64) {
	t.Helper()
	switch {
	case got == nil && want == nil:
	case got == nil:
		t.Errorf("%s: no figure, want %v", name, *want)
	case want == nil:
		t.Errorf("%s: %v, want no figure", name, *got)
	case !(math.Abs(*got-*want) <= 0.01):
		t.Errorf("%s: %v, want %v", name, *got, *want)
	}
}
