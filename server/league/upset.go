package league

import "arbiter/server/league/rating"

// Surprise is the expected score, by the Elo ratings, below which a win is an
// upset.
const Surprise = 0.25

// Upset reports whether a win between bots with these Elo ratings is an upset: see Surprise.
func Upset(winner, loser float64) bool { return rating.ScoreOf(winner-loser) < Surprise }

// Upset reports whether the match ended with an upset: the bot that won alone was expected to
// lose to another one. ratings has the Elo by bot. A bot without a rating is part of no upset.
func (o Outcome) Upset(bots []string, ratings map[string]float64) bool {
	if len(bots) < 2 || len(o.Ranks) != len(bots) {
		return false
	}
	for seat, bot := range bots {
		low, rated := ratings[bot]
		if !rated || o.ForSeat(seat) != rating.Win {
			continue
		}
		for other, loser := range bots {
			if high, rated := ratings[loser]; other != seat && rated && Upset(low, high) {
				return true
			}
		}
	}
	return false
}
