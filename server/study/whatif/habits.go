package whatif

import (
	"math"
	"slices"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// A seen is what one match has of a habit.
type seen struct {
	chances, shown int
	examples       []Example // of each time
}

// example returns the middle one of the times that the habit was shown. It prefers the
// times with a better answer. The first chance of a match seldom matters, and at the
// last one all may be lost. Without an example Turn is 0.
func (s *seen) example() Example {
	better := slices.DeleteFunc(slices.Clone(s.examples), func(e Example) bool { return e.Better == "" })
	for _, all := range [][]Example{better, s.examples} {
		if len(all) > 0 {
			return all[len(all)/2]
		}
	}
	return Example{}
}

// watched is what one match has of each habit of its game, by index.
type watched []seen

// watch watches the seat of a match, and returns what it showed: nothing for a game without
// habits, and for a match that cannot be played again.
func watch(s Seat) (all watched) {
	g, ok := s.Game.(referee.HabitLister)
	if !ok {
		return nil
	}
	var watcher referee.Watcher
	for p, err := range replay.Played(s.Record, s.Game) {
		if err != nil {
			return nil
		}
		if p.Turn == nil {
			watcher, all = g.Watch(p.Match, s.Seat), make(watched, len(g.Habits()))
			continue
		}
		for _, sighting := range watcher.Saw(p.Match, linesOf(p.Turn, s.Seat)) {
			if s.own(p.Turn.Number) {
				all.add(s, p.Turn, sighting)
			}
		}
	}
	return all
}

// linesOf returns the answer of a seat in a turn, nil for none.
func linesOf(t *replay.Turn, seat int) []string {
	for _, a := range t.Answers {
		if a.Seat == seat && a.Fault == nil {
			return a.Lines
		}
	}
	return nil
}

// add counts a sighting.
func (w watched) add(s Seat, t *replay.Turn, sighting referee.Sighting) {
	c := &w[sighting.Habit]
	c.chances += sighting.Chances
	c.shown += sighting.Shown
	if sighting.Shown == 0 {
		return
	}
	turn := t
	if sighting.Turn > 0 {
		turn = &s.Record.Turns[sighting.Turn-1]
	}
	c.examples = append(c.examples, Example{Match: s.Match, Turn: turn.Number, Seat: s.Seat, Answer: referee.Quote(answerOf(turn, s.Seat)), Better: sighting.Better})
}

// A rate is how often something was shown, over matches.
type rate struct {
	chances, shown []float64 // by match with a chance
}

func (r *rate) add(s seen) {
	if s.chances > 0 {
		r.chances = append(r.chances, float64(s.chances))
		r.shown = append(r.shown, float64(s.shown))
	}
}

// sums returns the chances and what was shown of them.
func (r *rate) sums() (chances, shown float64) {
	for i := range r.chances {
		chances += r.chances[i]
		shown += r.shown[i]
	}
	return chances, shown
}

// share returns the share of the chances and its standard error, between matches:
// the turns of one match resemble each other.
func (r *rate) share() (share, err float64) {
	chances, shown := r.sums()
	if chances == 0 {
		return 0, 0
	}
	share = shown / chances
	squares, n := 0.0, float64(len(r.chances))
	for i := range r.chances {
		d := r.shown[i] - share*r.chances[i]
		squares += d * d
	}
	if n > 1 {
		squares *= n / (n - 1)
	}
	// Even the most uniform sample has an error (rule of succession).
	return share, math.Max(math.Sqrt(squares)/chances, math.Sqrt((shown+1)*(chances-shown+1))/math.Pow(chances+2, 1.5))
}
