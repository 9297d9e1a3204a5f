package league

import "math"

// Surprise is the expected score, by the Elo ratings, below which a win is an
// upset. The pages use the same number in upsets.ts; a test compares the two.
const Surprise = 0.25

// Upset reports whether a two-seat match was won by a bot whose expected score
// was below Surprise. ratings holds the Elo by bot; a match with an unrated bot
// is never an upset.
func Upset(o Outcome, bots []string, ratings map[string]float64) bool {
	if len(bots) != 2 || len(o.Ranks) != 2 || o.Ranks[0] == o.Ranks[1] {
		return false
	}
	winner, loser := bots[0], bots[1]
	if o.Ranks[1] < o.Ranks[0] {
		winner, loser = loser, winner
	}
	low, rated := ratings[winner]
	high, other := ratings[loser]
	return rated && other && 1/(1+math.Pow(10, (high-low)/400)) < Surprise
}
