package rating

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func rank(t testing.TB, results []HeadToHead, o Options) Ranking {
	t.Helper()
	l, err := Rank(results, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Two players have a closed form: x = ln(wins/losses), nu = draws/sqrt(wins*losses).
func TestRankTwoPlayers(t *testing.T) {
	l := rank(t, []HeadToHead{{"a", "b", Games{Wins: 60, Draws: 100, Losses: 40}}}, Options{Anchor: "b", At: 1500})
	nu := 100 / math.Sqrt(60*40)
	near(t, "rating", &l.Standings[0].Rating, 1500+400*math.Log10(60.0/40)*2/(2+nu), 1e-6)
	near(t, "anchor", &l.Standings[1].Rating, 1500, 0)
	near(t, "anchor's error", &l.Standings[1].Error95, 0, 0)
	near(t, "draw ratio", l.DrawRatio, nu/(2+nu), 1e-9)
	near(t, "logistic Elo is near", Games{Wins: 60, Draws: 100, Losses: 40}.Estimate().Elo, l.Standings[0].Rating-1500, 0.2)
	if len(l.Notes) != 0 {
		t.Errorf("notes %q, want none", l.Notes)
	}
}

// Without draws the error is that of the logarithm of odds, sqrt(1/60+1/40).
func TestRankError(t *testing.T) {
	l := rank(t, []HeadToHead{{"a", "b", Games{Wins: 60, Losses: 40}}}, Options{})
	want := 400 / math.Ln10 * 1.959964 * math.Sqrt(1.0/60+1.0/40)
	elo, error95, ok := l.Difference("a", "b")
	near(t, "elo", &elo, 400*math.Log10(1.5), 1e-6)
	near(t, "error", &error95, want, 1e-3)
	near(t, "error to the mean", &l.Standings[0].Error95, want/2, 1e-3)
	near(t, "mean", number(l.Standings[0].Rating+l.Standings[1].Rating), 0, 1e-9)
	if !ok {
		t.Error("a and b are not on the leaderboard")
	}
	if _, _, ok := l.Difference("a", "c"); ok {
		t.Error("c is on the leaderboard")
	}
}

// The American League of 1987 (A. Agresti, Categorical Data Analysis, 2nd
// edition, table 10.10): wins of the row over the column, and the published
// strengths with Baltimore at 0.
func TestRankBaseball(t *testing.T) {
	teams := []string{"Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"}
	wins := [][]int{
		{0, 7, 9, 7, 7, 9, 11},
		{6, 0, 7, 5, 11, 9, 9},
		{4, 6, 0, 7, 7, 8, 12},
		{6, 8, 6, 0, 6, 7, 10},
		{6, 2, 6, 7, 0, 7, 12},
		{4, 4, 5, 6, 6, 0, 6},
		{2, 4, 1, 3, 1, 7, 0},
	}
	strengths := []float64{1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0}
	var results []HeadToHead
	for i := range teams {
		for j := range i {
			results = append(results, HeadToHead{teams[i], teams[j], Games{Wins: wins[i][j], Losses: wins[j][i]}})
		}
	}
	l := rank(t, results, Options{Anchor: "Baltimore"})
	for i, s := range l.Standings {
		if s.Name != teams[i] {
			t.Errorf("place %d: %s, want %s", i+1, s.Name, teams[i])
		}
		near(t, s.Name, number(s.Rating/(400/math.Ln10)), strengths[i], 0.003)
	}
}

// "Independent of the order of the results": split, shuffled, the same bits.
func TestRankOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"a", "b", "c", "d", "e"}
		var results []HeadToHead
		for range rapid.IntRange(1, 20).Draw(t, "results") {
			i := rapid.IntRange(0, 4).Draw(t, "first")
			j := (i + rapid.IntRange(1, 4).Draw(t, "second")) % 5
			count := rapid.IntRange(0, 30)
			results = append(results, HeadToHead{names[i], names[j], Games{count.Draw(t, "w"), count.Draw(t, "d"), count.Draw(t, "l")}})
		}
		o := Options{SeatAdvantage: rapid.Bool().Draw(t, "seat")}
		want, err := Rank(results, o)
		if err != nil {
			t.Fatal(err)
		}
		other := rapid.Permutation(results).Draw(t, "order")
		last := &other[len(other)-1]
		other = append(other, HeadToHead{last.First, last.Second, Games{Wins: last.Wins}})
		other[len(other)-2].Wins = 0
		got, err := Rank(other, o)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\nwant %+v", got, want)
		}
	})
}

