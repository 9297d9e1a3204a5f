package bisect

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/server/league/rating"
)

var bisections = flag.Int("bisections", 5, "searches of each cell of TestSimulatedBisections")

// A history is a line of versions that is made up.
type history struct {
	commits int
	loss    float64 // Elo that one commit loses
	second  float64 // Elo that another one loses, which is looked for as well; 0 for none
	drift   float64 // Elo, deviation of what every commit changes
	draws   float64 // share, at equality
	unit    rating.Unit
	seats   int     // of a match, where they are more than two
	unbuilt float64 // share of the versions that do not build
	same    float64 // share of the commits that change no byte
	cap     int     // pairs after which the search ends unanswered
}

func (h history) String() string {
	text := fmt.Sprintf("%d commits, a loss of %g Elo", h.commits, h.loss)
	if h.second > 0 {
		text += fmt.Sprintf(" and one of %g", h.second)
	}
	if h.drift > 0 {
		text += fmt.Sprintf(", drift %g Elo", h.drift)
	}
	if h.draws > 0 {
		text += fmt.Sprintf(", %.0f %% draws", 100*h.draws)
	}
	if h.unit == rating.DuelUnit {
		text += ", solo"
	}
	if h.seats > 0 {
		text += fmt.Sprintf(", %d seats", h.seats)
	}
	if h.unbuilt > 0 {
		text += fmt.Sprintf(", %.0f %% not built", 100*h.unbuilt)
	}
	if h.same > 0 {
		text += fmt.Sprintf(", %.0f %% same bytes", 100*h.same)
	}
	return text
}

// A made history has strengths in Elo and the commits that lost.
type made struct {
	versions []Version
	strength []float64
	unbuilt  []bool
	culprits []int // none if nothing was lost
}

func (h history) make(random *rand.Rand) made {
	m := made{strength: make([]float64, h.commits+1), unbuilt: make([]bool, h.commits+1)}
	same := make([]bool, h.commits+1)
	var candidates []int
	for v := range h.commits + 1 {
		ends := v == 0 || v == h.commits
		m.unbuilt[v] = !ends && random.Float64() < h.unbuilt
		same[v] = !ends && !m.unbuilt[v] && random.Float64() < h.same
		if v > 0 && !same[v] {
			candidates = append(candidates, v)
		}
	}
	losses := map[int]float64{}
	for _, loss := range []float64{h.loss, h.second} {
		if loss > 0 {
			i := random.IntN(len(candidates))
			losses[candidates[i]] = loss
			m.culprits = append(m.culprits, candidates[i])
			candidates = slices.Delete(candidates, i, i+1)
		}
	}
	tree := 0
	for v := range h.commits + 1 {
		if v > 0 {
			m.strength[v] = m.strength[v-1]
			if !same[v] {
				tree++
				m.strength[v] += h.drift * random.NormFloat64()
			}
			m.strength[v] -= losses[v]
		}
		m.versions = append(m.versions, Version{Commit: fmt.Sprint(v), Tree: fmt.Sprint(tree)})
	}
	return m
}

// game plays a game between players with an Elo difference.
func (h history) game(random *rand.Rand, elo float64) rating.Score {
	share := rating.ScoreOf(elo)
	draws := min(h.draws, 1.9*min(share, 1-share))
	switch x := random.Float64(); {
	case x < share-draws/2:
		return rating.Win
	case x < share+draws/2:
		return rating.Draw
	}
	return rating.Loss
}

// trial plays a pair, a duel, or a start of more than two seats.
func (h history) trial(random *rand.Rand, elo float64) []rating.Score {
	if h.seats > 0 {
		return seated(random, h.seats, elo)
	}
	games := []rating.Score{h.game(random, elo)}
	if h.unit == rating.PairUnit {
		games = append(games, h.game(random, elo))
	}
	return games
}

// seated plays a start of so many seats, and returns the results of the bot that has each once.
// How well each bot plays in a match has a normal distribution.
func seated(random *rand.Rand, seats int, elo float64) (scores []rating.Score) {
	ahead := 2 * math.Erfinv(2*rating.ScoreOf(elo)-1)
	for range seats {
		own := ahead + random.NormFloat64()
		for range seats - 1 {
			score := rating.Loss
			if own > random.NormFloat64() {
				score = rating.Win
			}
			scores = append(scores, score)
		}
	}
	return scores
}

func share(games []rating.Score) float64 {
	points := 0.0
	for _, g := range games {
		points += float64(g) / 2
	}
	return points / float64(len(games))
}

// An answer is how a simulated search ended.
type answer struct {
	named  []int
	found  int // groups of commits that were named
	trials int
	capped bool
}

