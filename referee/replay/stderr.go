package replay

import "slices"

// TurnStderr is what a bot wrote to stderr in one turn. The last Late bytes of
// Text were written after the turn's answer.
type TurnStderr struct {
	Text []byte
	Late int
}

// Stderr returns what the seat wrote to stderr, by turn. Late text, which was
// read before the input of a later turn or at the end, belongs to the last turn
// in which the seat was asked; what was written before its first input is turn 0.
func Stderr(rec *Record, seat int) []TurnStderr {
	turns := make([]TurnStderr, len(rec.Turns)+1)
	asked := 0 // last turn in which the seat was asked
	for i := range rec.Turns {
		t := &rec.Turns[i]
		at := slices.IndexFunc(t.Answers, func(a Answer) bool { return a.Seat == seat })
		if at < 0 {
			continue
		}
		turns[asked].appendLate(t.Answers[at].Late)
		asked = t.Number
		turns[asked].Text = t.Answers[at].Stderr
	}
	if rec.Footer != nil && seat < len(rec.Footer.Late) {
		turns[asked].appendLate(rec.Footer.Late[seat])
	}
	return turns
}

func (s *TurnStderr) appendLate(text []byte) {
	s.Text = slices.Concat(s.Text, text)
	s.Late = len(text)
}
