package rating

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// near fails unless got is a figure within tolerance of want.
func near(t *testing.T, name string, got *float64, want, tolerance float64) {
	t.Helper()
	if got == nil {
		t.Errorf("%s: no figure, want %v", name, want)
	} else if !(math.Abs(*got-want) <= tolerance) {
		t.Errorf("%s: %v, want %v", name, *got, want)
	}
}

// "A difference of 400 means odds of ten to one."
func TestEloOf(t *testing.T) {
	for _, tt := range []struct{ score, elo float64 }{
		{0.5, 0}, {10.0 / 11, 400}, {1.0 / 11, -400}, {0.75, 190.8485}, {0.64, 99.95099},
	} {
		near(t, "elo", number(EloOf(tt.score)), tt.elo, 1e-4)
		near(t, "score", number(ScoreOf(tt.elo)), tt.score, 1e-7)
	}
}

// Three wins and a loss by hand: score 3/4, variance 3/16, deviation of the
// mean of 100 such games sqrt(3)/40 = 0.0433.
func TestGamesByHand(t *testing.T) {
	e := Games{Wins: 75, Losses: 25}.Estimate()
	near(t, "score", e.Score, 0.75, 0)
	near(t, "elo", e.Elo, 190.8485, 1e-4)
	low, high := 0.75-1.959964*math.Sqrt(3)/40, 0.75+1.959964*math.Sqrt(3)/40
	near(t, "elo error", e.EloError95, (400*math.Log10(high/(1-high))-400*math.Log10(low/(1-low)))/2, 1e-4)
	near(t, "nelo", e.NElo, 347.4356*0.25/math.Sqrt(3.0/16), 1e-3)
	near(t, "nelo error", e.NEloError95, 347.4356*1.959964/10, 1e-3)
	near(t, "draw ratio", e.DrawRatio, 0, 0)
	if *e.LOS < 0.9999999 {
		t.Errorf("LOS %v after 75 wins and 25 losses", *e.LOS)
	}
}

// 55 wins of 100 decided games are 0.05 / sqrt(0.2475/100) = 1.005 deviations
// above equality.
func TestLOS(t *testing.T) {
	near(t, "LOS", Games{Wins: 55, Losses: 45}.Estimate().LOS, 0.84256, 1e-4)
	near(t, "LOS", Games{Wins: 45, Losses: 55}.Estimate().LOS, 1-0.84256, 1e-4)
	near(t, "LOS", Games{Wins: 45, Draws: 3, Losses: 45}.Estimate().LOS, 0.5, 1e-12)
}

// A pair of two independent games says what two games say; a pair in which
// both seats are won by the same side says less spread.
func TestPairsCountSwappedSeats(t *testing.T) {
	games := Games{Wins: 100, Losses: 100}.Estimate()
	independent := Pairs{LL: 25, DD: 50, WW: 25}.Estimate()
	near(t, "independent pairs", independent.EloError95, *games.EloError95, 1)
	near(t, "normalized", independent.NEloError95, *games.NEloError95, 1e-9)
	opposed := Pairs{LL: 2, DD: 96, WW: 2}.Estimate()
	if !(*opposed.EloError95 < *games.EloError95/3) {
		t.Errorf("error %v of pairs that the seat decides, %v of single games", *opposed.EloError95, *games.EloError95)
	}
	near(t, "pairs ratio", Pairs{LL: 1, LD: 3, DD: 9, WD: 5, WW: 1}.Estimate().PairsRatio, 1.5, 0)
	near(t, "draw ratio", Pairs{LL: 1, LD: 3, DD: 16, WD: 4, WW: 1}.Estimate().DrawRatio, 0.64, 0)
}

func TestPairsAdd(t *testing.T) {
	var p Pairs
	for _, pair := range [][2]Score{{Loss, Loss}, {Loss, Draw}, {Draw, Loss}, {Win, Loss}, {Loss, Win}, {Draw, Draw}, {Draw, Win}, {Win, Win}} {
		p.Add(pair[0], pair[1])
	}
	if want := (Pairs{LL: 1, LD: 2, DD: 3, WD: 1, WW: 1}); p != want {
		t.Errorf("counted %+v, want %+v", p, want)
	}
	var g Games
	for _, o := range []Score{Win, Draw, Draw, Loss} {
		g.Add(o)
	}
	if want := (Games{Wins: 1, Draws: 2, Losses: 1}); g != want {
		t.Errorf("counted %+v, want %+v", g, want)
	}
}

