package rating

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"
)

// A PairedMean compares the scores of two bots on the same starts of a solo
// game.
type PairedMean struct {
	Starts     int      `json:"starts"`
	Candidate  *float64 `json:"candidate"`          // mean score; nil without starts
	Baseline   *float64 `json:"baseline"`           // mean score; nil without starts
	Difference *float64 `json:"difference"`         // mean of candidate minus baseline; nil without starts
	Error95    *float64 `json:"difference_error95"` // half of its 95 % interval; nil with fewer than two starts
	Note       string   `json:"note,omitempty"`     // why a figure is missing or not to be trusted
}

// SquaredDeviations returns the sum of the squared deviations of the differences from their
// mean; 0 if Error95 is nil.
func (m PairedMean) SquaredDeviations() float64 {
	if m.Error95 == nil {
		return 0
	}
	n := float64(m.Starts)
	deviation := *m.Error95 / distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975) // of the mean
	return deviation * deviation * n * (n - 1)
}

// A PairedScore sums up the scores of two bots start by start. The zero value
// has seen nothing.
type PairedScore struct {
	starts              float64
	candidate, baseline float64 // means
	difference          float64 // mean of candidate minus baseline
	squares, cubes      float64 // sums of the powers of the differences' deviations from their mean
	unequal             int     // starts on which the scores differ
}

// Add counts a start. Means and sums are updated without large intermediate
// sums (P. Pebay, "Formulas for robust, one-pass parallel computation of
// covariances and arbitrary-order statistical moments", Sandia report
// SAND2008-6212, 2008).
func (p *PairedScore) Add(candidate, baseline float64) {
	c, b := candidate, baseline
	p.starts++
	p.candidate += (c - p.candidate) / p.starts
	p.baseline += (b - p.baseline) / p.starts
	step := (c - b - p.difference) / p.starts
	square := step * step * p.starts * (p.starts - 1)
	p.difference += step
	p.cubes += square*step*(p.starts-2) - 3*step*p.squares
	p.squares += square
	if candidate != baseline {
		p.unequal++
	}
}

// skewness returns the skewness of the differences, 0 without spread.
func (p *PairedScore) skewness() float64 {
	if p.squares == 0 {
		return 0
	}
	return p.cubes / p.squares * math.Sqrt(p.starts/p.squares)
}

// Mean returns the means and Student's error of their difference: it is that
// of the paired differences, since a hard start is hard for both.
func (p *PairedScore) Mean() PairedMean {
	m := PairedMean{Starts: int(p.starts)}
	if p.starts == 0 {
		m.Note = "no starts: nothing can be said"
		return m
	}
	m.Candidate, m.Baseline, m.Difference = number(p.candidate), number(p.baseline), number(p.difference)
	switch {
	case p.starts == 1:
		m.Note = "one start: the difference has no error"
	case p.squares == 0:
		m.Error95 = number(0)
		m.Note = "the scores differ by the same on every start, so the error of 0 is not to be trusted"
	default:
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: p.starts - 1}.Quantile(0.975)
		m.Error95 = number(t * math.Sqrt(p.squares/(p.starts-1)/p.starts))
	}
	return m
}

// Superiority returns the likelihood that the candidate's mean is above the baseline's, by
// Student's distribution; nil with fewer than two starts or without spread.
func (p *PairedScore) Superiority() *float64 {
	if p.starts < 2 || p.squares == 0 {
		return nil
	}
	student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: p.starts - 1}
	return number(student.CDF(p.difference / math.Sqrt(p.squares/(p.starts-1)/p.starts)))
}

// A ScoreQuestion asks about the mean difference of the scores, candidate minus
// baseline, over all starts: H0 says that it is at Difference0 or below and the
// candidate is refused, H1 that it is at Difference1 or above and it passes. To
// ask for "no worse than by a margin" they are -margin and 0, for "better" 0
// and the gain.
type ScoreQuestion struct {
	Difference0 float64 `json:"difference0"` // in points of the game's score
	Difference1 float64 `json:"difference1"` // above Difference0
	// Range is by how much the scores of two bots on a start can differ; 0 where nobody
	// knows.
	Range float64 `json:"range,omitempty"`
	Alpha float64 `json:"alpha"` // accepted probability of H1 when H0 is true
	Beta  float64 `json:"beta"`  // accepted probability of H0 when H1 is true
	Cap   int     `json:"cap"`   // starts after which the test ends undecided; 0 is never
}

