package league

import "math"

// Surprise is the chance below which a win is an upset: the share of the
// points that the winner could expect by its Elo. The pages have the same
// number, in web/src/results/upsets.ts.
const Surprise = 0.25

// Upset reports whether a match of two was won by the bot that had little
// chance by the ratings, which are the Elo by bot. A bot without one surprises
// nobody.
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
