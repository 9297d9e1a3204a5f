package league

// Gauntlet is the challengers against the field.
const Gauntlet Format = "gauntlet"

func gauntlet() FormatInfo {
	return FormatInfo{
		Name: Gauntlet, About: "The challengers meet all other bots, which do not play each other.", Fixed: true,
		Options:    []FormatOption{challengersOption()},
		pair:       (*schedule).gauntlet,
		encounters: func(t Tournament) (int, bool) { return t.Challengers * (len(t.Bots) - t.Challengers), true },
	}
}

// challengersOption is how many of the bots, from the first, challenge the others.
func challengersOption() FormatOption {
	return FormatOption{
		Name: "challengers", Title: "Challengers", About: "The first N bots play against the rest.", Least: 1, Most: MaxBots, Default: 1,
		in:    func(t *Tournament) *int { return &t.Challengers },
		typed: func(f *File) *int { return &f.Challengers },
		check: func(t Tournament) error {
			if t.Challengers < 1 || t.Challengers >= len(t.Bots) {
				return Fieldf("challengers", "found %d of %d bots; want 1 to %d, so that a field is left to challenge",
					t.Challengers, len(t.Bots), len(t.Bots)-1)
			}
			return nil
		},
	}
}

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
