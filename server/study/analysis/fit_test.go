package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"arbiter/bots/judge"
)

// A Suspect is an answer that looked bad: what the judge said of it, and what it costs
// players whom the judge does not use. Errors are standard errors.
type Suspect struct {
	Match     int64
	judging   judge.Judging
	samples   estimate // what searches and samples say
	confirmed bool
	kinds     []estimate // what those who confirm say, by kind
	outsiders []estimate
}

// An OutsideCost is the mean of pairs by a kind of players, with its standard error.
type OutsideCost struct{ Mean, Err float64 }

// NewSuspect returns what notes say of an answer, beside what it costs kinds of outsiders.
func NewSuspect(j judge.Judging, match int64, n Note, outsiders ...OutsideCost) Suspect {
	e, it := examination{Judging: j}, &item{Note: n, judge: j.New(n.Seat)}
	s := Suspect{Match: match, judging: j, samples: e.regret(it)}
	s.samples.err /= z95
	if len(j.Kinds) > 0 {
		s.confirmed = e.confirmed(it)
		for _, t := range e.costsTo(it, usualKinds) {
			s.kinds = append(s.kinds, estimate{t.Mean, t.err(j.Scale) / z95})
		}
	}
	for _, c := range outsiders {
		s.outsiders = append(s.outsiders, estimate{c.Mean, c.Err})
	}
	return s
}

// cost returns what an answer costs the outsiders, each kind weighing the same.
func (s *Suspect) cost() estimate {
	var x estimate
	n := float64(len(s.outsiders))
	for _, o := range s.outsiders {
		x.mean += o.mean / n
		x.err = math.Hypot(x.err, o.err/n)
	}
	return x
}

// Fits returns what suspects say of the constants that are assumed: each by the method of
// moments, which takes the variance of the samples off, with a standard error by leaving
// out a match at a time (the jackknife).
func Fits(all []Suspect) string {
	text := ""
	for _, c := range []struct {
		name    string
		assumed float64
		fit     func([]Suspect) (float64, int)
	}{
		{"usualCost", usualCost, fitUsualCost}, {"kindSpread", kindSpread, fitKindSpread},
		{"kindSpread of what seems to cost 0.2 and more", kindSpread, func(all []Suspect) (float64, int) { return fitKindSpread(dear(all)) }},
		{"sampleSpread", sampleSpread, fitSampleSpread},
	} {
		value, n := c.fit(all)
		if n == 0 {
			continue
		}
		text += fmt.Sprintf("%s: %.2f ± %.2f from %d (assumed: %.2f); ", c.name, value, jackknife(all, c.fit), n, c.assumed)
	}
	return text[:max(0, len(text)-2)]
}

// fitUsualCost returns the root mean square of what confirmed answers cost the outsiders,
// and of how many.
func fitUsualCost(all []Suspect) (float64, int) {
	sum, n := 0.0, 0
	for i := range all {
		if s := &all[i]; s.confirmed {
			x := s.cost()
			sum += (x.mean*x.mean - x.err*x.err) / (s.judging.Scale * s.judging.Scale)
			n++
		}
	}
	return root(sum, float64(n)), n
}

// fitKindSpread returns the standard deviation of the cost for one kind of players about
// the cost for all, as a share of the latter. What two kinds k and l say differs by
// E(k−l)² = 2 spread² cost² and their variances, and as their errors are not those of each
// other, E(kl) = cost².
func fitKindSpread(all []Suspect) (float64, int) {
	differ, costs, n := 0.0, 0.0, 0
	for i := range all {
		s := &all[i]
		if !s.confirmed {
			continue
		}
		n++
		kinds := append(append([]estimate{}, s.kinds...), s.outsiders...)
		for i, k := range kinds {
			for _, l := range kinds[:i] {
				differ += (k.mean-l.mean)*(k.mean-l.mean) - k.err*k.err - l.err*l.err
				costs += k.mean * l.mean
			}
		}
	}
	return root(differ, 2*costs), n
}

