package league

import (
	"sync"

	"arbiter/referee"
	"arbiter/server/league/rating"
)

// Refer fixes the references of explicit start positions, so that every relative score of
// the tournament is by the same one. best has the best known scores by the name of a start,
// and may be nil. A position that the game refuses has none.
func (t *Tournament) Refer(g referee.Game, positions Positions, best func(Start) (int64, bool)) {
	scaler, ok := g.(referee.Scaler)
	if !ok {
		return
	}
	for _, start := range t.Starts {
		var known bool
		reference := int64(0)
		if best != nil {
			reference, known = best(start)
		}
		if text, explicit := positions[start.Position]; explicit && !known {
			found, err := scaler.Reference(referee.Setup{Position: text})
			reference, known = found, err == nil
		}
		if !known || start.Position == "" {
			continue
		}
		if t.References == nil {
			t.References = map[string]int64{}
		}
		t.References[start.Position] = reference
	}
}

// Reference returns the score of a start that is worth 1000, and whether there is one. It is
// the tournament's; for a seed it is the one that the rules of the game name.
func (t Tournament) Reference(g referee.Game, s Start) (int64, bool) {
	if s.Position != "" {
		reference, ok := t.References[s.Position]
		return reference, ok
	}
	return SeedReference(g, s)
}

// SeedReference returns the score of a seed that is worth 1000, by the rules of a game
// that ranks by relative scores, and whether there is one.
func SeedReference(g referee.Game, s Start) (int64, bool) {
	scaler, ok := g.(referee.Scaler)
	if !ok || s.Position != "" {
		return 0, false
	}
	reference, err := scaler.Reference(referee.Setup{Seed: s.Seed})
	return reference, err == nil
}

// Points returns what two scores of a seed of a solo game count, the larger number for the
// better one: relative scores where the game ranks by these.
func Points(g referee.Game, s Start, own, other int64) (float64, float64) {
	if g.Info().Relative {
		return Tournament{}.Relative(g, s, own, other)
	}
	info := g.Info()
	return info.Worth(info.Value(own)), info.Worth(info.Value(other))
}

// Relative returns two scores of a start as shares of 1000. Where the start has no
// reference, the better one of the two is it.
func (t Tournament) Relative(g referee.Game, s Start, own, other int64) (float64, float64) {
	reference, ok := t.Reference(g, s)
	if !ok {
		reference = max(own, other)
	}
	return rating.RelativeScore(own, reference), rating.RelativeScore(other, reference)
}

// A Scale returns the score of a start that is worth 1000 in a game that ranks by relative
// scores, and whether one is known. It is nil in other games.
type Scale func(Start) (int64, bool)

// Of returns what a score on a start counts, the larger number for the better one, and false
// where no reference is known. A nil scale counts it as it is.
func (s Scale) Of(start Start, scoring referee.Scoring, score int64) (points float64, ok bool) {
	if s == nil {
		return scoring.Worth(scoring.Value(score)), true
	}
	reference, ok := s(start)
	return rating.RelativeScore(score, reference), ok
}

// NewScale returns the scale of a game: where best knows the best score of a start that is
// it, elsewhere the reference of the rules, which depends on the start alone. text returns
// explicit positions by their digests; best may be nil. Each start is looked at once. The
// scale may be used concurrently.
func NewScale(g referee.Game, text func(digest string) ([]byte, error), best func(Start) (int64, bool)) Scale {
	scaler, ok := g.(referee.Scaler)
	if !ok || !g.Info().Relative {
		return nil
	}
	var mu sync.Mutex
	type found struct {
		reference int64
		known     bool
	}
	looked := map[startKey]found{}
	return func(s Start) (int64, bool) {
		if best != nil {
			if reference, known := best(s); known {
				return reference, true
			}
		}
		mu.Lock()
		defer mu.Unlock()
		key := startKey{seed: s.Seed, position: s.Position}
		f, ok := looked[key]
		if !ok {
			setup, err := referee.Setup{Seed: s.Seed}, error(nil)
			if s.Position != "" {
				setup.Position, err = text(s.Position)
			}
			if err == nil {
				f.reference, err = scaler.Reference(setup)
			}
			f.known = err == nil
			looked[key] = f
		}
		return f.reference, f.known
	}
}
