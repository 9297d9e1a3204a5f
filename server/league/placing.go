package league

// A Placing is a bot's final position by the rules of its format. In Swiss and
// Knockout that differs from its rank in the standings, which estimate strength.
type Placing struct {
	Place    int     `json:"place"` // from 1; bots eliminated in the same Knockout round share a place
	Bot      string  `json:"bot"`
	Points   float64 `json:"points"`   // Swiss: 1 for an encounter won or a bye, 1/2 for a tie
	Buchholz float64 `json:"buchholz"` // Swiss: the sum of the opponents' points
}

// Placings returns the bots of a tournament in the order of its format, after the
// last round whose results are known. It returns nil for a format that is not
// Ranked.
func Placings(t Tournament, results Results) []Placing {
	info := t.Format.Info()
	if !info.Ranked() {
		return nil
	}
	return info.placings(&schedule{Tournament: t, results: results, yield: func(Pairing) bool { return true }})
}
