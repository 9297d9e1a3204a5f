package selfplay

import (
	"fmt"
	"slices"

	"arbiter/referee"
)

// A Starts says where the matches of a data set or of a session start.
type Starts struct {
	openings []referee.Opening // none: from seeds
}

// OpeningStarts returns the starts for the first n openings of a game, the official one first.
// A match with seed s starts from opening s modulo n. If n is 0, the seed deals the start.
func OpeningStarts(g referee.Game, n int) (Starts, error) {
	if n == 0 {
		return Starts{}, nil
	}
	opener, ok := g.(referee.Opener)
	if !ok {
		return Starts{}, fmt.Errorf("openings %d: %s has no openings; its seeds deal different matches", n, g.Info().Name)
	}
	if count := opener.OpeningCount(); n < 1 || n > count {
		return Starts{}, fmt.Errorf("openings %d: want 1 to %d, or 0 to start from seeds", n, count)
	}
	all := opener.Openings(0)
	official := slices.IndexFunc(all, func(o referee.Opening) bool { return o.Name == referee.OfficialOpening })
	all[0], all[official] = all[official], all[0]
	return Starts{all[:n]}, nil
}

// setup returns the start of a seed, and the name of its opening or "".
func (s Starts) setup(seed int64) (referee.Setup, string) {
	n := int64(len(s.openings))
	if n == 0 {
		return referee.Setup{Seed: seed}, ""
	}
	o := s.openings[((seed%n)+n)%n]
	return referee.Setup{Seed: seed, Position: o.Position}, o.Name
}

// names returns the names of the openings, in their order.
func (s Starts) names() []string {
	names := []string{}
	for _, o := range s.openings {
		names = append(names, o.Name)
	}
	return names
}
