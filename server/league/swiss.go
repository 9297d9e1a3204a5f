package league

import (
	"cmp"
	"math/bits"
	"slices"
)

// Swiss pairs bots of equal score that have not met, round by round.
const Swiss Format = "swiss"

func swiss() FormatInfo {
	return FormatInfo{
		Name: Swiss, About: "Each round pairs bots with about the same points that have not met.",
		Options:    []FormatOption{roundsOption()},
		pair:       func(s *schedule) { s.swiss() },
		encounters: func(t Tournament) (int, bool) { return t.swissRounds() * (len(t.Bots) / 2), true },
		placings:   func(s *schedule) []Placing { return s.swissPlacings(s.swiss()) },
	}
}

// swissRounds returns the number of rounds of a Swiss tournament: by default as
// many as a knockout has, enough that at most one bot wins them all.
func (t Tournament) swissRounds() int {
	if t.Rounds == 0 {
		return bits.Len(uint(len(t.Bots) - 1))
	}
	return t.Rounds
}

// A swissTable is the crosstable of a Swiss tournament. With an odd number of
// bots there is one chair more than bots: the bot that meets the empty chair has
// a bye, which counts as a win. The empty chair is last in the order and never
// has points.
type swissTable struct {
	bots, chairs int
	halves       []int   // half points by chair: 2 for an encounter won, 1 for a tie
	met          [][]int // how often two chairs have met
}

func newSwissTable(bots int) *swissTable {
	t := &swissTable{bots: bots, chairs: bots + bots%2}
	t.halves = make([]int, t.chairs)
	t.met = make([][]int, t.chairs)
	for i := range t.met {
		t.met[i] = make([]int, t.chairs)
	}
	return t
}

// swiss plays the rounds and returns the table after the last one whose
// results are known. Each round pairs neighbours in the table that have not met.
func (s *schedule) swiss() *swissTable {
	table := newSwissTable(len(s.Bots))
	for round := 1; round <= s.swissRounds() && s.swissRound(round, table); round++ {
	}
	return table
}

// swissRound plays one round and reports whether its results are known.
func (s *schedule) swissRound(round int, table *swissTable) bool {
	pairs := table.pair()
	var encounters []encounter
	for _, p := range pairs {
		if p[1] < table.bots {
			encounters = append(encounters, encounter{p[0], p[1], s.first(round, table.met[p[0]][p[1]]), s.games()})
		}
	}
	if !s.play(round, encounters) {
		return false
	}
	for _, e := range encounters {
		table.add(e.a, e.b, 1+cmp.Compare(s.lead(e), 0))
	}
	for _, p := range pairs {
		if p[1] >= table.bots {
			table.add(p[0], p[1], 2)
			table.halves[p[1]] = 0
		}
	}
	return true
}

// add records that a met b and scored this many of the two half points.
func (t *swissTable) add(a, b, halves int) {
	t.halves[a] += halves
	t.halves[b] += 2 - halves
	t.met[a][b]++
	t.met[b][a]++
}

// buchholz returns the sum of the opponents' half points.
func (t *swissTable) buchholz(bot int) int {
	sum := 0
	for other, times := range t.met[bot] {
		sum += times * t.halves[other]
	}
	return sum
}

// order returns the bots, best first: by points, then Buchholz, then entry.
// The empty chair comes last.
func (t *swissTable) order() []int {
	buchholz := make([]int, t.bots)
	order := make([]int, t.bots, t.chairs)
	for i := range order {
		order[i] = i
		buchholz[i] = t.buchholz(i)
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(t.halves[b], t.halves[a]), cmp.Compare(buchholz[b], buchholz[a]), cmp.Compare(a, b))
	})
	if t.chairs > t.bots {
		order = append(order, t.bots)
	}
	return order
}

// swissTries bounds the search for a round without rematches. The search
// succeeds almost immediately while rounds are few; in the first half of all
// possible rounds such a pairing always exists.
const swissTries = 100_000

// pair returns the encounters of the next round: from the top of the table, each
// chair meets the next one that it has not met. The search backtracks when a
// chair below is left without an opponent; when no such pairing exists, it allows
// rematches, of chairs that have met least often first.
func (t *swissTable) pair() [][2]int {
	for rematches := 0; ; rematches++ {
		search := pairSearch{met: t.met, most: rematches, tries: swissTries}
		if search.pair(t.order()) {
			return search.pairs
		}
	}
}

// A pairSearch pairs chairs that have met at most a given number of times.
type pairSearch struct {
	met   [][]int
	most  int // meetings so far
	tries int // left before giving up
	pairs [][2]int
}

// pair pairs the remaining chairs, the first of them first. It reports whether
// it found a complete pairing.
func (p *pairSearch) pair(left []int) bool {
	if len(left) == 0 {
		return true
	}
	a := left[0]
	for times := range p.most + 1 {
		for i := 1; i < len(left); i++ {
			if p.met[a][left[i]] != times {
				continue
			}
			if p.tries--; p.tries < 0 {
				return false
			}
			p.pairs = append(p.pairs, [2]int{a, left[i]})
			if p.pair(slices.Concat(left[1:i], left[i+1:])) {
				return true
			}
			p.pairs = p.pairs[:len(p.pairs)-1]
		}
	}
	return false
}

func (s *schedule) swissPlacings(table *swissTable) []Placing {
	var placings []Placing
	for i, bot := range table.order()[:table.bots] {
		placings = append(placings, Placing{
			Place: i + 1, Bot: s.Bots[bot],
			Points: float64(table.halves[bot]) / 2, Buchholz: float64(table.buchholz(bot)) / 2,
		})
	}
	return placings
}