// The likeliest ratings expect of every player the score that was scored.
func TestRankExpectsTheScores(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var results []HeadToHead
	for i := range 6 {
		for j := range 6 {
			if i != j {
				results = append(results, HeadToHead{string(rune('a' + i)), string(rune('a' + j)), Games{1 + r.IntN(20), r.IntN(20), 1 + r.IntN(20)}})
			}
		}
	}
	l := rank(t, results, Options{})
	for k := range 6 {
		scored, expected := 0.0, 0.0
		for i := range l.fit.meetings {
			m := &l.fit.meetings[i]
			n := float64(m.Wins + m.Draws + m.Losses)
			w, d, lost, _ := l.fit.odds(l.fit.at, m)
			switch k {
			case m.first:
				scored += float64(m.Wins) + float64(m.Draws)/2
				expected += n * (w + d/2)
			case m.second:
				scored += float64(m.Losses) + float64(m.Draws)/2
				expected += n * (lost + d/2)
			}
		}
		near(t, "expected score", &expected, scored, 1e-6)
	}
}

// "Optional seat advantage": equal players, the first seat scores 3 to 1.
func TestRankSeatAdvantage(t *testing.T) {
	results := []HeadToHead{{"a", "b", Games{Wins: 7500, Losses: 2500}}, {"b", "a", Games{Wins: 7500, Losses: 2500}}}
	l := rank(t, results, Options{SeatAdvantage: true})
	near(t, "advantage", l.SeatAdvantage, 400*math.Log10(3), 0.02)
	near(t, "difference", number(l.Standings[0].Rating-l.Standings[1].Rating), 0, 1e-9)
	if l = rank(t, results, Options{}); l.SeatAdvantage != nil {
		t.Errorf("advantage %v without asking", *l.SeatAdvantage)
	}
}

// "Disconnected groups and undefeated or winless players get a sane finite
// answer and a sentence."
func TestRankEdges(t *testing.T) {
	for _, tt := range []struct {
		name    string
		results []HeadToHead
		order   string
		note    string
	}{
		{"nothing", nil, "", "no results"},
		{"no games", []HeadToHead{{"a", "b", Games{}}}, "a b", "2 groups of bots never met; ratings compare only within a group: {a} {b}"},
		{"undefeated", []HeadToHead{{"a", "b", Games{Wins: 10}}}, "a b", "never lost, so the rating may be far higher: a"},
		{"winless", []HeadToHead{{"a", "b", Games{Wins: 10}}}, "a b", "never won, so the rating may be far lower: b"},
		{"undefeated with draws", []HeadToHead{{"a", "b", Games{Wins: 5, Draws: 5}}}, "a b", "never lost"},
		{"only draws", []HeadToHead{{"a", "b", Games{Draws: 10}}}, "a b", "all ratings are rough"},
		{"two groups", []HeadToHead{{"a", "b", Games{Wins: 6, Losses: 4}}, {"d", "c", Games{Wins: 9, Losses: 1}}}, "d a b c", "{a, b} {c, d}"},
		{"stronger half", []HeadToHead{{"a", "b", Games{Wins: 5, Losses: 4}}, {"c", "d", Games{Wins: 5, Losses: 4}}, {"b", "c", Games{Wins: 3}}}, "a b c d", "Some bots won or lost everything; their ratings are rough"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			finite(t, rank(t, tt.results, Options{SeatAdvantage: true}))
			l := rank(t, tt.results, Options{})
			var names []string
			for _, s := range l.Standings {
				names = append(names, s.Name)
				if math.Abs(s.Rating) > 2*PriorElo || s.Error95 > 4*PriorElo || s.Error95 <= 0 {
					t.Errorf("%s: %.0f +- %.0f", s.Name, s.Rating, s.Error95)
				}
			}
			if got := strings.Join(names, " "); got != tt.order {
				t.Errorf("order %s, want %s", got, tt.order)
			}
			if got := strings.Join(l.Notes, "\n"); !strings.Contains(got, tt.note) {
				t.Errorf("notes\n%s\nwant %q", got, tt.note)
			}
		})
	}
}