// Check returns an error that says which parameter is wrong.
func (q ScoreQuestion) Check() error {
	for _, p := range []struct {
		name  string
		value float64
	}{{"difference0", q.Difference0}, {"difference1", q.Difference1}} {
		if math.IsNaN(p.value) || math.IsInf(p.value, 0) {
			return Fieldf(p.name, "found %v; want a finite number", p.value)
		}
	}
	if q.Difference0 >= q.Difference1 {
		return Fieldf("difference0", "found %v; want less than difference1, which is %v", q.Difference0, q.Difference1)
	}
	if !(q.Range >= 0) || math.IsInf(q.Range, 1) || q.Range > 0 && (-q.Range >= q.Difference0 || q.Difference1 >= q.Range) {
		return Fieldf("range", "found %v; want more than the differences, which are %v and %v", q.Range, q.Difference0, q.Difference1)
	}
	for _, p := range []struct {
		name string
		rate float64
	}{{"alpha", q.Alpha}, {"beta", q.Beta}} {
		if !(p.rate > 0 && p.rate < 0.5) {
			return Fieldf(p.name, "found %v; want more than 0 and less than 0.5", p.rate)
		}
	}
	if q.Cap < 0 || q.Cap > MaxCount {
		return Fieldf("cap", "found %d; want 0 to %d", q.Cap, MaxCount)
	}
	return nil
}

// ScoreMargin returns a margin for a check by score from the baseline's scores on
// starts that are not in the check, rounded to two digits: a tenth of the standard
// deviation that the difference on a start has if both bots score like the baseline, and
// independently. That is sqrt(2) times the deviation of the scores. Where hard starts are
// hard for both, differences spread less, and the check takes fewer starts. Fewer than two
// scores, or scores that are all the same, give no margin.
func ScoreMargin(scores []float64) (float64, error) {
	var p PairedScore
	for _, score := range scores {
		p.Add(score, 0)
	}
	if p.squares == 0 {
		return 0, errors.New("the scores are all the same")
	}
	margin := math.Sqrt(2*p.squares/(p.starts-1)) / 10
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(margin, 'e', 1, 64), 64)
	return rounded, err
}

// A ScoreState is where a SequentialScore stands.
type ScoreState struct {
	PairedMean
	Lower    *float64 `json:"lower"` // the mean difference is at least this, with confidence 1 - alpha at all times together
	Upper    *float64 `json:"upper"` // and at most this, with confidence 1 - beta; both nil while there is too little evidence
	Decision Decision `json:"decision" enum:"H0,H1,undecided" doc:"The hypothesis that is accepted."`
	By       Method   `json:"by,omitempty"` // ByBetting, or ByInterval without a Range; empty while undecided
}

// ByInterval is the method of a SequentialScore without a Range.
const ByInterval Method = "confidence sequence"

// A SequentialScore answers a ScoreQuestion start by start. It may be looked at always.
//
// Where the Range of the differences is known it bets, as a Sequential does. One wager says
// that the mean is above Difference0; if it wins, the candidate passes. The other says that
// the mean is below Difference1; if it wins, the candidate is refused. A wrong wager reaches
// a capital of 1/Alpha or 1/Beta with at most that probability. This holds by proof for
// every distribution within the Range, also for one with heavy tails: a prize of 10 000
// points that one start of 100 pays is counted before it has come. The price is a least number of starts,
// about 5 Range / (Difference1 - Difference0) for bots that score alike.
//
// Without a Range it decides by a confidence sequence: an interval that holds the mean
// difference after every start together. It passes when the interval lies above Difference0 and
// refuses when it lies below Difference1. No interval for the mean of unbounded scores keeps
// its promise for every distribution at every size (R. R. Bahadur and L. J. Savage, Annals of
// Mathematical Statistics 27, 1956). This one is asymptotic: it is right for large counts of
// independent starts whose differences have a little more than a finite variance (I.
// Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform central limit
// theory and asymptotic confidence sequences", Annals of Statistics 52, 2024), as Student's
// interval is, which may be looked at only once. It is widened for small counts and lopsided
// differences. It cannot know a loss so rare that the starts have not shown it. A loss of one
// start in 100 is missing among 100 starts with a probability of 37 %.
type SequentialScore struct {
	question ScoreQuestion
	paired   PairedScore
	verdict  Decision
	by       Method

	above, below scoreWager // with a Range, as all that follows
	trials       []scoreTrial
	spread       scoreSpread
}

