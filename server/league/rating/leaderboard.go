package rating

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// A HeadToHead is how the games between two players ended. First had the first
// seat in all of them; the counts are from its view.
type HeadToHead struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Games
}

// A Shared is how two players ended before or behind each other in matches of more than two
// seats. Each result counts Share of a game.
type Shared struct {
	HeadToHead
	Share float64
}

// Options say how Rank places and models the ratings. The zero value puts
// the mean of all players at 0 and lets both seats be alike.
type Options struct {
	Anchor        string  // the player whose rating is At; "" means the mean of all players
	At            float64 // the rating of the anchor
	SeatAdvantage bool    // estimate what the first seat is worth
	// Shared are results beside those of whole games.
	Shared []Shared
	// Starts are what was played on each start, where results of a start hang together. Errors
	// are then those of starts. They have to add up to the results.
	Starts []StartResults
}

// A Ranking is what the results say about all players together.
type Ranking struct {
	Standings     []Standing `json:"standings"`                        // best first, then by name
	DrawRatio     *float64   `json:"draw_ratio"`                       // expected share of draws between equal players
	SeatAdvantage *float64   `json:"seat_advantage,omitempty"`         // Elo that the first seat is worth
	SeatError95   *float64   `json:"seat_advantage_error95,omitempty"` // half of its 95 % interval
	Notes         []string   `json:"notes,omitempty"`                  // what is not to be trusted, as sentences

	fit   fit
	index map[string]int // player's number in fit
}

// A Standing is one player's line of a Ranking.
type Standing struct {
	Name    string   `json:"name"`
	Rating  float64  `json:"rating"`  // in Elo
	Error95 float64  `json:"error95"` // half of the 95 % interval of the distance to the anchor
	Games   int      `json:"games"`
	Score   *float64 `json:"score"` // points per game, 0 to 1
	// Group counts from 1, the largest group first. Players of a group met, directly or through
	// others; ratings of two groups do not compare. It is 0 if there is one group.
	Group int `json:"group,omitempty"`
}

// Rank rates players by maximum likelihood in the model of Bradley and Terry
// (Biometrika 39, 1952) with the draws of Davidson (JASA 65, 1970): at a
// difference of x between the first and the second player,
//
//	win : draw : loss = e^(x/2) : nu : e^(-x/2)
//
// and with SeatAdvantage x has a constant added (Davidson and Beaver,
// Biometrics 33, 1977). Many draws make the same score a bigger x, so x is
// multiplied by 2/(2+nu), the share of decided games between equals; then a
// small difference gives the score that logistic Elo gives, as BayesElo does
// (R. Coulom, 2005). Errors come from the inverse of the information matrix.
//
// Where the likelihood has no maximum (undefeated or winless players, groups
// that never met), every player gets the prior PriorElo and a Note says so.
// The answer is the same, to the bit, in whatever order the results come.
// An error names the result or option that is wrong.
func Rank(results []HeadToHead, o Options) (Ranking, error) {
	t, err := tally(results, o.Shared)
	if err != nil {
		return Ranking{}, err
	}
	if math.IsNaN(o.At) || math.IsInf(o.At, 0) {
		return Ranking{}, fmt.Errorf("anchor: found rating %v; want a finite number", o.At)
	}
	b := Ranking{Standings: []Standing{}, index: make(map[string]int, len(t.names))}
	for i, name := range t.names {
		b.index[name] = i
	}
	anchor := -1
	if o.Anchor != "" {
		i, ok := b.index[o.Anchor]
		if !ok {
			return Ranking{}, fmt.Errorf("anchor: found %q; want a player with results: %s", o.Anchor, list(t.names))
		}
		anchor = i
	}
	if len(t.names) == 0 {
		b.Notes = []string{"no results: nobody to rate"}
		return b, nil
	}
	if err := b.rate(t, o.SeatAdvantage); err != nil {
		return Ranking{}, err
	}
	b.fit.cluster(b.index, t, o.Starts)
	b.Standings = standings(t, &b.fit, anchor, o.At)
	b.DrawRatio = number(b.fit.drawRatio())
	if o.SeatAdvantage {
		advantage, error95 := b.fit.seatAdvantage()
		b.SeatAdvantage, b.SeatError95 = number(advantage), number(error95)
	}
	return b, nil
}

