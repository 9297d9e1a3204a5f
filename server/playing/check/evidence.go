package check

import (
	"fmt"
	"maps"
	"slices"

	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// match returns the match of a start with these seats.
func (s *start) match(seats ...string) league.Match { return s.matches[fmt.Sprint(seats)] }

// of returns the matches of a start that a bot has played.
func (s *start) of(bot string) (all []league.Match) {
	for _, m := range s.matches {
		if slices.Contains(m.Seats, bot) {
			all = append(all, m)
		}
	}
	return all
}

// pair returns what the candidate made of the two games of a start: in the
// first seat, then in the second.
func (c *Check) pair(s *start) (first, second rating.Score) {
	own, other := c.definition.Bots[0], c.definition.Bots[1]
	return s.match(own, other).Outcome.ForSeat(0), s.match(other, own).Outcome.ForSeat(1)
}

// solo returns what the scores of candidate and baseline on a start are worth, the larger
// number for the better one: relative ones if the question is about these.
func (c *Check) solo(at league.Start, s *start) (own, other float64) {
	a, b := s.match(c.definition.Bots[0]).Outcome, s.match(c.definition.Bots[1]).Outcome
	if c.question.Relative {
		return c.definition.Relative(c.game, at, a.Scores[0], b.Scores[0])
	}
	return a.Worth(a.Value(a.Scores[0])), b.Worth(b.Value(b.Scores[0]))
}

// points returns what a bot made of its games against the opponents on a
// start, as a cluster.
func (c *Check) points(s *start, bot string) (points rating.Cluster) {
	if c.definition.Seats > 2 {
		return field(s, bot)
	}
	for _, opponent := range c.definition.Bots[2:] {
		points.Add(
			s.match(bot, opponent).Outcome.ForSeat(0),
			s.match(opponent, bot).Outcome.ForSeat(1),
		)
	}
	return points
}

// field returns the points of a bot on a start, as a cluster. Only matches count in which it has
// one of the seats. Such a match is worth the share of the other seats that it beat.
func field(s *start, bot string) (points rating.Cluster) {
	for _, seats := range slices.Sorted(maps.Keys(s.matches)) {
		m := s.matches[seats]
		own := slices.Index(m.Seats, bot)
		if own < 0 || slices.Contains(m.Seats[own+1:], bot) {
			continue
		}
		for other := range m.Seats {
			if other != own {
				points.Points += float64(m.Outcome.Between(own, other)) / 2 / float64(len(m.Seats)-1)
			}
		}
		points.Games++
	}
	points.Points = min(points.Points, float64(points.Games)) // thirds may be rounded up
	return points
}

// difference returns the paired difference of candidate and baseline against
// the same opponents, as a cluster of games between the two: half of the
// points when both did alike, all when the candidate won everything and the
// baseline nothing.
func (c *Check) difference(s *start) rating.Cluster {
	own, other := c.points(s, c.definition.Bots[0]), c.points(s, c.definition.Bots[1])
	games := float64(own.Games)
	return rating.Cluster{Points: (games + own.Points - other.Points) / 2, Games: own.Games}
}

// clusters are the results by start or, where starts have classes, by class.
type clusters struct {
	all    []rating.Cluster
	number map[string]int // of a class
}

// add counts what was played on a start of a class; the class "" has this one alone.
func (c *clusters) add(class string, played rating.Cluster) {
	i, known := c.number[class]
	if !known || class == "" {
		if i = len(c.all); class != "" {
			if c.number == nil {
				c.number = map[string]int{}
			}
			c.number[class] = i
		}
		c.all = append(c.all, rating.Cluster{})
	}
	c.all[i].Points += played.Points
	c.all[i].Games += played.Games
}

// shared reports whether a class has several of so many starts.
func (c *clusters) shared(starts int) bool { return len(c.all) < starts }

// samePlay ends a check of bots that play the same: a changed comment makes
// another digest and no other game.
type samePlay struct {
	needed   int // starts; 0: never ends it
	decision rating.Decision
	run      int // starts, from the first on, on which both played the same; of a class one
	enough   bool
	classes  map[string]bool // that have been played
}

func newSamePlay(q league.Question, unit rating.Unit) samePlay {
	if q.SamePlay == 0 {
		return samePlay{}
	}
	if q.By == league.ByScore && q.Range > 0 { // a rare start may be worth a lot, which betting reckons with
		return samePlay{classes: map[string]bool{}}
	}
	n, v, err := q.SPRT.SamePlay(unit, q.SamePlay)
	if err != nil { // the model allows no such test
		return samePlay{}
	}
	return samePlay{needed: n, decision: v, classes: map[string]bool{}}
}

// add counts a start. On another one of its class both may play the same because
// they did so there.
func (p *samePlay) add(class string, s *start, t league.Tournament) {
	if p.classes == nil || p.run < 0 {
		return
	}
	if !alike(s, t) {
		p.run = -1
		return
	}
	if class != "" {
		if p.classes[class] {
			return
		}
		p.classes[class] = true
	}
	p.run++
	p.enough = p.needed > 0 && p.run >= p.needed
}

// alike reports whether candidate and baseline played the same on a start:
// every match went through the same states with one in place of the other.
func alike(s *start, t league.Tournament) bool {
	own, other := t.Bots[0], t.Bots[1]
	if t.Seats > 2 {
		return alikeMany(s, own, other)
	}
	same := func(a, b league.Match) bool { return a.Play != 0 && a.Play == b.Play }
	switch {
	case t.Solo():
		return same(s.match(own), s.match(other))
	case len(t.Bots) == 2:
		return same(s.match(own, other), s.match(other, own))
	}
	for _, opponent := range t.Bots[2:] {
		if !same(s.match(own, opponent), s.match(other, opponent)) || !same(s.match(opponent, own), s.match(opponent, other)) {
			return false
		}
	}
	return true
}

// alikeMany is alike for matches of more than two seats. Matches with the same bots in the same
// seats, but for candidate and baseline, went through the same states.
func alikeMany(s *start, own, other string) bool {
	plays := map[string]league.Play{}
	for _, m := range s.matches {
		key := make([]string, len(m.Seats))
		for seat, bot := range m.Seats {
			if key[seat] = bot; bot == own || bot == other {
				key[seat] = ""
			}
		}
		at := fmt.Sprint(key)
		if before, ok := plays[at]; m.Play == 0 || ok && before != m.Play {
			return false
		}
		plays[at] = m.Play
	}
	return true
}
