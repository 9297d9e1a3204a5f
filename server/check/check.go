// Package check follows a sequential test through the matches of a tournament
// between a candidate and a baseline.
package check

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// A Trial follows a sequential test from pair to pair, in the order of the
// schedule and not of arrival: the verdict is the same however many matches
// are played at a time.
type Trial struct {
	mu        sync.Mutex
	test      rating.SPRT
	solo      bool
	candidate string
	bots      []string
	starts    []league.Start
	games     int                       // pairs at the most
	waiting   map[string]*pair          // pairs that are not complete or not their turn, by Pairing.Pair
	counted   map[string]bool           // pairs that count, by Pairing.Pair
	next      int                       // the pair whose turn it is
	pairs     rating.Pairs              // two-seat games
	duels     rating.Games              // all games; in a solo game the duels
	llr       []float64                 // after each pair
	last      rating.Test               // of the last pair
	faults    map[string]map[string]int // of the matches that count, by bot and kind
}

// A pair is two games with the seats swapped or, in a solo game, the matches
// of both bots on one start.
type pair struct {
	outcomes [2]league.Outcome // two seats: the candidate's seat is the index; solo: candidate, baseline
	seats    [2][]string
	there    [2]bool
}

// New returns the trial of a tournament of two bots: the candidate first. Its
// Games say after how many pairs it ends undecided.
func New(t league.Tournament, test rating.SPRT) *Trial {
	return &Trial{
		test: test, solo: t.Solo(), candidate: t.Bots[0], bots: t.Bots, starts: t.Starts, games: t.Games,
		waiting: map[string]*pair{}, counted: map[string]bool{}, faults: map[string]map[string]int{},
		last: rating.Test{Verdict: rating.Undecided},
	}
}

// key returns what the two matches of a pair have in common.
func (t *Trial) key(start league.Start, game int) string {
	return league.Pairing{Seats: t.bots, Start: start, Repetition: game}.Pair()
}

// Add counts a match and reports whether the test is decided.
func (t *Trial) Add(m league.Match) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := t.key(m.Start, m.Repetition)
	p := t.waiting[key]
	if p == nil {
		p = &pair{}
		t.waiting[key] = p
	}
	at := 0
	if m.Seats[0] != t.candidate {
		at = 1
	}
	p.outcomes[at], p.there[at] = m.Outcome, true
	p.seats[at] = m.Seats
	for t.last.Verdict == rating.Undecided && t.next < t.games {
		key := t.key(t.starts[t.next%len(t.starts)], t.next/len(t.starts))
		p := t.waiting[key]
		if p == nil || !p.there[0] || !p.there[1] {
			break
		}
		delete(t.waiting, key)
		t.counted[key] = true
		t.next++
		t.count(p)
	}
	return t.last.Verdict != rating.Undecided
}

// count takes a complete pair into the test.
func (t *Trial) count(p *pair) {
	for i, o := range p.outcomes {
		t.blame(p.seats[i], o.Faults)
	}
	var err error
	if t.solo {
		t.duels.Add(p.outcomes[0].Against(p.outcomes[1]))
		t.last, err = t.test.Games(t.duels)
	} else {
		first := p.outcomes[0].ForSeat(0)
		second := p.outcomes[1].ForSeat(1)
		t.duels.Add(first)
		t.duels.Add(second)
		t.pairs.Add(first, second)
		if t.test.Model == rating.Bayesian {
			t.last, err = t.test.Games(t.duels)
		} else {
			t.last, err = t.test.Pairs(t.pairs)
		}
	}
	if err != nil { // the hypotheses were checked, and counts cannot be wrong
		t.last.Note = err.Error()
	}
	t.llr = append(t.llr, t.last.LLR)
}

// blame counts the faults of a match.
func (t *Trial) blame(seats []string, faults []referee.Kind) {
	for seat, kind := range faults {
		if kind == "" {
			continue
		}
		bot := seats[seat]
		if t.faults[bot] == nil {
			t.faults[bot] = map[string]int{}
		}
		t.faults[bot][string(kind)]++
	}
}

// Counts reports whether a match is one that the test has counted. What was
// still being played when it was decided is not.
func (t *Trial) Counts(m league.Match) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counted[t.key(m.Start, m.Repetition)]
}

// Decided reports whether there is a verdict.
func (t *Trial) Decided() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last.Verdict != rating.Undecided
}

// Found is where a trial stands.
type Found struct {
	Test     rating.Test               `json:"test"`
	Estimate rating.Estimate           `json:"estimate"` // how much stronger the candidate is
	Games    rating.Games              `json:"games"`    // from the candidate's view; in a solo game duels of scores
	Pairs    rating.Pairs              `json:"pairs"`    // all 0 in a solo game
	Trials   int                       `json:"trials"`   // pairs that count
	LLRs     []float64                 `json:"llrs"`     // after each pair
	Faults   map[string]map[string]int `json:"faults"`   // matches that count by bot and kind
}

// Found returns where the trial stands.
func (t *Trial) Found() Found {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := Found{Test: t.last, Games: t.duels, Pairs: t.pairs, Trials: t.next, LLRs: slices.Clone(t.llr), Faults: map[string]map[string]int{}}
	for bot, kinds := range t.faults {
		f.Faults[bot] = maps.Clone(kinds)
	}
	if t.next == 0 {
		f.Test.Lower, f.Test.Upper = t.test.Bounds()
	}
	if t.solo {
		f.Estimate = t.duels.Estimate()
	} else {
		f.Estimate = t.pairs.Estimate()
	}
	return f
}

// String tells where the test stands, in one line.
func (t *Trial) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lower, upper := t.test.Bounds()
	return fmt.Sprintf("%d pairs, %d-%d-%d, LLR %.2f in (%.2f, %.2f)", t.next, t.duels.Wins, t.duels.Draws, t.duels.Losses, t.last.LLR, lower, upper)
}
