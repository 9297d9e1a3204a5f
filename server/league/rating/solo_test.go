package rating

import (
	"math"
	"testing"
)

// 2, 4, 6 by hand: mean 4, deviation 2, and Student's 4.3027 with two degrees
// of freedom.
func TestMeanScore(t *testing.T) {
	m := MeanScore([]int64{2, 4, 6})
	near(t, "mean", m.Mean, 4, 1e-12)
	near(t, "error", m.Error95, 4.302653*2/math.Sqrt(3), 1e-5)
	if m = MeanScore([]int64{7}); m.Error95 != nil || *m.Mean != 7 {
		t.Errorf("%+v of one run, want mean 7 and no error", m)
	}
	if m = MeanScore(nil); m.Mean != nil {
		t.Errorf("mean %v of nothing", *m.Mean)
	}
	m = MeanScore([]int64{math.MaxInt64, math.MinInt64, math.MaxInt64})
	finite(t, m)
}

// "1000 * own / best"
func TestRelativeScore(t *testing.T) {
	for _, tt := range []struct {
		own, best int64
		want      float64
	}{
		{50, 200, 250}, {200, 200, 1000}, {0, 200, 0}, {-1000, 200, 0},
		{0, 0, 1000}, {-5, 0, 0}, {-1000, -1000, 1000}, {-1001, -1000, 0}, {300, 200, 1000},
	} {
		if got := RelativeScore(tt.own, tt.best); got != tt.want {
			t.Errorf("RelativeScore(%d, %d) = %v, want %v", tt.own, tt.best, got, tt.want)
		}
	}
}

// The sign test: 9 of 10 decided games has p = 2*(1+10)/1024; draws do not count.
func TestSeats(t *testing.T) {
	for _, tt := range []struct {
		name  string
		games Games
		p     float64
	}{
		{"nine of ten", Games{Wins: 9, Losses: 1}, 22.0 / 1024},
		{"draws do not count", Games{Wins: 9, Draws: 50, Losses: 1}, 22.0 / 1024},
		{"the other seat", Games{Wins: 1, Losses: 9}, 22.0 / 1024},
		{"even", Games{Wins: 5, Losses: 5}, 1},
		{"one game", Games{Wins: 1}, 1},
		{"all five", Games{Wins: 5}, 2.0 / 32},
		{"two deviations", Games{Wins: 5100, Losses: 4900}, 2 * 0.0233},
	} {
		t.Run(tt.name, func(t *testing.T) { near(t, "p", SeatBiasOf(tt.games).PValue, tt.p, 2e-4) })
	}
	b := SeatBiasOf(Games{Wins: 60, Losses: 40})
	near(t, "score", b.Score, 0.6, 0)
	near(t, "error", b.Error95, 1.959964*math.Sqrt(0.24/100), 1e-6)
	for _, g := range []Games{{}, {Draws: 4}, {Wins: 3}, {Wins: -3}} {
		if b := SeatBiasOf(g); b.Note == "" {
			t.Errorf("%+v of %+v has no note", b, g)
		}
	}
}

// The exact test and its normal stand-in agree where one follows the other.
func TestSignTestHandsOver(t *testing.T) {
	for _, fewer := range []float64{400, 450, 480, 499} {
		exact := signTest(fewer, exactSigns)
		normal := 2 * phi((fewer+0.5-exactSigns/2)/math.Sqrt(exactSigns/4))
		near(t, "p", &normal, exact, 1e-3)
	}
}
