package replay

import "arbiter/referee"

// Legal returns the fault that an answer of a seat would be in a turn of a record, if the
// others answer as recorded. It returns nil if the answer is legal, or if the game's matches
// cannot be copied.
func Legal(rec *Record, g referee.Game, turn, seat int, answer []string) error {
	for p, err := range Positions(rec, g) {
		if err != nil {
			return err
		}
		m, ok := p.Match.(referee.Cloner)
		if p.Turn.Number != turn || !ok {
			continue
		}
		next := m.Clone()
		for _, other := range p.Turn.Answers {
			if other.Seat != seat && len(other.Lines) > 0 {
				next.Answer(other.Seat, other.Lines)
			}
		}
		next.Answer(seat, answer)
		next.Step()
		for _, f := range next.Result().Faults {
			if f.Seat == seat && f.Turn == turn {
				return f
			}
		}
	}
	return nil
}
