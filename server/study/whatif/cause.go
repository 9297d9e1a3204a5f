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
	// proportion to how often; for mistakes, what they cost together. It is not
	// known that all of it would have been won without the cause.
	Points  float64 `json:"points"`
	Unit    string  `json:"unit"`    // of the report
	Matches int     `json:"matches"` // that have it
	// Examined is the share of what could have it that was looked at: of matches, or
	// of the answers where costs tell it.
	Examined float64   `json:"examined"`
	Examples []Example `json:"examples"` // one a match, the first with a better answer if any has one; at most MaxExamples

	outcome bool              // of acts that may be named, too
	habit   int               // its index, of a habit
	parts   map[place]float64 // its points by match
}

// A place is a seat of a match.
type place struct {
	match string
	seat  int
}

// outcomeWeight is the weight of a point of an outcome. The outcome of a match is as
// frequent as losing, and says less than the act that it came of.
const outcomeWeight = 0.5

// weight is what causes are ordered by.
func (c Cause) weight() float64 {
	if c.outcome {
		return outcomeWeight * c.Points
	}
	return c.Points
}

// A CauseKind says what a cause was found by.
type CauseKind string

// The kinds of cause.
const (
	CauseFault    CauseKind = "fault"    // a fault ended matches
	CauseHabit    CauseKind = "habit"    // a habit that the game looks for (referee.HabitLister)
	CauseMistakes CauseKind = "mistakes" // marked answers of one kind
	CauseEnd      CauseKind = "end"      // how the lost matches ended
	CauseTime     CauseKind = "time"     // slow answers
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
	leastExcess = 0.1  // of the chances, more than others show it
	surely      = 2.6  // standard errors: there are ten habits to find one in
	usualError  = 0.03 // of Habit.Usual
	fewMatches  = 5    // fewer with a chance tell little of others
	leastPart   = 0.1  // of all that was lost
	mostlyPart  = 0.8  // of its turns make a habit a part of a wider one
)

// A searcher finds the causes of a report.
type searcher struct {
	habits []referee.Habit
	par    float64
	solo   bool
	unit   string // see analysis.Unit
	own    []match
	better []rate         // by habit: of seats that beat the bot, and of others that did better
	ends   map[string]int // the reasons of the matches of others: those that they lost, or of solo games all
	ended  int            // how many those are
}

// A match is what the searcher keeps of a match of the bot.
type match struct {
	seat   Seat
	seen   watched        // nil: it could not be played again
	lost   float64        // in the unit of the report
	reason string         // see endOf
	fault  *referee.Fault // that ended it for the bot
	known  *analysis.Analysis
	costs  map[int]Cost // of the seat's answers by turn, as known tells
}

// newSearcher looks at the matches of a bot, with what is known of each, and at those of
// others. known may be nil.
func newSearcher(ctx context.Context, seats, others []Seat, known []*analysis.Analysis) (*searcher, error) {
	c := &searcher{ends: map[string]int{}}
	if len(seats) == 0 {
		return c, nil
	}
	info := seats[0].Game.Info()
	c.solo, c.unit = info.Solo(), analysis.Unit(info)
	if g, ok := seats[0].Game.(referee.HabitLister); ok {
		c.habits, c.par = g.Habits(), g.Par()
	}
	c.better = make([]rate, len(c.habits))
	best, err := c.compareAll(ctx, seats, others)
	if err != nil {
		return c, err
	}
	for i, s := range seats {
		c.add(s, best)
		if known != nil {
			c.own[i].know(known[i], c.habits)
		}
		if err := ctx.Err(); err != nil {
			return c, err
		}
	}
	if c.solo && c.par == 0 {
		c.priceFaults()
	}
	return c, nil
}

