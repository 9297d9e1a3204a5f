package league

import "arbiter/server/rating"

// A Duel is what a table knows of two bots, from A's view. In a solo game
// their scores on each start that both played are compared.
type Duel struct {
	A        string          `json:"a"`
	B        string          `json:"b"`
	Games    rating.Games    `json:"games"`    // all of them
	Seats    []rating.Games  `json:"seats"`    // by A's seat; none in a solo game
	Pairs    rating.Pairs    `json:"pairs"`    // of games with the seats swapped
	Paired   bool            `json:"paired"`   // Estimate comes from Pairs, else from Games
	Estimate rating.Estimate `json:"estimate"` // how much stronger A is
}

// Duel returns what the table knows of two different bots, and whether it
// knows both. Pairs give the sharper estimate; they are taken unless more than
// one game has no partner, as when a filter chose them.
func (t *Table) Duel(a, b string) (Duel, bool) {
	i, okA := t.numbers[a]
	j, okB := t.numbers[b]
	if !okA || !okB || i == j {
		return Duel{}, false
	}
	m := t.meeting(i, j)
	d := Duel{A: a, B: b, Games: m.games(), Seats: []rating.Games{}, Pairs: m.pairs}
	if !t.solo {
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

// Versus returns the games of every two bots, by the order of the names: the
// matrix that a page shows. Row against column, from the row's view.
func (t *Table) Versus(bots []string) [][]rating.Games {
	matrix := make([][]rating.Games, len(bots))
	for row := range bots {
		matrix[row] = make([]rating.Games, len(bots))
		for column := range row {
			a, okA := t.numbers[bots[row]]
			b, okB := t.numbers[bots[column]]
			if okA && okB && a != b {
				games := t.meeting(a, b).games()
				matrix[row][column], matrix[column][row] = games, reversed(games)
			}
		}
	}
	return matrix
}

// count returns how many games there are.
func count(g rating.Games) int { return g.Wins + g.Draws + g.Losses }
