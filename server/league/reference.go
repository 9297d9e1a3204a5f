package league

import (
	"sync"

	"arbiter/referee"
	"arbiter/server/league/rating"
)

// Refer sets References for the explicit starts, so that every relative score of the tournament
// has the same reference. best returns the best known score on a start, and may be nil. A
// position that the game refuses gets no reference.
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

// Reference returns the score on a start that counts as 1000: of an explicit position the one
// in References, and of a seed the one by the rules of the game. It reports false if there is
// none.
func (t Tournament) Reference(g referee.Game, s Start) (int64, bool) {
	if s.Position != "" {
		reference, ok := t.References[s.Position]
		return reference, ok
	}
	return SeedReference(g, s)
}

// SeedReference returns the score on a seed that counts as 1000, by the rules of a game that
// ranks by relative scores. It reports false if there is none.
func SeedReference(g referee.Game, s Start) (int64, bool) {
	scaler, ok := g.(referee.Scaler)
	if !ok || s.Position != "" {
		return 0, false
	}
	reference, err := scaler.Reference(referee.Setup{Seed: s.Seed})
	return reference, err == nil
}

// Points returns two scores of a solo game on a seed as points, the larger the better: relative
// scores if the game ranks by these.
func Points(g referee.Game, s Start, own, other int64) (float64, float64) {
	if g.Info().Relative {
		return Tournament{}.Relative(g, s, own, other)
	}
	info := g.Info()
	return info.Worth(info.Value(own)), info.Worth(info.Value(other))
}

// Relative returns two scores on a start as relative scores, 0 to 1000. If the start has no
// reference, the better of the two scores is the reference.
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

// Of returns a score on a start in points, the larger the better: relative to the start's
// reference, or as it is if the scale is nil. ok is false if the start has no reference.
func (s Scale) Of(start Start, scoring referee.Scoring, score int64) (points float64, ok bool) {
	if s == nil {
		return scoring.Worth(scoring.Value(score)), true
	}
	reference, ok := s(start)
	return rating.RelativeScore(score, reference), ok
}

// NewScale returns the scale of a game; nil if the game does not rank by relative scores. The
// reference of a start is its best score, if best knows one, and else the reference by the
// rules, which depends on the start alone. text returns explicit positions by their digests.
// best may be nil. The scale looks at each start once, and may be used concurrently.
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