// rate fits the strengths, with the prior where it cannot do without.
func (l *Ranking) rate(t table, seatAdvantage bool) (err error) {
	why := "The results say little of how strong the bots are; all ratings are rough"
	switch connected := t.connected(); {
	case connected:
		if l.fit, err = newFit(t, false, seatAdvantage); err == nil {
			return nil
		}
	case slices.ContainsFunc(t.records, func(r Games) bool { return r.Wins > 0 }):
		why = "Some bots won or lost everything; their ratings are rough"
	}
	l.Notes = t.priorNotes(why)
	l.fit, err = newFit(t, true, seatAdvantage)
	return err
}

// Difference returns how many Elo a is above b with the half of its 95 %
// interval, and whether both are on the leaderboard. It is sharper than the
// difference of two standings' errors, which share the anchor.
func (l *Ranking) Difference(a, b string) (elo, error95 float64, ok bool) {
	i, okA := l.index[a]
	j, okB := l.index[b]
	if !okA || !okB {
		return 0, 0, false
	}
	elo, error95 = l.fit.difference(i, j)
	return elo, error95, true
}

func standings(t table, f *fit, anchor int, at float64) []Standing {
	lines := make([]Standing, len(t.names))
	for i, name := range t.names {
		elo, error95 := f.difference(i, anchor)
		lines[i] = Standing{Name: name, Rating: at + elo, Error95: error95}
		r := t.records[i]
		lines[i].Games = r.Wins + r.Draws + r.Losses
		if lines[i].Games > 0 {
			lines[i].Score = number((float64(r.Wins) + float64(r.Draws)/2) / float64(lines[i].Games))
		}
	}
	if groups := t.groups(); len(groups) > 1 {
		slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
		for i, group := range groups {
			for _, player := range group {
				lines[player].Group = i + 1
			}
		}
	}
	slices.SortFunc(lines, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Name, b.Name))
	})
	return lines
}

// A table is the results added up, in the order of the names.
type table struct {
	names    []string
	records  []Games   // by player, both seats
	meetings []meeting // by first, then second player
}

// A meeting is all games of two players with the first one in the first seat.
type meeting struct {
	first, second int
	Games
	share float64
}

// tally adds the results up. Counts are integers, so their order is nothing.
func tally(results []HeadToHead, shared []Shared) (table, error) {
	type seating struct {
		first, second string
		share         float64
	}
	sums := make(map[seating]Games)
	names := make(map[string]bool)
	for i := range len(results) + len(shared) {
		r := Shared{Share: 1}
		if i < len(results) {
			r.HeadToHead = results[i]
		} else {
			r = shared[i-len(results)]
		}
		if err := r.check(); err != nil {
			return table{}, fmt.Errorf("result %d: %w", i+1, err)
		}
		names[r.First], names[r.Second] = true, true
		at := seating{r.First, r.Second, r.Share}
		sums[at] = sums[at].plus(r.Games)
	}
	t := table{names: slices.Sorted(maps.Keys(names))}
	index := make(map[string]int, len(t.names))
	for i, name := range t.names {
		index[name] = i
	}
	t.records = make([]Games, len(t.names))
	for s, g := range sums {
		if g == (Games{}) {
			continue
		}
		m := meeting{index[s.first], index[s.second], g, s.share}
		t.meetings = append(t.meetings, m)
		t.records[m.first] = t.records[m.first].plus(g)
		t.records[m.second] = t.records[m.second].plus(Games{Wins: g.Losses, Draws: g.Draws, Losses: g.Wins})
	}
	slices.SortFunc(t.meetings, func(a, b meeting) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second), cmp.Compare(a.share, b.share))
	})
	return t, nil
}

func (r HeadToHead) check() error {
	if r.First == "" || r.Second == "" {
		return fmt.Errorf("found a player without a name: %q against %q", r.First, r.Second)
	}
	if r.First == r.Second {
		return fmt.Errorf("found %q against itself; want two players", r.First)
	}
	if err := r.Check(); err != nil {
		return fmt.Errorf("%q against %q: %w", r.First, r.Second, err)
	}
	return nil
}

func (g Games) plus(h Games) Games {
	return Games{Wins: g.Wins + h.Wins, Draws: g.Draws + h.Draws, Losses: g.Losses + h.Losses}
}

// maxListed is how many names a sentence lists.
const maxListed = 8

func list(names []string) string {
	if len(names) > maxListed {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), len(names)-maxListed)
	}
	return strings.Join(names, ", ")
}
