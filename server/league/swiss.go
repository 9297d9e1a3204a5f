package league

import (
	"cmp"
	"math/bits"
	"slices"
)

// swissRounds returns how many rounds a Swiss tournament has: by default as
// many as a knockout, enough that at most one bot wins them all.
func (t Tournament) swissRounds() int {
	if t.Rounds == 0 {
		return bits.Len(uint(len(t.Bots) - 1))
	}
	return t.Rounds
}

// A swissTable is where a Swiss tournament stands. With an odd number of bots
// an empty chair takes part: who meets it sits out, which is worth a win. It
// is last in the order and never has points.
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
// results are known. Each round pairs neighbours of the table that have not met.
func (s *schedule) swiss() *swissTable {
	table := newSwissTable(len(s.Bots))
	for round := 1; round <= s.swissRounds() && s.swissRound(round, table); round++ {
	}
	return table
}

// swissRound plays one round and reports whether to go on.
func (s *schedule) swissRound(round int, table *swissTable) bool {
	pairs := table.pair()
	var encounters []encounter
	for _, p := range pairs {
		if p[1] < table.bots {
			encounters = append(encounters, encounter{p[0], p[1], table.met[p[0]][p[1]] * s.games(), s.games()})
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

// add notes that a met b and made so many half points of the two.
func (t *swissTable) add(a, b, halves int) {
	t.halves[a] += halves
	t.halves[b] += 2 - halves
	t.met[a][b]++
	t.met[b][a]++
}

// buchholz returns the half points of all that a bot has met.
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

// swissTries bounds the search for a round without rematches. It succeeds
// nearly at once where rounds are few; in the first half of all possible
// rounds such a pairing always exists.
const swissTries = 100_000

// pair returns who meets whom in the next round: from the top of the table
// each chair meets the next one that it has not met. Choices that leave no
// such chair to somebody below are taken back; when nothing helps, somebody
// meets again, those who met least often first.
func (t *swissTable) pair() [][2]int {
	for rematches := 0; ; rematches++ {
		search := pairSearch{met: t.met, most: rematches, tries: swissTries}
		if search.run(t.order()) {
			return search.pairs
		}
	}
}

// A pairSearch pairs chairs that have met at most so often.
type pairSearch struct {
	met   [][]int
	most  int
	tries int
	pairs [][2]int
}

// run pairs the chairs that are left, the first of them first.
func (p *pairSearch) run(left []int) bool {
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
			if p.run(slices.Concat(left[1:i], left[i+1:])) {
				return true
			}
			p.pairs = p.pairs[:len(p.pairs)-1]
		}
	}
	return false
}
