package whatif

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/server/study/analysis"
)

// A Cause is one sentence on why a bot loses, over all its matches.
type Cause struct {
	Kind CauseKind `json:"kind"`
	Text string    `json:"text"` // a sentence, with its figures
	// Points is its size in Unit: what was lost in the matches that have it, in
	// proportion to how often. It is not known that all of it would have been won without
	// the cause.
	Points  float64 `json:"points"`
	Unit    string  `json:"unit"`    // of the report
	Matches int     `json:"matches"` // that have it
	// Examined is the share of the matches that was looked at.
	Examined float64   `json:"examined"`
	Examples []Example `json:"examples"` // one a match, the first with a better answer if any has one; at most MaxExamples

	parts map[place]float64 // its points by match
}

// A place is a seat of a match.
type place struct {
	match string
	seat  int
}

// A CauseKind says what a cause was found by.
type CauseKind string

// The kinds of cause.
const (
	CauseFault CauseKind = "fault" // a fault ended matches
	CauseHabit CauseKind = "habit" // a habit that the game looks for (referee.HabitLister)
)

// An Example is a turn that shows a cause.
type Example struct {
	Match  string `json:"match"`
	Turn   int    `json:"turn"`
	Seat   int    `json:"seat"`
	Answer string `json:"answer"` // as given, "" for none
	Better string `json:"better"` // an answer without the cause, "" if none is known
}

// Better returns the examples that have a better answer.
func (c Cause) Better() (all []Example) {
	for _, e := range c.Examples {
		if e.Better != "" && e.Turn > 0 {
			all = append(all, e)
		}
	}
	return all
}

// What a report has at most.
const (
	MaxCauses   = 5
	MaxExamples = 5
)

// What is a cause and not chance or taste.
const (
	leastExcess = 0.1  // of the chances, more than the game's boss shows it
	surely      = 2.6  // standard errors: there are ten habits to find one in
	usualError  = 0.03 // of Habit.Usual
)

// A searcher finds the causes of a report.
type searcher struct {
	habits []referee.Habit
	par    float64
	solo   bool
	unit   string // see analysis.Unit
	own    []match
}

// A match is what the searcher keeps of a match of the bot.
type match struct {
	seat  Seat
	seen  watched        // nil: it could not be played again
	lost  float64        // in the unit of the report
	fault *referee.Fault // that ended it for the bot
}

// newSearcher looks at the matches of a bot. Of solo games, it compares them with what others
// made of the same starts.
func newSearcher(ctx context.Context, seats, others []Seat) (*searcher, error) {
	c := &searcher{}
	if len(seats) == 0 {
		return c, nil
	}
	info := seats[0].Game.Info()
	c.solo, c.unit = info.Solo(), analysis.Unit(info)
	if g, ok := seats[0].Game.(referee.HabitLister); ok {
		c.habits, c.par = g.Habits(), g.Par()
	}
	best := map[string]float64{} // by start
	for _, s := range others {
		if score, ok := s.score(); ok && s.Game.Info().Name == info.Name {
			start := s.startText()
			best[start] = max(score, cmp.Or(best[start], score))
		}
	}
	for _, s := range seats {
		c.add(s, best)
		if err := ctx.Err(); err != nil {
			return c, err
		}
	}
	return c, nil
}

// startText tells whether two matches begin alike.
func (s Seat) startText() string {
	h := &s.Record.Header
	return fmt.Sprint(h.Seed, " ", string(h.Setup))
}

// score returns the score of a solo match, and whether it has a result.
func (s Seat) score() (float64, bool) {
	f := s.Record.Footer
	if f == nil || s.Seat >= len(f.Result.Scores) {
		return 0, false
	}
	return f.Result.Worth(f.Result.Value(f.Result.Scores[s.Seat])), true
}

// add looks at a match of the bot.
func (c *searcher) add(s Seat, best map[string]float64) {
	m := match{seat: s, lost: s.lost(), seen: watch(s)}
	if f := s.Record.Footer; f != nil {
		m.fault = f.Result.FaultOf(s.Seat)
	}
	if score, ok := s.score(); ok && c.solo {
		par, met := best[s.startText()]
		switch {
		case met:
		case c.par > 0:
			par = c.par
		default:
			par = score + math.Abs(score) // what it has in proportion
		}
		m.lost = max(0, par-score)
	}
	c.own = append(c.own, m)
}

// causes returns the largest causes, those without points last, and what was lost in all.
func (c *searcher) causes() (all []Cause, total float64) {
	all = append(append([]Cause{}, c.faultCauses()...), c.habitCauses()...) // in JSON no list is null
	for _, m := range c.own {
		total += m.lost
	}
	all = slices.DeleteFunc(all, func(cause Cause) bool {
		return cause.Points <= 0 && !(c.solo && cause.Kind == CauseFault)
	})
	slices.SortStableFunc(all, func(a, b Cause) int { return cmp.Compare(b.Points, a.Points) })
	return all[:min(len(all), MaxCauses)], total
}

