package replay

import "slices"

// Said is what a bot wrote to stderr in one turn. The last Late bytes of Text
// came after the turn's answer.
type Said struct {
	Text []byte
	Late int
}

// Stderr returns what the seat wrote, by turn. A late text, found before the
// input of a later turn or at the end, belongs to the last turn in which the
// seat was asked; what came before its first input is turn 0.
func Stderr(rec *Record, seat int) []Said {
	said := make([]Said, len(rec.Turns)+1)
	asked := 0 // last turn in which the seat was asked
	for i := range rec.Turns {
		t := &rec.Turns[i]
		at := slices.IndexFunc(t.Answers, func(a Answer) bool { return a.Seat == seat })
		if at < 0 {
			continue
		}
		said[asked].late(t.Answers[at].Late)
		asked = t.Number
		said[asked].Text = t.Answers[at].Stderr
	}
	if rec.Footer != nil && seat < len(rec.Footer.Late) {
		said[asked].late(rec.Footer.Late[seat])
	}
	return said
}

func (s *Said) late(text []byte) {
	s.Text = slices.Concat(s.Text, text)
	s.Late = len(text)
}