// dear returns the suspects that seem to cost a fifth of a match by those who confirm.
func dear(all []Suspect) []Suspect {
	var found []Suspect
	for _, s := range all {
		sum := 0.0
		for _, k := range s.kinds {
			sum += k.mean
		}
		if n := float64(len(s.kinds)); n > 0 && sum >= n*0.2*s.judging.Scale {
			found = append(found, s)
		}
	}
	return found
}

// fitSampleSpread returns by how much what searches and samples say is off from what
// outsiders lose beyond the errors of both, as a share of the scale.
func fitSampleSpread(all []Suspect) (float64, int) {
	sum, n := 0.0, 0
	for i := range all {
		s := &all[i]
		if s.samples.err == 0 || s.samples.mean <= sureCost*s.judging.Scale {
			continue
		}
		x := s.cost()
		d := s.samples.mean - x.mean
		sum += (d*d - s.samples.err*s.samples.err - x.err*x.err) / (s.judging.Scale * s.judging.Scale)
		n++
	}
	return root(sum, float64(n)), n
}

// root returns the root of a share of squares, of which noise may be below 0.
func root(sum, of float64) float64 {
	if of <= 0 {
		return math.NaN()
	}
	return math.Sqrt(max(0, sum/of))
}

// jackknife returns the standard error of a fit, by leaving out a match at a time.
func jackknife(all []Suspect, fit func([]Suspect) (float64, int)) float64 {
	left := map[int64][]Suspect{} // by the match that is left out
	for _, s := range all {
		left[s.Match] = nil
	}
	sum, squares, n := 0.0, 0.0, float64(len(left))
	for match := range left {
		for _, s := range all {
			if s.Match != match {
				left[match] = append(left[match], s)
			}
		}
		x, _ := fit(left[match])
		sum += x
		squares += x * x
	}
	return math.Sqrt(max(0, squares-sum*sum/n) * (n - 1) / n)
}

// "Each by the method of moments, which takes the variance of the samples off": of
// simulated answers, of which the spreads are known, they are found again.
func TestFitsFindWhatWasSimulated(t *testing.T) {
	const usual, kinds, samples, noise = 0.3, 0.6, 0.25, 0.1
	r := rand.New(rand.NewPCG(3, 4))
	said := func(mean float64) estimate { return estimate{mean + noise*r.NormFloat64(), noise} }
	var all, guessed []Suspect
	for match := range int64(100) {
		for range 20 {
			cost := usual * r.NormFloat64()
			differs := func() float64 { return cost * (1 + kinds*r.NormFloat64()) }
			all = append(all, Suspect{
				Match: match, judging: judge.Judging{Scale: 1}, confirmed: true,
				kinds:     []estimate{said(differs()), said(differs())},
				outsiders: []estimate{said(differs()), said(differs())},
			}, Suspect{Match: match, judging: judge.Judging{Scale: 1}, outsiders: []estimate{said(9)}})
			// All cost three matches, so that none seems to cost too little to count.
			guessed = append(guessed, Suspect{
				Match: match, judging: judge.Judging{Scale: 2}, samples: said(6 + 2*samples*r.NormFloat64()), outsiders: []estimate{said(6), said(6)},
			}, Suspect{Match: match, judging: judge.Judging{Scale: 2}, samples: estimate{6, 0}, outsiders: []estimate{said(0)}})
		}
	}
	for _, tt := range []struct {
		name  string
		of    []Suspect
		fit   func([]Suspect) (float64, int)
		truth float64
	}{
		{"usualCost, without those that are not confirmed", all, fitUsualCost, usual * math.Sqrt(1+kinds*kinds/2)},
		{"kindSpread, without those that are not confirmed", all, fitKindSpread, kinds},
		{"sampleSpread, without proofs", guessed, fitSampleSpread, samples},
	} {
		value, n := tt.fit(tt.of)
		if err := jackknife(tt.of, tt.fit); n != len(tt.of)/2 || math.Abs(value-tt.truth) > 4*err || err > 0.1*tt.truth {
			t.Errorf("%s: %.3f ± %.3f from %d; want %.3f from %d", tt.name, value, err, n, tt.truth, len(tt.of)/2)
		}
	}
}
