package heropath

import (
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
	}
}

// A Judge values the position in front of the answer and after each kill by the
// most gold of any plan from there: what was recorded, what it can be improved
// to, and what the planner makes of the position without it. Nothing is hidden in
// this game. It is an analysis.Appraiser.
type Judge struct {
	world *rules.World
	moves []rules.Action // that were played
	kills []int          // how many moves were played after each kill
	gold  int64          // what the answer has brought

	played []int // by position: moves before it
}

// NewJudge returns a judge of a match that is about to be shown.
func NewJudge() *Judge { return &Judge{} }

// Look implements analysis.Judge.
func (j *Judge) Look(m referee.Match) {
	s, _ := rules.StateOf(m)
	j.world = s.World
	j.played = append(j.played, 0)
}

// Took implements analysis.Judge.
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

// Same implements analysis.Judge.
func (j *Judge) Same(_ int, a, b []string) bool { return slices.Equal(a, b) }

// Passes implements analysis.Appraiser: it keeps the positions after a kill.
func (j *Judge) Passes(turn int) bool {
	_, kill := slices.BinarySearch(j.kills, turn-1)
	if kill {
		j.played = append(j.played, turn-1)
	}
	return kill
}

// Appraise implements analysis.Appraiser. Half of the nodes go to each plan.
func (j *Judge) Appraise(position, nodes int, most time.Duration) float64 {
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
	return float64(best)
}
