package league

// gauntlet lets every challenger meet everybody of the field. A round is one
// start. The challengers begin at different places of the field, so that the
// field progresses evenly too.
func (s *schedule) gauntlet() {
	if s.Solo() {
		s.alone()
		return
	}
	field := len(s.Bots) - s.Challengers
	for g := range s.games() {
		for turn := range field {
			for challenger := range s.Challengers {
				if !s.meet(g+1, g, challenger, s.Challengers+(turn+challenger)%field) {
					return
				}
			}
		}
	}
}
