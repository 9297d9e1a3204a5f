package rating

import (
	"errors"
	"fmt"
	"math"
)

// A Sequential answers a Question trial by trial, by an SPRT and two tests by
// betting side by side; whichever is first decides. The SPRT is the quickest
// near the hypotheses, betting far from them: a bot that loses every game is
// refused after 10 pairs, where the SPRT takes 62.
//
// A trial is a distinct start, played once: as a pair of games or, in a solo game, by
// both bots. Starts that come again bring no new evidence; all that was played on one
// is one Cluster and is added once. The results of starts of one class, such as an
// opening and its mirror image, may go together. So the SPRT's ratio is divided by the
// design effect. Betting bets only on the first start of each class, so that its proof
// assumes nothing about the others.
//
// A verdict by betting is right with the stated probability if each trial's mean, given
// the trials before it, is the mean of the hypothesis. Distribution, draws and their
// changes are free. The SPRT is right for large counts of independent trials, and in
// simulations of deterministic, drawish and mixed play also for small ones. So starts
// have to be dealt at random: where 40 starts on end are easy and the next 40 hard, 4.6
// % of candidates at elo0 pass if they are, and 23 % if they are played in their own
// order.
type Sequential struct {
	question Question
	unit     Unit
	games    int        // of a trial
	sample   sample     // what came; single games in the bayesian model
	firsts   [5]float64 // the sample of the first trial of each class
	classes  classes
	trials   int
	weaker   wager   // that the mean is below what H1 allows
	stronger wager   // that the mean is above what H0 allows
	needed   float64 // logarithm of the capital that decides
	test     Test
	by       Method
}

// A Method is what decided a sequential test.
type Method string

// The methods.
const (
	BySPRT    Method = "sprt"
	ByBetting Method = "betting"
)

// A State is where a Sequential stands.
type State struct {
	Test
	Trials  int      `json:"trials"`            // counted
	By      Method   `json:"by,omitempty"`      // what decided; empty while undecided
	Betting *Capital `json:"betting,omitempty"` // nil without betting
}

// A Capital is what betting has made of a capital of 1, as natural logarithms.
type Capital struct {
	H0     float64 `json:"h0"`     // by betting on H0
	H1     float64 `json:"h1"`     // by betting on H1
	Needed float64 `json:"needed"` // either is accepted at or above
}

// NewSequential returns a test that has seen nothing.
func NewSequential(q Question, u Unit) (*Sequential, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	games, err := u.Games()
	if err != nil {
		return nil, err
	}
	s := &Sequential{question: q, unit: u, games: games, needed: -math.Log(q.Betting)}
	s.sample = Games{}.sample()
	if u == PairUnit && q.Model != Bayesian {
		s.sample = Pairs{}.sample()
	}
	h0, h1 := q.borders(games)
	s.weaker = newWager(h1, false, &s.sample)
	s.stronger = newWager(h0, true, &s.sample)
	s.look()
	return s, nil
}

// Add counts a trial by its games: two of a pair, one of a duel. When the test
// is over it changes nothing.
func (s *Sequential) Add(games ...Score) (State, error) { return s.AddOfClass("", games...) }

// AddOfClass is Add for a start of a class. A start of the class "" is in no class with others.
func (s *Sequential) AddOfClass(class string, games ...Score) (State, error) {
	if len(games) != s.games {
		return State{}, fmt.Errorf("games of a %s: found %d; want %d", s.unit, len(games), s.games)
	}
	for _, o := range games {
		if o < Loss || o > Win {
			return State{}, fmt.Errorf("score: found %d; want %d to %d", o, Loss, Win)
		}
	}
	if !s.Over() {
		s.count(class, games)
		s.look()
	}
	return s.State(), nil
}

// count takes in a trial.
func (s *Sequential) count(class string, games []Score) {
	points := 0
	for _, o := range games {
		points += int(o)
	}
	s.trials++
	fresh := s.classes.add(class, float64(points)/float64(2*len(games)))
	if len(games) == s.sample.games {
		s.sample.count[points]++
		if fresh {
			s.firsts[points]++
			s.weaker.settle(&s.weaker.usual[points])
			s.stronger.settle(&s.stronger.usual[points])
		}
		return
	}
	for _, o := range games { // the bayesian model counts single games
		s.sample.count[o]++
		if fresh {
			s.firsts[o]++
		}
	}
	if fresh {
		s.bet(float64(points) / float64(2*len(games)))
	}
}