// know takes over what an analysis knows of a match. An outcome is dropped if it
// comes of one answer and that answer cost nothing: the match was lost before.
func (m *match) know(a *analysis.Analysis, habits []referee.Habit) {
	m.known, m.costs = a, CostsOf(a, m.seat.Seat)
	for i := range m.seen {
		if s := &m.seen[i]; habits[i].Outcome && s.shown == 1 && m.costless(s.example()) {
			*s = seen{chances: s.chances}
		}
	}
}

// costless reports whether an analysis says that the answer of an example cost nothing.
func (m *match) costless(e Example) bool {
	cost, examined := m.costs[e.Turn]
	return examined && (cost.Mark == analysis.Best || cost.Mark == analysis.Fine)
}

// isLost reports whether the bot lost the match, by more than a draw or, in a solo game, by
// anything.
func (c *searcher) isLost(m *match) bool { return m.lost > 0 && (c.solo || m.lost > 0.5) }

// priceFaults prices matches with a fault that have no price, because nobody else has
// played the start. Such a match loses what the bot's other matches lose.
func (c *searcher) priceFaults() {
	sum, n := 0.0, 0.0
	for _, m := range c.own {
		if m.fault == nil {
			sum += m.lost
			n++
		}
	}
	for i := range c.own {
		if m := &c.own[i]; m.fault != nil && m.lost == 0 {
			m.lost = sum / max(1, n)
		}
	}
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

// compareAll looks at the matches of others, and returns the best score of theirs on each
// start of a solo game that the bot has, too.
func (c *searcher) compareAll(ctx context.Context, seats, others []Seat) (best map[string]float64, err error) {
	best, own := map[string]float64{}, map[string]float64{}
	for _, s := range seats {
		if score, ok := s.score(); ok {
			own[s.startText()] = score
		}
	}
	for _, s := range others {
		score, ok := s.score()
		if !ok || s.Game.Info().Name != seats[0].Game.Info().Name {
			continue
		}
		lost := s.lost() > 0
		if reason := endOf(s.Record.Footer.Result); reason != "" && (c.solo || lost) {
			c.ends[reason]++
			c.ended++
		}
		if c.solo {
			start := s.startText()
			of, met := own[start]
			if lost = !met || score <= of; met {
				best[start] = max(score, cmp.Or(best[start], score))
			}
		}
		if lost {
			continue
		}
		c.compare(watch(s, s.Seat)[s.Seat])
		if err := ctx.Err(); err != nil {
			return best, err
		}
	}
	return best, nil
}

// compare counts what a better seat showed.
func (c *searcher) compare(seen watched) {
	for i, s := range seen {
		c.better[i].add(s)
	}
}

// add looks at a match of the bot, and at those who beat it there.
func (c *searcher) add(s Seat, best map[string]float64) {
	m := match{seat: s}
	watching := []int{s.Seat}
	if f := s.Record.Footer; f != nil {
		m.reason, m.fault = endOf(f.Result), f.Result.FaultOf(s.Seat)
		for seat, rank := range f.Result.Ranks {
			if s.lost() > 0 && rank < f.Result.Ranks[s.Seat] {
				watching = append(watching, seat)
			}
		}
	}
	m.lost = s.lost()
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
	seen := watch(s, watching...)
	m.seen = seen[s.Seat]
	for _, seat := range watching[1:] {
		c.compare(seen[seat])
	}
	c.own = append(c.own, m)
}

// causes returns the largest causes, those without points last.
func (c *searcher) causes(r *reporter) []Cause {
	all := slices.Concat(c.faultCauses(), c.habitCauses(), r.clusters(c.unit))
	total := 0.0
	for _, m := range c.own {
		total += m.lost
	}
	all = slices.DeleteFunc(all, func(cause Cause) bool {
		return cause.Points <= 0 && !(c.solo && cause.Kind == CauseFault) || cause.Kind == CauseHabit && cause.Points < leastPart*total
	})
	slices.SortStableFunc(all, func(a, b Cause) int { return cmp.Compare(b.weight(), a.weight()) })
	c.generalize(all)
	rest := slices.Concat(c.endCauses(), c.timeCauses(&r.Slow))
	all = all[:min(len(all), MaxCauses-min(len(rest), 1))]
	r.Lost, r.Unexplained = total, c.unexplained(all)
	all = append(all, rest...)
	return append([]Cause{}, all[:min(len(all), MaxCauses)]...)
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

// generalize moves to the front what the first habit is a part of: who waits in every
// other turn does so beside a potion, too.
func (c *searcher) generalize(all []Cause) {
	if len(all) == 0 || all[0].Kind != CauseHabit {
		return
	}
	for i, wider := range all {
		if i == 0 || wider.Kind != CauseHabit || wider.outcome {
			continue
		}
		part, both, whole := 0, 0, 0
		for m := range c.own {
			if seen := c.own[m].seen; seen != nil {
				whole += len(seen[wider.habit].turns)
				part += len(seen[all[0].habit].turns)
				for turn := range seen[all[0].habit].turns {
					both += truth(seen[wider.habit].turns[turn])
				}
			}
		}
		if whole >= 2*part && float64(both) >= mostlyPart*float64(part) {
			copy(all[1:i+1], all[:i])
			all[0] = wider
			return
		}
	}
}

// cause sums up the matches that a test selects, with what share of their loss.
func (c *searcher) cause(kind CauseKind, share func(m *match) float64, example func(m *match) Example) Cause {
	cause := Cause{Kind: kind, Unit: c.unit, Examined: 1, Examples: []Example{}, parts: map[place]float64{}}
	var examples [3][]Example // of matches that were lost, of others, and of answers that cost nothing
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
			of := &examples[truth(m.lost <= 0)]
			if m.costless(e) {
				of = &examples[2]
			}
			*of = append(*of, e)
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

// habitCauses returns a cause for each habit that the bot shows more often than those
// who do better.
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
		usual, more, with := c.usual(i, share, err)
		if len(own.chances) == 0 || !more || share-usual < max(leastExcess, surely*math.Hypot(err, usualError)) {
			continue
		}
		cause := c.cause(CauseHabit, func(m *match) float64 {
			if m.fault != nil || m.seen == nil || m.seen[i].chances == 0 {
				return 0
			}
			s := m.seen[i]
			return (float64(s.shown)/float64(s.chances) - usual) / (1 - usual)
		}, func(m *match) Example { return m.seen[i].example() })
		cause.habit = i
		cause.outcome, cause.Examined = habit.Outcome, float64(looked)/float64(len(c.own))
		chances, shown := own.sums()
		in := ""
		if habit.Chance != "matches" { // else the sentence begins with it
			in = fmt.Sprintf(", in %d of %s", cause.Matches, plural.Count(len(c.own), "match"))
		}
		cause.Text = fmt.Sprintf("%s: %.0f %% (%s); up to %s%s.", habit.Sentence(int(shown), int(chances)), 100*share, with, size(cause.Points, c.unit), in)
		all = append(all, cause)
	}
	return all
}

// usual returns how often others show a habit, whether the bot surely shows it more than
// those who did better than it, and a text that says both. The measure is the game's boss:
// that those who won show it less may be because they were winning.
func (c *searcher) usual(habit int, own, err float64) (usual float64, more bool, with string) {
	usual, more = c.habits[habit].Usual, true
	with = fmt.Sprintf("the boss: %.0f %%", 100*usual)
	if met := &c.better[habit]; len(met.chances) >= fewMatches {
		found, foundErr := met.share()
		with = fmt.Sprintf("those who did better: %.0f %%, %s", 100*found, with)
		more = own-found > 2*math.Hypot(err, foundErr)
	}
	return usual, more, with
}

// endOf returns the reason why a match ended, or "" where a seat's fault was that: it says
// nothing about how matches without faults end.
func endOf(r referee.Result) string {
	if slices.ContainsFunc(r.Faults, func(f referee.Fault) bool { return !f.Forgiven }) {
		return ""
	}
	return r.Reason
}

// endCauses says how most of the lost matches ended that ended as those of others seldom do.
func (c *searcher) endCauses() []Cause {
	ends, lost := map[string]int{}, 0
	good, kept, alike := map[string]int{}, 0, true // of matches that lost nothing; of all
	reason := ""
	for i := range c.own {
		m := &c.own[i]
		if m.reason == "" {
			continue
		}
		alike = alike && m.reason == cmp.Or(reason, m.reason)
		switch reason = m.reason; {
		case c.isLost(m):
			ends[m.reason]++
			lost++
		case m.lost == 0:
			good[m.reason]++
			kept++
		}
	}
	most := ""
	for reason, n := range ends {
		share := float64(n) / float64(lost)
		usual, err := 0.0, 0.0
		if !c.solo && c.ended >= fewMatches {
			usual = float64(c.ends[reason]) / float64(c.ended)
			err = math.Sqrt(share*(1-share)/float64(lost) + usual*(1-usual)/float64(c.ended))
		}
		if share-usual < max(leastExcess, 2*err) {
			continue // others end so
		}
		if n > ends[most] || n == ends[most] && reason < most {
			most = reason
		}
	}
	if most == "" || alike && c.ends[most] == c.ended || c.solo && kept > 0 && good[most]*lost >= ends[most]*kept {
		return nil // it tells nothing: others end so, or its own good matches as often
	}
	shown := 0 // examples: each takes another replay
	cause := c.cause(CauseEnd, func(m *match) float64 {
		return float64(truth(c.isLost(m) && m.reason == most))
	}, func(m *match) Example {
		if shown == MaxExamples {
			return Example{}
		}
		decisive, err := DecisiveTurn(m.seat, m.known)
		if err != nil || decisive.Turn == 0 {
			return Example{} // it cannot be played again
		}
		shown++
		turn := &m.seat.Record.Turns[decisive.Turn-1]
		return Example{Match: m.seat.Match, Turn: decisive.Turn, Seat: m.seat.Seat, Answer: referee.Quote(answerOf(turn, m.seat.Seat))}
	})
	others := "no others to compare with"
	if c.ended > 0 {
		others = fmt.Sprintf("of others %d of %d", c.ends[most], c.ended)
	}
	what := fmt.Sprintf("%d of %d matches that it lost", cause.Matches, lost)
	if c.solo {
		what = fmt.Sprintf("Of %d matches in which others, or the boss where nobody else has played the start, reach more, %d", lost, cause.Matches)
	}
	cause.Text = fmt.Sprintf("%s ended with the reason %q (%s): %s.", what, referee.ReasonWords(most), others, size(cause.Points, c.unit))
	return []Cause{cause}
}

// slowShare is the share of the answers from which on it is worth a sentence that they
// took more than half of their limit.
const slowShare = 0.05

// timeCauses says that many answers came near their limit.
func (c *searcher) timeCauses(s *Slowness) []Cause {
	if s.Answers == 0 || float64(s.Slow) < slowShare*float64(s.Answers) {
		return nil
	}
	timeouts := 0.0
	cause := Cause{Kind: CauseTime, Unit: c.unit, Examined: 1, Examples: []Example{}}
	matches := map[string]bool{}
	for i := range c.own {
		if m := &c.own[i]; m.fault != nil && m.fault.Kind.Info().OfTime {
			timeouts += m.lost
		}
	}
	for _, a := range s.Slowest {
		if !matches[a.Match] && len(cause.Examples) < MaxExamples {
			cause.Examples = append(cause.Examples, Example{Match: a.Match, Turn: a.Turn, Seat: a.Seat})
		}
		matches[a.Match] = true
	}
	cause.Matches, cause.Points = len(matches), timeouts
	cause.Text = fmt.Sprintf("%d of %d answers took more than half of their time limit; %s lost by faults that depend on time.", s.Slow, s.Answers, size(timeouts, c.unit))
	return []Cause{cause}
}