// A scoreTrial is the difference of the scores on a start as a share of the Range, and how
// the differences before it had spread.
type scoreTrial struct{ x, variance float64 }

// NewSequentialScore returns a test that has seen nothing.
func NewSequentialScore(q ScoreQuestion) (*SequentialScore, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	s := &SequentialScore{question: q, verdict: Undecided}
	if q.Range > 0 {
		s.above, s.below = s.wager(s.share(q.Difference0), true), s.wager(s.share(q.Difference1), false)
	}
	return s, nil
}

// share turns a difference into a number from 0, for the baseline's largest lead, to 1.
// What is beyond the Range, as on a start position that no seed deals, counts as its end.
func (s *SequentialScore) share(difference float64) float64 {
	return min(1, max(0, (1+difference/s.question.Range)/2))
}

// Add counts the scores of both on a start. When the test is over it changes
// nothing.
func (s *SequentialScore) Add(candidate, baseline float64) {
	if s.Over() {
		return
	}
	s.paired.Add(candidate, baseline)
	if s.question.Range == 0 {
		s.lookAtInterval()
		return
	}
	trial := scoreTrial{s.share(candidate - baseline), s.spread.variance()}
	s.trials = append(s.trials, trial)
	s.spread.add(trial.x)
	s.above.settle(trial)
	s.below.settle(trial)
	switch {
	case s.above.capital() >= -math.Log(s.question.Alpha):
		s.verdict, s.by = H1, ByBetting
	case s.below.capital() >= -math.Log(s.question.Beta):
		s.verdict, s.by = H0, ByBetting
	}
}

// wager returns a wager about a mean, as a share of the Range.
func (s *SequentialScore) wager(mean float64, above bool) scoreWager {
	ahead := (s.question.Difference1 - s.question.Difference0) / (2 * s.question.Range)
	return scoreWager{wager: newWager(mean, above, &sample{}), ahead: ahead}
}

// lookAtInterval decides by the interval.
func (s *SequentialScore) lookAtInterval() {
	if lower, upper, ok := s.interval(); ok {
		switch {
		case lower > s.question.Difference0:
			s.verdict, s.by = H1, ByInterval
		case upper < s.question.Difference1:
			s.verdict, s.by = H0, ByInterval
		}
	}
}

// Decision returns what is decided so far.
func (s *SequentialScore) Decision() Decision { return s.verdict }

// Over reports whether there is a verdict or the cap is reached.
func (s *SequentialScore) Over() bool {
	return s.by != "" || s.question.Cap > 0 && int(s.paired.starts) >= s.question.Cap
}

// Capital returns the capital of both wagers. It is nil without a Range.
func (s *SequentialScore) Capital() *ScoreCapital {
	if s.question.Range == 0 {
		return nil
	}
	return &ScoreCapital{
		H0: s.below.capital(), H1: s.above.capital(), NeededH0: -math.Log(s.question.Beta), NeededH1: -math.Log(s.question.Alpha),
	}
}

// More returns about how many more starts are needed for a verdict, if the capital goes on to
// grow as it did. It is 0 after a verdict, and if the capital does not grow.
func (s *SequentialScore) More() int {
	c := s.Capital()
	if s.Over() || c == nil {
		return 0
	}
	more := 0.0
	for _, side := range [][2]float64{{c.H0, c.NeededH0}, {c.H1, c.NeededH1}} {
		capital, needed := side[0], side[1]
		if left := s.paired.starts * (needed - capital) / capital; capital >= 0.5 && (more == 0 || left < more) {
			more = left
		}
	}
	return int(math.Ceil(more))
}

// A ScoreCapital is what the two wagers of a SequentialScore have made of a capital of 1, as
// natural logarithms.
type ScoreCapital struct {
	H0, H1             float64 // by betting on H0 and on H1
	NeededH0, NeededH1 float64 // H0 or H1 is accepted at or above
}

// There is no interval before so many starts, and before the scores differ on
// so many of them. Bots that rarely differ, or differ by the same, show little
// spread for long, and then an interval is far too short.
const (
	minStarts  = 100
	minUnequal = 10
)

// interval returns the interval of the mean difference, or false if it is too
// early for one.
func (s *SequentialScore) interval() (lower, upper float64, ok bool) {
	p := &s.paired
	if p.starts < minStarts || p.unequal < minUnequal {
		return 0, 0, false
	}
	skewness := p.skewness()
	return p.difference - reachOf(p.starts, p.squares, s.question.Alpha, -skewness), p.difference + reachOf(p.starts, p.squares, s.question.Beta, skewness), true
}