// AddCluster counts all that was played on one start of a class as one trial,
// worth the mean of its games. The SPRT knows five values of a pair and three of
// a duel; a mean in between counts in parts for its two neighbours, which keeps
// the mean and adds a little spread, so that the ratio is rather too small.
func (s *Sequential) AddCluster(class string, c Cluster) (State, error) {
	if err := c.Check(); err != nil {
		return State{}, err
	}
	if c.Games == 0 {
		return State{}, errors.New("games: found 0 on a start; want at least 1")
	}
	if s.Over() {
		return s.State(), nil
	}
	s.countCluster(class, c)
	s.look()
	return s.State(), nil
}

// countCluster takes in a trial.
func (s *Sequential) countCluster(class string, c Cluster) {
	mean := c.Points / float64(c.Games)
	weight := float64(s.games / s.sample.games)
	at := mean * float64(s.sample.kinds-1)
	left := min(int(at), s.sample.kinds-2)
	parts := [2]float64{weight * (1 - (at - float64(left))), weight * (at - float64(left))}
	fresh := s.classes.add(class, mean)
	for i, part := range parts {
		s.sample.count[left+i] += part
		if fresh {
			s.firsts[left+i] += part
		}
	}
	s.trials++
	if fresh {
		s.bet(mean)
	}
}

// bet settles the bets on a trial of any mean.
func (s *Sequential) bet(mean float64) {
	weaker, stronger := s.weaker.growth(mean), s.stronger.growth(mean)
	s.weaker.settle(&weaker)
	s.stronger.settle(&stronger)
}

// against is the part of a trial that is added against a verdict of the SPRT, which has
// to stand nevertheless. The ratio takes what never came as nearly impossible. A bot
// that loses 5.8 % of its starts and draws the others is at -20 Elo. With a probability
// of 4.6 % it has lost no start of 52. The ratio would pass it there, and later with
// 0.6 %. With a fiftieth of a loss it is 55 starts, and 4.4 % in all. Where losses are
// common it costs less than a trial.
const against = 0.02

// look asks the tests for a verdict.
func (s *Sequential) look() {
	s.test, s.by = s.sprt(s.sample), ""
	if s.test.Decision != Undecided {
		s.by = BySPRT
	}
	if s.question.Betting == 0 {
		return
	}
	if s.by == BySPRT {
		doubt := s.sample
		if s.test.Decision == H1 {
			doubt.count[0] += against
		} else {
			doubt.count[doubt.kinds-1] += against
		}
		if s.sprt(doubt).Decision != s.test.Decision {
			s.test.Decision, s.by = Undecided, ""
			s.test.Note = "nearly decided: the slightest doubt would still take it back"
		}
	}
	s.lookAtBets()
}

// sprt asks the SPRT about a sample. The ratio of a mean goes with the inverse of
// its variance, so it is divided by the factor by which classes increase that.
func (s *Sequential) sprt(of sample) Test {
	test := s.question.of(of)
	if effect := s.classes.designEffect(); effect > 1 {
		return s.question.judge(test.LLR/effect, test.Note)
	}
	return test
}

// lookAtBets asks betting for a verdict if the SPRT has none.
func (s *Sequential) lookAtBets() {
	if s.by != "" || s.question.Betting == 0 {
		return
	}
	switch {
	case s.weaker.reached(s.needed):
		s.test.Decision, s.by, s.test.Note = H0, ByBetting, ""
	case s.stronger.reached(s.needed):
		s.test.Decision, s.by, s.test.Note = H1, ByBetting, ""
	}
}

// Over reports whether there is a verdict or the cap is reached.
func (s *Sequential) Over() bool {
	return s.by != "" || s.question.Cap > 0 && s.trials >= s.question.Cap
}

// State returns where the test stands.
func (s *Sequential) State() State {
	st := State{Test: s.test, Trials: s.trials, By: s.by}
	if s.question.Betting > 0 {
		st.Betting = &Capital{H0: s.weaker.capital(), H1: s.stronger.capital(), Needed: s.needed}
	}
	return st
}
