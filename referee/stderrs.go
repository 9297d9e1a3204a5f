package referee

import "slices"

// Stderrs follow what the players of a match write to stderr, to put it behind
// the faults that the rules find.
type stderrs struct {
	tails []Tail         // by seat
	spoke bool           // somebody has written something
	found map[int]string // stderr by index of the fault
	seen  int            // faults that were looked at
	first map[firstFault]bool
}

// A firstFault is the first fault of a seat, or its first forgiven one: those
// that are shown by themselves. A bot that is forgiven each turn fills no record.
type firstFault struct {
	seat     int
	forgiven bool
}

// hear takes the stderr of a reply.
func (s *stderrs) hear(seat int, r Reply) {
	if len(r.Late)+len(r.Stderr) == 0 {
		return
	}
	s.spoke = true
	s.tails[seat].Add(r.Late)
	s.tails[seat].Add(r.Stderr)
}

// look keeps the stderr of the faults of the turn that was played. The result of a
// match whose bots write nothing is not asked for.
func (s *stderrs) look(m Match) {
	if s.spoke && !m.Over() { // at the end there is more to hear
		s.keep(m.Result().Faults)
	}
}

func (s *stderrs) keep(faults []Fault) {
	for i := s.seen; i < len(faults); i++ {
		f := &faults[i]
		key := firstFault{f.Seat, f.Forgiven}
		if s.first[key] || f.Stderr != "" {
			continue
		}
		if s.found == nil {
			s.found, s.first = map[int]string{}, map[firstFault]bool{}
		}
		s.found[i], s.first[key] = s.tails[f.Seat].String(), true
	}
	s.seen = len(faults)
}

// behind returns the faults with the stderr filled in. late is what the players
// wrote after their last replies.
func (s *stderrs) behind(faults []Fault, late [][]byte) []Fault {
	for seat, text := range late {
		s.tails[seat].Add(text)
	}
	s.keep(faults)
	if len(s.found) == 0 {
		return faults
	}
	faults = slices.Clone(faults) // a match may have returned its own
	for i, text := range s.found {
		faults[i].Stderr = text
	}
	return faults
}
