// Package judge says what judges of positions are and what they find. The bots who
// judge share these words with the analysis that asks them. It knows no game.
package judge

// An Estimate is what a search tells of a position, for the seat that it is judged for,
// and of an answer given there.
type Estimate struct {
	Value float64 // of the position: 1 is a win, 0 a loss
	Error float64 // of Value: half the width of its interval, 0 when it is proven
	// Regret is by how much Value falls with the given answer: 0 without one, and all of
	// Value for one that is no answer.
	Regret      float64
	RegretError float64  // of Regret, as Error is of Value
	Line        []string // the best play that was found, beginning with the seat's answer
	Nodes       int      // positions that were looked at: of a proven value, the size of the proof
}