func TestRankErrorsTeach(t *testing.T) {
	good := HeadToHead{"a", "b", Games{Wins: 1}}
	for _, tt := range []struct {
		results []HeadToHead
		o       Options
		want    string
	}{
		{[]HeadToHead{good, {"a", "a", Games{}}}, Options{}, `result 2: found "a" against itself; want two players`},
		{[]HeadToHead{{"a", "", Games{}}}, Options{}, `result 1: found a player without a name: "a" against ""`},
		{[]HeadToHead{{"a", "b", Games{Draws: -2}}}, Options{}, `result 1: "a" against "b": draws: found -2; want 0 to 1000000000`},
		{[]HeadToHead{good}, Options{Anchor: "c"}, `anchor: found "c"; want a player with results: a, b`},
		{[]HeadToHead{good}, Options{At: math.NaN()}, `anchor: found rating NaN; want a finite number`},
	} {
		if _, err := Rank(tt.results, tt.o); err == nil || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

func FuzzRank(f *testing.F) {
	f.Add([]byte{0, 1, 1, 0, 0}, false, 0.0)
	f.Add([]byte{0, 1, 255, 9, 1, 1, 2, 3, 0, 200, 2, 0, 1, 1, 1}, true, 1500.0)
	f.Fuzz(func(t *testing.T, text []byte, seat bool, at float64) {
		count := func(b byte) int { return int(math.Pow(MaxCount, float64(b)/255)) - int(1-min(b, 1)) }
		var results []HeadToHead
		for ; len(text) >= 5 && len(results) < 30; text = text[5:] {
			i, j := text[0]%6, text[1]%6
			results = append(results, HeadToHead{fmt.Sprint(i), fmt.Sprint(j), Games{count(text[2]), count(text[3]), count(text[4])}})
		}
		l, err := Rank(results, Options{SeatAdvantage: seat, At: at})
		if err != nil {
			if strings.Contains(err.Error(), "rounding") {
				t.Errorf("%v: %v", results, err)
			}
			return
		}
		if text, err := json.Marshal(l); err != nil {
			t.Errorf("%v: %s: %v", results, text, err)
		}
	})
}

// 500 players, 1 000 000 games, every two of them meeting in both seatings.
func BenchmarkRank(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	const players = 500
	names := make([]string, players)
	for i := range names {
		names[i] = fmt.Sprintf("bot-%03d", i)
	}
	var results []HeadToHead
	for i := range players {
		for j := range players {
			if i == j {
				continue
			}
			res := HeadToHead{First: names[i], Second: names[j]}
			for range 4 {
				res.Add(davidson(r, float64(j-i)/100, 0.5))
			}
			results = append(results, res)
		}
	}
	for b.Loop() {
		rank(b, results, Options{SeatAdvantage: true})
	}
}

// davidson draws a game between players whose strengths differ by x.
func davidson(r *rand.Rand, x, nu float64) Score {
	win, loss := math.Exp(x/2), math.Exp(-x/2)
	switch u := r.Float64() * (win + nu + loss); {
	case u < win:
		return Win
	case u < win+nu:
		return Draw
	}
	return Loss
}

// A player of one start among many has at least the error of single games, though the fit goes
// through what was scored on that start.
func TestErrorOfAFewStarts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"a", "b", "c", "new"}
	games := map[[2]string]*Games{}
	var starts []StartResults
	for n := range 100 {
		players := names[:3]
		if n == 50 {
			players = names
		}
		var start StartResults
		for i, first := range players {
			for _, second := range players[i+1:] {
				b, bots := Between{First: first, Second: second}, [2]string{first, second}
				if games[bots] == nil {
					games[bots] = &Games{}
				}
				for range 4 {
					score := Loss
					if random.IntN(2) == 0 {
						score = Win
					}
					b.Add(score)
					games[bots].Add(score)
				}
				start = append(start, b)
			}
		}
		starts = append(starts, start)
	}
	var shared []Shared
	for bots, g := range games {
		shared = append(shared, Shared{HeadToHead: HeadToHead{First: bots[0], Second: bots[1], Games: *g}, Share: 1.0 / 3})
	}
	errorsOf := func(o Options) map[string]float64 {
		r, err := Rank(nil, o)
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]float64{}
		for _, s := range r.Standings {
			all[s.Name] = s.Error95
		}
		return all
	}
	single, byStarts := errorsOf(Options{Shared: shared}), errorsOf(Options{Shared: shared, Starts: starts})
	if byStarts["new"] < single["new"] {
		t.Errorf("the error of a player of one start is %.0f; want at least %.0f", byStarts["new"], single["new"])
	}
	if byStarts["a"] > single["a"] {
		t.Errorf("the error of a player of all starts is %.0f; want less than %.0f, that of a third of each game", byStarts["a"], single["a"])
	}
}