// "All-win, all-loss, all-draw, zero and tiny samples get an honest answer."
func TestEdges(t *testing.T) {
	for _, tt := range []struct {
		name string
		got  Estimate
		want string // of elo, elo_error95, nelo: "-" for no figure
		note string
	}{
		{"no games", Games{}.Estimate(), "- - -", "no games"},
		{"no pairs", Pairs{}.Estimate(), "- - -", "no games"},
		{"all won", Games{Wins: 20}.Estimate(), "- - -", "won every game (20): the Elo difference is above +317 (95 %)"},
		{"all lost", Games{Losses: 20}.Estimate(), "- - -", "lost every game (20): the Elo difference is below -317 (95 %)"},
		{"all drawn", Games{Draws: 20}.Estimate(), "0 0 -", "the error of 0 is not to be trusted"},
		{"all pairs won", Pairs{WW: 20}.Estimate(), "- - -", "won every pair (20)"},
		{"all pairs split", Pairs{DD: 20}.Estimate(), "0 0 -", "every pair ended alike (20)"},
		{"all pairs won by half", Pairs{WD: 20}.Estimate(), "191 0 -", "every pair ended alike (20)"},
		{"one each", Games{Wins: 1, Losses: 1}.Estimate(), "0 - 0", "too few games for an error"},
		{"nearly all won", Games{Wins: 17, Draws: 3}.Estimate(), "436 - 827", "is above +297 (95 %)"},
		{"nearly all lost", Games{Losses: 17, Draws: 3}.Estimate(), "-436 - -827", "is below -297 (95 %)"},
		{"negative", Games{Wins: -1}.Estimate(), "- - -", "wins: found -1; want 0 to 1000000000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join([]string{figure(tt.got.Elo), figure(tt.got.EloError95), figure(tt.got.NElo)}, " ")
			if got != tt.want {
				t.Errorf("figures %s, want %s", got, tt.want)
			}
			if !strings.Contains(tt.got.Note, tt.note) {
				t.Errorf("note %q, want it to contain %q", tt.got.Note, tt.note)
			}
		})
	}
}

func figure(x *float64) string {
	if x == nil {
		return "-"
	}
	text, err := json.Marshal(math.Round(*x))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// A missing figure is null, and a zero has no sign.
func TestEstimateJSON(t *testing.T) {
	text, err := json.Marshal(Games{Draws: 1}.Estimate())
	want := `{"elo":0,"elo_error95":0,"nelo":null,"nelo_error95":null,"los":0.5,"score":0.5,"draw_ratio":1,"note":"every game ended alike (1), so the error of 0 is not to be trusted"}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v\nwant %s", text, err, want)
	}
}

func FuzzGames(f *testing.F) {
	for _, g := range []Games{{}, {Wins: 1}, {Draws: 1}, {Losses: 1}, {Wins: 1, Losses: 1}, {Wins: MaxCount, Draws: 1, Losses: MaxCount}, {Wins: -1}} {
		f.Add(g.Wins, g.Draws, g.Losses, 0.0, 5.0)
	}
	f.Add(3, 5, 3, -1000.0, 1000.0)
	f.Add(MaxCount, 0, 1, 999.0, 1000.0)
	f.Fuzz(func(t *testing.T, wins, draws, losses int, elo0, elo1 float64) {
		g := Games{Wins: wins, Draws: draws, Losses: losses}
		finite(t, g.Estimate())
		finite(t, SeatBiasOf(g))
		for _, model := range []Model{Logistic, Normalized, Bayesian} {
			test, err := SPRT{Model: model, Elo0: elo0, Elo1: elo1, Alpha: 0.05, Beta: 0.1}.Games(g)
			if err == nil {
				finite(t, test)
			}
		}
	})
}

func FuzzPairs(f *testing.F) {
	f.Add(0, 0, 0, 0, 0, 0.0, 5.0)
	f.Add(0, 0, 0, 2, 60, -5.0, 0.0)
	f.Add(0, 0, 0, 0, MaxCount, -1000.0, 1000.0)
	f.Add(1, 0, MaxCount, 0, 0, 999.0, 1000.0)
	f.Fuzz(func(t *testing.T, ll, ld, dd, wd, ww int, elo0, elo1 float64) {
		p := Pairs{LL: ll, LD: ld, DD: dd, WD: wd, WW: ww}
		finite(t, p.Estimate())
		for _, model := range []Model{Logistic, Normalized} {
			test, err := SPRT{Model: model, Elo0: elo0, Elo1: elo1, Alpha: 0.05, Beta: 0.1}.Pairs(p)
			if err == nil {
				finite(t, test)
			}
		}
	})
}

// finite fails when a figure is NaN or infinite, which JSON cannot say.
func finite(t *testing.T, figures any) {
	t.Helper()
	if _, err := json.Marshal(figures); err != nil {
		t.Errorf("%+v: %v", figures, err)
	}
}