// Interval returns the mean difference and the interval of a test without a Range; ok is false
// while it is too early for one.
func (s *SequentialScore) Interval() (mean, lower, upper float64, ok bool) {
	lower, upper, ok = s.interval()
	return s.paired.difference, lower, upper, ok
}

// State returns where the test stands.
func (s *SequentialScore) State() ScoreState {
	st := ScoreState{PairedMean: s.paired.Mean(), Decision: s.verdict, By: s.by}
	switch lower, upper, ok := s.interval(); {
	case s.question.Range > 0:
		if s.paired.starts > 0 {
			lower, upper = s.allowed()
			st.Lower, st.Upper = number(lower), number(upper)
		}
	case ok:
		st.Lower, st.Upper = number(lower), number(upper)
	default:
		st.Note = fmt.Sprintf("no interval before %d starts, with different scores on %d", minStarts, minUnequal)
	}
	return st
}

// allowed returns the mean differences against which no wager has won 1/Alpha on one
// side, or 1/Beta on the other.
func (s *SequentialScore) allowed() (lower, upper float64) {
	won := func(mean float64, above bool, rate float64) bool {
		w := s.wager(mean, above)
		for _, trial := range s.trials {
			w.settle(trial)
		}
		return w.capital() >= -math.Log(rate)
	}
	// border bisects: a bet that the mean is above another one wins the less the higher that is.
	border := func(above bool, rate float64) float64 {
		low, high := 0.0, 1.0
		for range 20 {
			if middle := (low + high) / 2; won(middle, above, rate) == above {
				low = middle
			} else {
				high = middle
			}
		}
		return (2*(low+high)/2 - 1) * s.question.Range
	}
	return border(true, s.question.Alpha), border(false, s.question.Beta)
}

// tightest is the number of starts at which the intervals are made to be as
// short as they can be. They are within 10 % of it from a fifth to five times
// as many.
const tightest = 500

// reachOf returns how far the true mean may be on one side of the mean of n trials.
// rate is the probability that it ever is farther. squares is the sum of the squared
// deviations from the mean. skewness is positive if rare large differences lie on that
// side.
//
// For differences with mean 0 and deviation 1, the mixture of exp(l*S - l^2*V/2)
// over half-normal l with deviation r is 2/sqrt(1+V*r^2) * exp(z^2/2) * phi(z)
// with z = S*r/sqrt(1+V*r^2), for the sum S and the sum of squares V of n
// starts (H. Robbins, "Statistical methods related to the law of the iterated
// logarithm", Annals of Mathematical Statistics 41, 1970). It ever reaches
// 1/rate with a probability of at most rate, and since phi(z) is at least
// 1 - exp(-z^2/2)/2, it has not while
//
//	z^2 < q = 2*ln((1 + sqrt(1+n*r^2)/rate) / 2)
//
// With S = n*d and V = n*(1+d^2), the squares about the true mean, that is
// d^2 < q*(1+n*r^2) / (n*(n-q)*r^2). V = n would give n*n for n*(n-q): the
// asymptotic interval, which is shorter as the normal quantile is than
// Student's.
//
// Rare large differences that did not come leave mean and spread too small.
// They multiply the probability of a deviation z by exp(a*z^3) with
// a = skewness/(3*sqrt(n)) (B.-Y. Jing, Q.-M. Shao and Q. Wang,
// "Self-normalized Cramer-type large deviations for independent random
// variables", Annals of Probability 31, 2003), so the z that was sqrt(q) is
// where z^2/2 - a*z^3 = q/2: sqrt(q) * (1 + a*sqrt(q) + 5/2*a^2*q + ...).
func reachOf(n, squares, rate, skewness float64) float64 {
	odds := -2 * math.Log(2*rate)
	r2 := (odds + math.Log(1+odds)) / tightest
	q := 2 * math.Log((1+math.Sqrt(1+n*r2)/rate)/2)
	if n <= q {
		return math.Inf(1)
	}
	a := max(0, skewness) / (3 * math.Sqrt(n))
	widened := 1 + a*math.Sqrt(q) + 2.5*a*a*q
	return widened * math.Sqrt(squares/n*q*(1+n*r2)/(n*(n-q)*r2))
}