// unexplained returns the points that no cause accounts for. A match of several causes is
// counted once.
func (c *searcher) unexplained(causes []Cause) (sum float64) {
	for i := range c.own {
		m := &c.own[i]
		rest := m.lost
		for _, cause := range causes {
			rest -= cause.parts[m.place()]
		}
		sum += max(0, rest)
	}
	return sum
}

func (m *match) place() place { return place{m.seat.Match, m.seat.Seat} }

// cause sums up the matches that a test selects, with what share of their loss.
func (c *searcher) cause(kind CauseKind, share func(m *match) float64, example func(m *match) Example) Cause {
	cause := Cause{Kind: kind, Unit: c.unit, Examined: 1, Examples: []Example{}, parts: map[place]float64{}}
	var examples [2][]Example // of matches that were lost, and of others
	for i := range c.own {
		m := &c.own[i]
		part := share(m)
		if part <= 0 {
			continue
		}
		cause.Matches++
		cause.Points += part * m.lost
		cause.parts[m.place()] = part * m.lost
		if e := example(m); e.Turn > 0 {
			of := truth(m.lost <= 0)
			examples[of] = append(examples[of], e)
		}
	}
	// Of each, what can be kept with the better answer comes first.
	for _, of := range examples {
		slices.SortStableFunc(of, func(a, b Example) int { return cmp.Compare(truth(b.Better != ""), truth(a.Better != "")) })
		cause.Examples = append(cause.Examples, of...)
	}
	cause.Examples = cause.Examples[:min(len(cause.Examples), MaxExamples)]
	return cause
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// faultCauses returns a cause for each kind of fault that ended matches.
func (c *searcher) faultCauses() (all []Cause) {
	kinds := map[referee.Kind]bool{}
	for i := range c.own {
		m := &c.own[i]
		if m.fault == nil || kinds[m.fault.Kind] {
			continue
		}
		kind := m.fault.Kind
		kinds[kind] = true
		cause := c.cause(CauseFault, func(m *match) float64 {
			return float64(truth(m.fault != nil && m.fault.Kind == kind))
		}, func(m *match) Example {
			return Example{Match: m.seat.Match, Turn: m.fault.Turn, Seat: m.seat.Seat, Answer: m.fault.Line}
		})
		cause.Text = fmt.Sprintf("In %d of %s it lost by a fault, %s", cause.Matches, plural.Count(len(c.own), "match"), kind.Info().Title)
		if cause.Points > 0 { // else no match tells what there was to lose
			cause.Text += ": " + size(cause.Points, c.unit)
		}
		cause.Text += "."
		all = append(all, cause)
	}
	return all
}

// size returns points with their unit.
func size(points float64, unit string) string {
	if points >= 100 {
		return fmt.Sprintf("%.0f %s", points, unit)
	}
	return fmt.Sprintf("%.1f %s", points, unit)
}

// habitCauses returns a cause for each habit that the bot surely shows more often than the
// game's boss. The measure is not those who beat it: they may show it less because they were
// winning.
func (c *searcher) habitCauses() (all []Cause) {
	looked := 0
	for i := range c.own {
		looked += truth(c.own[i].seen != nil)
	}
	for i, habit := range c.habits {
		var own rate
		for m := range c.own {
			if c.own[m].fault == nil && c.own[m].seen != nil {
				own.add(c.own[m].seen[i])
			}
		}
		share, err := own.share()
		usual := habit.Usual
		if len(own.chances) == 0 || share-usual < max(leastExcess, surely*math.Hypot(err, usualError)) {
			continue
		}
		cause := c.cause(CauseHabit, func(m *match) float64 {
			if m.fault != nil || m.seen == nil || m.seen[i].chances == 0 {
				return 0
			}
			s := m.seen[i]
			return (float64(s.shown)/float64(s.chances) - usual) / (1 - usual)
		}, func(m *match) Example { return m.seen[i].example() })
		cause.Examined = float64(looked) / float64(len(c.own))
		chances, shown := own.sums()
		in := ""
		if habit.Chance != "matches" { // else the sentence begins with it
			in = fmt.Sprintf(", in %d of %s", cause.Matches, plural.Count(len(c.own), "match"))
		}
		cause.Text = fmt.Sprintf("%s: %.0f %% (the boss: %.0f %%); up to %s%s.", habit.Sentence(int(shown), int(chances)), 100*share, 100*usual, size(cause.Points, c.unit), in)
		all = append(all, cause)
	}
	return all
}
