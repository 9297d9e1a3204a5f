package judge

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"arbiter/referee"
)

// Generic returns the judging of a game without a judge of its own: random legal
// answers from copies of its matches. The copies hold what is hidden, too, so it is
// omniscient. In a solo game a point counts like a match. The error is ErrNone when
// the matches cannot be copied or list no legal answers.
func Generic(g referee.Game, setup referee.Setup, seats int) (Judging, error) {
	m, err := g.New(setup, seats)
	if err != nil {
		return Judging{}, err
	}
	_, clones := m.(referee.Cloner)
	_, lists := m.(referee.Chooser)
	if !clones || !lists {
		return Judging{}, ErrNone
	}
	return Judging{
		Name: "random continuations", Scale: 1, Omniscient: true,
		New: func(seat int) Judge { return &generic{seat: seat} },
	}, nil
}

// A generic judges by random continuations.
type generic struct {
	seat      int
	positions []referee.Cloner
}

// Sizes of a generic judge's work.
const (
	genericChoices = 16   // answers that are compared
	genericPlays   = 4    // continuations of each
	genericTurns   = 4096 // of a continuation: a game may have no end of its own
)

// Look keeps a copy.
func (j *generic) Look(m referee.Match) (kept bool) {
	if kept = m.Asked().Has(j.seat); kept {
		j.positions = append(j.positions, m.(referee.Cloner).Clone().(referee.Cloner))
	}
	return kept
}

// Took has nothing to learn.
func (j *generic) Took([]string) {}

// Same asks the game what the answers do, beside any answers of the other seats.
func (j *generic) Same(position int, a, b []string) bool {
	return slices.Equal(a, b) || len(a) > 0 && len(b) > 0 && referee.SameEffect(j.positions[position], j.seat, a, b, func(m referee.Match) {
		for seat := range m.Asked().All() {
			if seat != j.seat {
				m.Answer(seat, choose(m, seat, rand.New(rand.NewPCG(uint64(position), 1))))
			}
		}
	})
}

// Value does not search.
func (j *generic) Value(context.Context, int, []string, int) Estimate { return Unknown() }

// Alternatives compares some of the legal answers by a few continuations each.
func (j *generic) Alternatives(position int) (best, line []string) {
	r := rand.New(rand.NewPCG(uint64(position), 1))
	most := math.Inf(-1)
	for range genericChoices {
		try := choose(j.positions[position], j.seat, r)
		sum := 0.0
		for n := range genericPlays {
			answers := make([][]string, j.seat+1)
			answers[j.seat] = try
			sum += j.Continue(position, answers, Own, n)
		}
		if sum > most {
			best, most = try, sum
		}
	}
	return best, nil
}

// Gap does not guess.
func (j *generic) Gap(int, []string) float64 { return 0 }

// Continue plays on at random.
func (j *generic) Continue(position int, answers [][]string, _, n int) float64 {
	r := rand.New(rand.NewPCG(uint64(position), uint64(n)+2))
	m := j.positions[position].Clone()
	for turn := 0; !m.Over() && turn < genericTurns; turn++ {
		for seat := range m.Asked().All() {
			drawn := choose(m, seat, r) // drawn even when it is not used: the luck is the same then
			if turn == 0 && seat < len(answers) && answers[seat] != nil {
				drawn = answers[seat]
			}
			m.Answer(seat, drawn)
		}
		m.Step()
	}
	return ResultOf(m.Result(), j.seat)
}

// choose draws a legal answer.
func choose(m referee.Match, seat int, r *rand.Rand) []string {
	parts := m.(referee.Chooser).Choices(seat)
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = part[r.IntN(len(part))]
	}
	return []string{strings.Join(texts, "|")}
}

// Imagine draws nothing: the copies hold what is hidden.
func (j *generic) Imagine(m referee.Match, _, _ int) (imagined referee.Match, drawn bool) {
	return m.(referee.Cloner).Clone(), false
}
