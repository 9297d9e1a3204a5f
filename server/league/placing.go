package league

import "slices"

// A Placing is a bot's final position by the rules of its format. In Swiss and
// Knockout that differs from its rank in the standings, which estimate strength.
type Placing struct {
	Place    int     `json:"place"` // from 1; bots eliminated in the same Knockout round share a place
	Bot      string  `json:"bot"`
	Points   float64 `json:"points"`   // Swiss: 1 for an encounter won or a bye, 1/2 for a tie
	Buchholz float64 `json:"buchholz"` // Swiss: the sum of the opponents' points
}

// Placings returns the bots of a Swiss or Knockout tournament in order, after
// the last round whose results are known. It returns nil for other formats.
func Placings(t Tournament, results Results) []Placing {
	s := schedule{Tournament: t, results: results, yield: func(Pairing) bool { return true }}
	switch t.Format {
	case Swiss:
		return s.swissPlacings(s.swiss())
	case Knockout:
		return s.knockoutPlacings(s.knockout())
	}
	return nil
}

func (s *schedule) swissPlacings(table *swissTable) []Placing {
	var placings []Placing
	for i, bot := range table.order()[:table.bots] {
		placings = append(placings, Placing{
			Place: i + 1, Bot: s.Bots[bot],
			Points: float64(table.halves[bot]) / 2, Buchholz: float64(table.buchholz(bot)) / 2,
		})
	}
	return placings
}

// knockoutPlacings walks back from the last round: bots that survived a round
// come before those that it eliminated.
func (s *schedule) knockoutPlacings(rounds [][]int) []Placing {
	var placings []Placing
	placed := []int{bye}
	for _, round := range slices.Backward(rounds) {
		place := len(placings) + 1
		for _, bot := range slices.Sorted(slices.Values(round)) {
			if !slices.Contains(placed, bot) {
				placed = append(placed, bot)
				placings = append(placings, Placing{Place: place, Bot: s.Bots[bot]})
			}
		}
	}
	return placings
}
