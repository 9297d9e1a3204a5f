package league

import "math"

// Surprise is the chance below which a win is an upset: the share of the
// points that the winner could expect by its Elo. The pages have the same
// number, in web/src/ui/upsets.ts.
const Surprise = 0.25

// UpsetGap is how many Elo the loser of an upset is above the winner at the
// least: about 191.
func UpsetGap() float64 { return 400 * math.Log10(1/Surprise-1) }
