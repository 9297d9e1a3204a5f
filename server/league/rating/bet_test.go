package rating

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// "As long as the mean of a trial is not beyond the border, the capital is a
// nonnegative supermartingale, whatever else is true of the trials": the
// expected growth of every bet is 1 at the border, for any distribution.
func TestWagerIsFairAtTheBorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		border := rapid.Float64Range(0.01, 0.99).Draw(t, "border")
		above := rapid.Bool().Draw(t, "above")
		// Two values on both sides of the border make its mean; a part of the
		// trials is worth the border itself.
		low := rapid.Float64Range(0, border).Draw(t, "low")
		high := rapid.Float64Range(border, 1).Draw(t, "high")
		level := rapid.Float64Range(0, 1).Draw(t, "level")
		if high-low < 1e-6 {
			return
		}
		up := (border - low) / (high - low)
		s := Games{}.sample()
		w := newWager(border, above, &s)
		gLow, gHigh, gLevel := w.growth(low), w.growth(high), w.growth(border)
		for i := range bets {
			mean := (1-level)*(up*math.Exp(gHigh[i])+(1-up)*math.Exp(gLow[i])) + level*math.Exp(gLevel[i])
			if math.Abs(mean-1) > 1e-9 {
				t.Errorf("bet %d: a fair trial multiplies the capital by %v on average, want 1", i, mean)
			}
			if math.IsInf(gLow[i], 0) || math.IsInf(gHigh[i], 0) {
				t.Errorf("bet %d is ruined by one trial", i)
			}
		}
	})
}

// "A capital of 200 takes a bot that loses every game 10 pairs."
func TestWagerOnACertainty(t *testing.T) {
	s := Pairs{}.sample()
	w := newWager(0.5, false, &s)
	if w.capital() != 0 {
		t.Errorf("the logarithm of the capital starts at %v, want 0", w.capital())
	}
	for i := 1; i <= 10; i++ {
		w.settle(&w.usual[0])
		if want := i == 10; w.reached(math.Log(200)) != want {
			t.Errorf("after %d lost pairs the capital is %.0f", i, math.Exp(w.capital()))
		}
	}
}
