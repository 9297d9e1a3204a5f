// Package rating turns results into numbers: Elo differences with error bars,
// likelihood of superiority, sequential tests, leaderboards and the advantage
// of a seat. Its inputs are counts: Games for single games, Pairs for pairs of
// games with the seats swapped, Cluster for all that was played on one start,
// Result for games between many players. A Question about a candidate is
// answered start by start by a Sequential, or by a SequentialScore where the
// scores of a solo game count.
// It is pure arithmetic and knows no bots, matches or stores. A figure that
// the counts do not give is nil, and a Note says why; no figure is ever NaN or
// infinite.
package rating

import "fmt"

// Games counts single games from the first player's view: the trinomial
// sample.
type Games struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Pairs counts pairs of games with the seats swapped, from the first player's
// view, by the points of the pair: the pentanomial sample. Two games on one
// seed are not independent; a pair is one trial and takes that into account.
type Pairs struct {
	LL int `json:"ll"` // no point: lost both
	LD int `json:"ld"` // half a point: lost one, drew one
	DD int `json:"dd"` // one point: drew both, or won one and lost one
	WD int `json:"wd"` // a point and a half: won one, drew one
	WW int `json:"ww"` // two points: won both
}

// Score is how one game ended for the first player, in half points.
type Score int

// The scores.
const (
	Loss Score = iota
	Draw
	Win
)

// Add counts one more game.
func (g *Games) Add(o Score) {
	switch o {
	case Loss:
		g.Losses++
	case Draw:
		g.Draws++
	case Win:
		g.Wins++
	}
}

// Add counts one more pair of games.
func (p *Pairs) Add(first, second Score) {
	switch first + second {
	case Loss + Loss:
		p.LL++
	case Loss + Draw:
		p.LD++
	case Draw + Draw: // and Win + Loss
		p.DD++
	case Win + Draw:
		p.WD++
	case Win + Win:
		p.WW++
	}
}

// MaxCount is the largest count that the formulas take: beyond it an outcome
// seen once is lost in the rounding of the others.
const MaxCount = 1_000_000_000

// Check returns an error that names the first count below 0 or above MaxCount.
func (g Games) Check() error {
	return check([]string{"wins", "draws", "losses"}, []int{g.Wins, g.Draws, g.Losses})
}

// Check returns an error that names the first count below 0 or above MaxCount.
func (p Pairs) Check() error {
	return check([]string{"ll", "ld", "dd", "wd", "ww"}, []int{p.LL, p.LD, p.DD, p.WD, p.WW})
}

func check(names []string, counts []int) error {
	for i, n := range counts {
		if n < 0 || n > MaxCount {
			return fmt.Errorf("%s: found %d; want 0 to %d", names[i], n, MaxCount)
		}
	}
	return nil
}
