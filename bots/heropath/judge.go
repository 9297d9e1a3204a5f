package heropath

import (
	"context"
	"slices"
	"strings"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
	rules "arbiter/referee/games/heropath"
)

// Judging returns the maker of the game's judges.
func Judging() judge.Judging {
	return judge.Judging{
		Name: "what the planner still makes of the world from each kill",
		// It only tells that values are gold: nothing is marked.
		Scale: 1000,
		New:   func(int) judge.Judge { return NewJudge() },

		Searches:   true,
		ValuesOnly: true,
	}
}

// A Judge values the position in front of the answer and after each kill by the
// most gold of any plan from there: what was recorded, what it can be improved
// to, and what the planner makes of the position without it. Nothing is hidden in
// this game.
type Judge struct {
	world *rules.World
	moves []rules.Action // that were played
	kills []int          // how many moves were played after each kill
	gold  int64          // what the answer has brought

	turn   int   // that Look is called in front of
	played []int // by position: moves before it
}

// NewJudge returns a judge of a match that is about to be shown.
func NewJudge() *Judge { return &Judge{} }

// Look implements judge.Judge: after the answer it keeps the positions after a kill.
func (j *Judge) Look(m referee.Match) (kept bool) {
	if j.turn++; j.turn == 1 {
		s, _ := rules.StateOf(m)
		j.world, kept = s.World, true
	} else {
		_, kept = slices.BinarySearch(j.kills, j.turn-1)
	}
	if kept {
		j.played = append(j.played, j.turn-1)
	}
	return kept
}

// Took implements judge.Judge.
func (j *Judge) Took(answer []string) {
	parsed, _ := rules.ParseAnswer([]byte(strings.Join(answer, "\n")))
	s := j.world.Start()
	for i, a := range parsed.Moves {
		kills := s.Kills
		if s.Step(a) != rules.OK {
			return // an invalid answer brings nothing
		}
		j.moves = append(j.moves, a)
		if s.Kills > kills {
			j.kills = append(j.kills, i+1)
		}
	}
	j.gold = s.Gold
}

// Same implements judge.Judge.
func (j *Judge) Same(_ int, a, b []string) bool { return slices.Equal(a, b) }

// Value implements judge.Judge: the best result that it finds the seat can still reach, and no
// less than the seat has reached. Half of the nodes go to each plan.
func (j *Judge) Value(ctx context.Context, position int, _ []string, nodes int) judge.Estimate {
	most := time.Duration(0) // no limit
	if end, ok := ctx.Deadline(); ok {
		most = max(time.Until(end), 1)
	}
	s := j.world.Start()
	done := j.played[position]
	for _, a := range j.moves[:done] {
		s.Step(a)
	}
	best := max(j.gold, s.Gold)
	for _, first := range [][]rules.Action{nil, j.moves[done:]} {
		g := newPlanning(&s, Budget{Nodes: int64(nodes+1) / 2, Time: most / 2}, 1, DefaultParameters())
		g.first = first
		g.run()
		best = max(best, g.best)
	}
	found := judge.Unknown()
	found.Value = float64(best)
	return found
}

// Alternatives implements judge.Judge: it knows none.
func (j *Judge) Alternatives(int) (best, line []string) { return nil, nil }

// Gap implements judge.Judge: it does not guess.
func (j *Judge) Gap(int, []string) float64 { return 0 }

// Continue implements judge.Judge. Nobody plays on: the answer is all that there is.
func (j *Judge) Continue(int, [][]string, int, int) float64 { return float64(j.gold) }

// Imagine implements judge.Judge: nothing is hidden, and nothing is drawn.
func (j *Judge) Imagine(m referee.Match, _, _ int) (imagined referee.Match, drawn bool) {
	return m.(referee.Cloner).Clone(), false
}
