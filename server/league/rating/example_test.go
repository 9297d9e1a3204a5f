package rating_test

import (
	"fmt"

	"arbiter/server/league/rating"
)

// The worked example of docs/rating.md: 300 pairs of a new version against
// the old one.
func Example() {
	pairs := rating.Pairs{LL: 30, LD: 45, DD: 120, WD: 60, WW: 45}
	e := pairs.Estimate()
	fmt.Printf("score %.4f\n", *e.Score)
	fmt.Printf("elo   %+.1f +- %.1f\n", *e.Elo, *e.EloError95)
	fmt.Printf("nelo  %+.1f +- %.1f\n", *e.NElo, *e.NEloError95)
	fmt.Printf("los   %.2f %%\n", 100**e.LOS)
	fmt.Printf("pairs ratio %.2f\n", *e.PairsRatio)

	sprt := rating.SPRT{Model: rating.Normalized, Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	test, err := sprt.Pairs(pairs)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("llr   %.2f (%.2f, %.2f) %s\n", test.LLR, test.Lower, test.Upper, test.Decision)
	// Output:
	// score 0.5375
	// elo   +26.1 +- 22.8
	// nelo  +32.0 +- 27.8
	// los   98.79 %
	// pairs ratio 1.40
	// llr   1.33 (-2.94, 2.94) undecided
}

// A candidate that loses three games of four is refused long before the SPRT
// alone would do it.
func ExampleSequential() {
	question := rating.NotWeaker(rating.PairUnit)
	check, err := rating.NewSequential(question, rating.PairUnit)
	if err != nil {
		fmt.Println(err)
		return
	}
	for start := 0; !check.Over(); start++ {
		second := rating.Loss
		if start%2 == 0 {
			second = rating.Win
		}
		if _, err := check.Add(rating.Loss, second); err != nil {
			fmt.Println(err)
			return
		}
	}
	st := check.State()
	fmt.Printf("%s by %s after %d pairs\n", st.Decision, st.By, st.Trials)
	fmt.Printf("llr %.2f (%.2f, %.2f)\n", st.LLR, st.Lower, st.Upper)
	fmt.Printf("betting %.2f of %.2f\n", st.Betting.H0, st.Betting.Needed)
	// Output:
	// H0 by betting after 20 pairs
	// llr -1.12 (-3.46, 3.07)
	// betting 5.47 of 5.30
}

// The leaderboard of docs/rating.md.
func ExampleRank() {
	leaderboard, err := rating.Rank([]rating.HeadToHead{
		{First: "boss", Second: "greedy", Games: rating.Games{Wins: 60, Draws: 10, Losses: 30}},
		{First: "greedy", Second: "random", Games: rating.Games{Wins: 80, Draws: 5, Losses: 15}},
		{First: "random", Second: "boss", Games: rating.Games{Wins: 8, Draws: 2, Losses: 90}},
	}, rating.Options{Anchor: "random", At: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range leaderboard.Standings {
		fmt.Printf("%-6s %.0f +- %.0f\n", s.Name, s.Rating, s.Error95)
	}
	elo, error95, _ := leaderboard.Difference("boss", "greedy")
	fmt.Printf("boss is %.0f +- %.0f above greedy\n", elo, error95)
	// Output:
	// boss   1394 +- 80
	// greedy 1280 +- 74
	// random 1000 +- 0
	// boss is 113 +- 62 above greedy
}
