package league

import "arbiter/server/league/rating"

// Surprise is the expected score, by the Elo ratings, below which a win is an
// upset.
const Surprise = 0.25

// Upset reports whether a win of one bot over another is an upset by their Elo.
func Upset(winner, loser float64) bool { return rating.ScoreOf(winner-loser) < Surprise }

// Upset reports whether a two-seat match ended with an upset. ratings holds the
// Elo by bot; a match with an unrated bot is never one.
func (o Outcome) Upset(bots []string, ratings map[string]float64) bool {
	if len(bots) != 2 || len(o.Ranks) != 2 || o.Ranks[0] == o.Ranks[1] {
		return false
	}
	winner, loser := bots[0], bots[1]
	if o.Ranks[1] < o.Ranks[0] {
		winner, loser = loser, winner
	}
	low, rated := ratings[winner]
	high, other := ratings[loser]
	return rated && other && Upset(low, high)
}
