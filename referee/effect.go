package referee

import (
	"bytes"
	"slices"
)

// AppendPlay appends to dst an encoding of what the last Step played: AppendPlay of a Talker,
// and AppendState of any other match.
func AppendPlay(dst []byte, m Match) []byte {
	if t, ok := m.(Talker); ok {
		return t.AppendPlay(dst)
	}
	return m.AppendState(dst)
}

// SameEffect reports whether two answers of an asked seat do the same to a match in front of a
// turn: both lead to the same play and result, and they break the same rules. Faults that the
// rules forgive do not count. The function others gives a match the answers of the other seats.
// m is not changed.
func SameEffect(m Cloner, seat int, a, b []string, others func(Match)) bool {
	x, y := m.Clone(), m.Clone()
	others(x)
	others(y)
	x.Answer(seat, a)
	y.Answer(seat, b)
	var one, other []byte
	for {
		x.Step()
		y.Step()
		one, other = AppendPlay(one[:0], x), AppendPlay(other[:0], y)
		if !bytes.Equal(one, other) || x.Over() != y.Over() || x.Asked() != y.Asked() {
			return false
		}
		if x.Over() || x.Asked() != 0 { // else the turn plays itself, by this answer
			return sameResult(x.Result(), y.Result(), seat)
		}
	}
}

// sameResult compares results. It counts only the seat's unforgiven faults, and compares
// their kinds and rules, not their words.
func sameResult(x, y Result, seat int) bool {
	return slices.Equal(x.Scores, y.Scores) && slices.Equal(x.Ranks, y.Ranks) && x.Reason == y.Reason &&
		slices.Equal(breaches(x.Faults, seat), breaches(y.Faults, seat))
}

// A breach is what a fault is, without its words.
type breach struct {
	turn int
	kind Kind
	rule string
}

func breaches(faults []Fault, seat int) (all []breach) {
	for _, f := range faults {
		if f.Seat == seat && !f.Forgiven {
			all = append(all, breach{f.Turn, f.Kind, f.Rule})
		}
	}
	return all
}
