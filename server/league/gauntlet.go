package league

// gauntlet pairs every challenger with every bot of the field. A round is one
// start. The challengers begin at different positions in the field, so that the
// field progresses evenly too.
func (s *schedule) gauntlet() {
	if s.Solo() {
		s.playAlone()
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
