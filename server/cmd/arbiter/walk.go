package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"arbiter/server/league"
	"arbiter/server/rating"
)

// A walk follows a sequential test from pair to pair, in the order of the
// schedule and not of arrival: the verdict is the same however many matches
// are played at a time.
type walk struct {
	mu        sync.Mutex
	test      rating.SPRT
	solo      bool
	candidate string
	bots      []string
	starts    []league.Start
	games     int                       // pairs at the most
	waiting   map[string]*pair          // pairs that are not complete or not their turn, by Pairing.Pair
	next      int                       // the pair whose turn it is
	pairs     rating.Pairs              // two-seat games
	duels     rating.Games              // all games; in a solo game the duels
	llr       []float64                 // after each pair
	last      rating.Test               // of the last pair
	faults    map[string]map[string]int // of all matches, by bot and kind
}

// A pair is two games with the seats swapped or, in a solo game, the matches
// of both bots on one start.
type pair struct {
	outcomes [2]league.Outcome // two seats: the candidate's seat is the index; solo: candidate, baseline
	there    [2]bool
}

func newWalk(t league.Tournament, test rating.SPRT) *walk {
	return &walk{
		test: test, solo: t.Solo(), candidate: t.Bots[0], bots: t.Bots, starts: t.Starts, games: t.Games,
		waiting: map[string]*pair{}, faults: map[string]map[string]int{},
		last: rating.Test{Verdict: rating.Undecided},
	}
}

// key returns what the two matches of a pair have in common.
func (w *walk) key(start league.Start, game int) string {
	return league.Pairing{Seats: w.bots, Start: start, Game: game}.Pair()
}

// add counts a match and reports whether the test is decided.
func (w *walk) add(m league.Match) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for seat, kind := range m.Outcome.Faults {
		if kind == "" {
			continue
		}
		bot := m.Seats[seat]
		if w.faults[bot] == nil {
			w.faults[bot] = map[string]int{}
		}
		w.faults[bot][string(kind)]++
	}
	key := w.key(m.Start, m.Game)
	p := w.waiting[key]
	if p == nil {
		p = &pair{}
		w.waiting[key] = p
	}
	at := 0
	if m.Seats[0] != w.candidate {
		at = 1
	}
	p.outcomes[at], p.there[at] = m.Outcome, true
	for w.last.Verdict == rating.Undecided && w.next < w.games {
		key := w.key(w.starts[w.next%len(w.starts)], w.next/len(w.starts))
		p := w.waiting[key]
		if p == nil || !p.there[0] || !p.there[1] {
			break
		}
		delete(w.waiting, key)
		w.next++
		w.count(p)
	}
	return w.last.Verdict != rating.Undecided
}

// count takes a complete pair into the test.
func (w *walk) count(p *pair) {
	var err error
	if w.solo {
		w.duels.Add(compare(p.outcomes[0].Scores[0], p.outcomes[1].Scores[0]))
		w.last, err = w.test.Games(w.duels)
	} else {
		first := compareRanks(p.outcomes[0].Ranks, 0)
		second := compareRanks(p.outcomes[1].Ranks, 1)
		w.duels.Add(first)
		w.duels.Add(second)
		w.pairs.Add(first, second)
		if w.test.Model == rating.Bayesian {
			w.last, err = w.test.Games(w.duels)
		} else {
			w.last, err = w.test.Pairs(w.pairs)
		}
	}
	if err != nil { // the hypotheses were checked, and counts cannot be wrong
		w.last.Note = err.Error()
	}
	w.llr = append(w.llr, w.last.LLR)
}

// compare returns the outcome of a duel of scores.
func compare(own, other int64) rating.Outcome {
	switch {
	case own > other:
		return rating.Win
	case own < other:
		return rating.Loss
	}
	return rating.Draw
}

// compareRanks returns the outcome for a seat of two.
func compareRanks(ranks []int, seat int) rating.Outcome {
	return compare(int64(ranks[1-seat]), int64(ranks[seat])) // the smaller rank wins
}

func (w *walk) decided() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last.Verdict != rating.Undecided
}

// finish puts the numbers into the verdict.
func (w *walk) finish(v *verdict) {
	w.mu.Lock()
	defer w.mu.Unlock()
	v.Verdict = map[rating.Verdict]string{rating.H0: regression, rating.H1: noRegression, rating.Undecided: undecided}[w.last.Verdict]
	v.Test, v.Games, v.Pairs, v.LLRs, v.Faults = w.last, w.duels, w.pairs, w.llr, w.faults
	if w.next == 0 {
		v.Test.Lower, v.Test.Upper = w.test.Bounds()
	}
	if w.solo {
		v.Estimate = w.duels.Estimate()
	} else {
		v.Estimate = w.pairs.Estimate()
	}
	v.Note = v.Estimate.Note
}

// line tells where the test stands.
func (w *walk) line() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	lower, upper := w.test.Bounds()
	return fmt.Sprintf("%d pairs, %d-%d-%d, LLR %.2f in (%.2f, %.2f)", w.next, w.duels.Wins, w.duels.Draws, w.duels.Losses, w.last.LLR, lower, upper)
}

// tellNowAndThen prints where the test stands until stop is called.
func tellNowAndThen(out io.Writer, w *walk) (stop func()) {
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(everyLine)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprintln(out, w.line())
			case <-quit:
				return
			}
		}
	})
	return func() {
		close(quit)
		wg.Wait()
	}
}