// search runs the check of the ends and then the search.
func (h history) search(tb testing.TB, m made, random *rand.Rand) (a answer) {
	s := New(m.versions, h.unit, false)
	s.UseSeats(h.seats)
	lost := func(older, newer int) bool {
		check, err := rating.NewSequential(rating.NotWeaker(h.unit), h.unit)
		if err != nil {
			tb.Fatal(err)
		}
		var sample Sample
		for !check.Over() {
			games := h.trial(random, m.strength[newer]-m.strength[older])
			sample.Add(share(games))
			if _, err := check.AddCluster("", rating.Cluster{Points: float64(len(games)) * share(games), Games: len(games)}); err != nil {
				tb.Fatal(err)
			}
		}
		s.Add(older, newer, sample)
		return check.State().Decision != rating.H1
	}
	last := len(m.versions) - 1
	if !lost(0, last) {
		return answer{trials: s.Trials()}
	}
	for {
		if best, ok := s.Best(); ok && best.Probability >= Enough {
			a.named = append(a.named, best.Commits...)
			a.found++
			if h.second == 0 || a.found == 2 {
				break
			}
			for _, v := range best.Commits {
				s.Know(v)
			}
			if !(best.Before > 0 && lost(0, best.Before)) && !(best.After < last && lost(best.After, last)) {
				break
			}
		}
		if s.Trials() >= h.cap {
			return answer{trials: s.Trials(), capped: true}
		}
		c, ok := s.Next(2)
		if !ok {
			break
		}
		built := true
		for _, v := range []int{c.Older, c.Newer} {
			if m.unbuilt[v] {
				s.Unbuilt(v)
				built = false
			}
		}
		if !built {
			continue
		}
		var sample Sample
		for range c.Pairs {
			sample.Add(share(h.trial(random, m.strength[c.Newer]-m.strength[c.Older])))
		}
		s.Add(c.Older, c.Newer, sample)
	}
	a.trials = s.Trials()
	return a
}

// A cell of the simulations has bounds of its mean number of trials and its shares.
type cell struct {
	history
	most  float64 // trials on average; 0: not bounded
	least float64 // share of right answers
}

func cells() []cell {
	pairs := func(h history) history {
		h.unit, h.cap = rating.PairUnit, 20000
		return h
	}
	solo := func(h history) history {
		h.unit, h.cap = rating.DuelUnit, 40000
		return h
	}
	return []cell{
		{pairs(history{commits: 64, loss: 30}), 3500, 0.94},
		{pairs(history{commits: 64, loss: 60}), 900, 0.94},
		{pairs(history{commits: 64, loss: 100}), 380, 0.94},
		{pairs(history{commits: 64, loss: 100, drift: 5}), 0, 0.90},
		{pairs(history{commits: 64}), 0, 0.95},
		{pairs(history{commits: 64, loss: 30, draws: 0.8}), 3500, 0.94},
		{pairs(history{commits: 64, loss: 60, draws: 0.8}), 900, 0.94},
		{pairs(history{commits: 64, loss: 100, draws: 0.8}), 380, 0.94},
		{pairs(history{commits: 64, draws: 0.8}), 0, 0.95},
		{solo(history{commits: 64, loss: 30}), 7000, 0.94},
		{solo(history{commits: 64, loss: 60}), 1800, 0.94},
		{solo(history{commits: 64, loss: 100}), 760, 0.94},
		{solo(history{commits: 64}), 0, 0.95},
		{pairs(history{commits: 64, loss: 30, unbuilt: 0.2, same: 0.2}), 3500, 0.94},
		{pairs(history{commits: 64, loss: 60, unbuilt: 0.2, same: 0.2}), 900, 0.94},
		{pairs(history{commits: 64, loss: 100, unbuilt: 0.2, same: 0.2}), 380, 0.94},
		{pairs(history{commits: 64, unbuilt: 0.2, same: 0.2}), 0, 0.95},
		{pairs(history{commits: 16, loss: 60}), 0, 0.94},
		{pairs(history{commits: 16, loss: 200}), 0, 0.94},
		{pairs(history{commits: 64, loss: 100, second: 100}), 0, 0.90},
		{pairs(history{commits: 64, loss: 60, seats: 3}), 500, 0.94},
		{pairs(history{commits: 64, loss: 30, seats: 8}), 600, 0.94},
		{pairs(history{commits: 64, seats: 8}), 0, 0.95},
	}
}

// "Named at 0.95": simulated searches of this code are right as often as they say, and
// no longer than promised.
func TestSimulatedBisections(t *testing.T) {
	for i, c := range cells() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			n, right, capped := *bisections, 0, 0
			var trials []float64
			for run := range n {
				random := rand.New(rand.NewPCG(uint64(i), uint64(run)))
				m := c.make(random)
				a := c.search(t, m, random)
				if a.found == len(m.culprits) && !slices.ContainsFunc(m.culprits, func(v int) bool { return !slices.Contains(a.named, v) }) {
					right++
				}
				if a.capped {
					capped++
				}
				trials = append(trials, float64(a.trials))
			}
			slices.Sort(trials)
			mean, deviation := moments(trials)
			share := float64(right) / float64(n)
			slack := math.Sqrt(c.least * (1 - c.least) / float64(n))
			t.Logf("| %s | %.0f +- %.0f | %.0f | %.1f +- %.1f | %d |", c, mean, deviation/math.Sqrt(float64(n)), trials[(n*95-1)/100], 100*share, 100*math.Sqrt(share*(1-share)/float64(n)), capped)
			if share < c.least-3*slack {
				t.Errorf("%.1f %% are right; want at least %.0f %%, with an error of %.1f", 100*share, 100*c.least, 100*slack)
			}
			if error := 3 * deviation / math.Sqrt(float64(n)); c.most > 0 && mean > c.most+error {
				t.Errorf("%.0f trials on average; want at most %.0f, with an error of %.0f", mean, c.most, error)
			}
		})
	}
}

func moments(values []float64) (mean, deviation float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		deviation += (v - mean) * (v - mean) / float64(max(1, len(values)-1))
	}
	return mean, math.Sqrt(deviation)
}
