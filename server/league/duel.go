package league

import "arbiter/server/league/rating"

// A Duel is the score between two bots, from A's view. In a solo game their
// scores are compared on each start that both have played.
type Duel struct {
	A        string          `json:"a"`
	B        string          `json:"b"`
	Games    rating.Games    `json:"games"`    // all games
	Seats    []rating.Games  `json:"seats"`    // by A's seat; empty in a solo game
	Pairs    rating.Pairs    `json:"pairs"`    // games paired with their swapped-seat counterpart
	Paired   bool            `json:"paired"`   // Estimate comes from Pairs, otherwise from Games
	Estimate rating.Estimate `json:"estimate"` // how much stronger A is
}

// Duel returns the score between two different bots, and whether the table
// contains both. In matches of more than two seats, a game is the result between a seat of the
// one and a seat of the other, and the estimate counts by starts. The estimate comes from pairs, which are sharper, unless more
// than one game lacks its counterpart, as after filtering by seat.
func (t *Table) Duel(a, b string) (Duel, bool) {
	i, okA := t.numbers[a]
	j, okB := t.numbers[b]
	if !okA || !okB || i == j {
		return Duel{}, false
	}
	m := t.meeting(i, j)
	d := Duel{A: a, B: b, Games: m.games(), Seats: []rating.Games{}, Pairs: m.pairs}
	switch {
	case t.seats > 2:
		d.Seats = padded(m.many, t.seats)
		d.Estimate = t.estimateMany(i, j)
		return d, true
	case !t.solo:
		d.Seats = append(d.Seats, m.first, m.second)
	}
	pairs := m.pairs.LL + m.pairs.LD + m.pairs.DD + m.pairs.WD + m.pairs.WW
	d.Paired = pairs > 0 && count(d.Games)-2*pairs <= 1
	if d.Paired {
		d.Estimate = d.Pairs.Estimate()
	} else {
		d.Estimate = d.Games.Estimate()
	}
	return d, true
}

// count returns the number of games.
func count(g rating.Games) int { return g.Wins + g.Draws + g.Losses }
