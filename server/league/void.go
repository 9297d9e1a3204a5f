package league

import "fmt"

// A Void says how often a match was void: the machine did not let its bots run,
// so it has no result. A void match is played again until it is left out. Where no
// later pairing depends on its result, it is put off before that: it is played when
// nothing else is left to play.
type Void struct {
	Job
	Times   int  `json:"times"`              // how often it was void, at least once
	LeftOut bool `json:"left_out,omitempty"` // it is not played again
	PutOff  bool `json:"put_off,omitempty"`  // it is played last, or has been; a check counts its start last
}

// Voids sum up the void matches of a tournament.
type Voids struct {
	Matches int     // void matches; one that was played again and void again counts again
	LeftOut []Start // of each pairing that is left out
	PutOff  int     // matches that wait to be played last, while the tournament is played here
}

// Add adds a match that was void, as often as it was.
func (v *Voids) Add(void Void) {
	v.Matches += void.Times
	if void.LeftOut {
		v.LeftOut = append(v.LeftOut, void.Pairing.Start)
	}
}

// SumVoids sums up void matches.
func SumVoids(voids []Void) (sum Voids) {
	for _, v := range voids {
		sum.Add(v)
	}
	return sum
}

// notableShare is the share of void matches from which they are worth a warning:
// what is left may not be what an idle machine would have played.
const notableShare = 0.01

// Notable reports whether there are so many void matches, compared with those that were played,
// that a warning is due.
func (v Voids) Notable(played int) bool {
	return len(v.LeftOut) > 0 || float64(v.Matches) >= notableShare*float64(v.Matches+played) && v.Matches > 0
}

// Note returns Text, behind a warning if it is Notable.
func (v Voids) Note(played int) string {
	if v.Notable(played) {
		return "warning: " + v.Text(played)
	}
	return v.Text(played)
}

// Text returns the void matches as a sentence without a full stop, compared with the number of
// matches that were played; "" if there were none.
func (v Voids) Text(played int) string {
	if v.Matches == 0 {
		return ""
	}
	text := "1 match was starved by the machine and played again"
	if v.Matches > 1 {
		text = fmt.Sprintf("%d matches were starved by the machine and played again", v.Matches)
	}
	switch n := len(v.LeftOut); {
	case n == 1:
		text += "; 1 pairing was left out"
	case n > 1:
		text += fmt.Sprintf("; %d pairings were left out", n)
	}
	if v.Notable(played) {
		text += fmt.Sprintf(" (%.1f %% of all attempts)", 100*float64(v.Matches)/float64(v.Matches+played))
	}
	return text
}
