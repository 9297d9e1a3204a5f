package league

import "slices"

// A Placing is where a format itself puts a bot, which in Swiss and Knockout
// is another question than how strong the standings think it is.
type Placing struct {
	Place    int     `json:"place"` // from 1; bots that went out in the same round of a Knockout share it
	Bot      string  `json:"bot"`
	Points   float64 `json:"points"`   // Swiss: 1 for an encounter won or sat out, 1/2 for a tie
	Buchholz float64 `json:"buchholz"` // Swiss: the points of all opponents
}

// Placings returns the bots in the order of a Swiss or Knockout tournament
// after the last round whose results are known, and nil for other formats.
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

// knockoutPlacings goes back from the last round: who was in one round and
// not in the next comes after all that were.
func (s *schedule) knockoutPlacings(in [][]int) []Placing {
	var placings []Placing
	placed := []int{nobody}
	for _, round := range slices.Backward(in) {
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
