package rating

import (
	"math"
	"math/rand/v2"
	"slices"
)

// maxScorePlanned is the number of starts of a simulated check by score. It is large
// because an interval is looked at after every start.
const maxScorePlanned = 20_000

// scoreSimulations is how many checks by score are simulated.
const scoreSimulations = 60

// ScoreStarts is how many starts decide a check by score with the margin of ScoreMargin:
// 19 of 20 equal candidates have a verdict by then, if their scores are independent of the
// baseline's and not much more lopsided. Starts grow with the inverse square of the margin.
const ScoreStarts = 1500

// A candidate of a forecast has a mean difference.
type candidate struct {
	name string
	mean float64
}

// Plan returns how many starts the question takes for an equal candidate and for one at the
// other hypothesis, in the same way as Question.Plan. It takes the differences of the scores as
// normally distributed, with this standard deviation, which is above 0. Elo is 0 in both
// forecasts.
func (q ScoreQuestion) Plan(deviation float64) ([]Forecast, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	if q.Cap == 0 || q.Cap > maxScorePlanned {
		q.Cap = maxScorePlanned
	}
	// Scores are whole numbers: a thousandth of the deviation is one.
	scale := 1000 / deviation
	q.Difference0, q.Difference1, q.Range = q.Difference0*scale, q.Difference1*scale, q.Range*scale
	var all []Forecast
	other := candidate{"at elo0", q.Difference0}
	if q.Difference0 == 0 {
		other = candidate{"at elo1", q.Difference1}
	}
	for _, c := range []candidate{{"equal", 0}, other} {
		r := rand.New(rand.NewPCG(95, 6))
		f := Forecast{Candidate: c.name}
		var trials []int
		for range scoreSimulations {
			s, err := NewSequentialScore(q)
			if err != nil {
				return nil, err
			}
			for !s.Over() {
				s.Add(math.Round(c.mean+1000*r.NormFloat64()), 0)
			}
			n := int(s.paired.starts)
			trials = append(trials, n)
			f.Mean += float64(n) / scoreSimulations
			switch s.verdict {
			case H0:
				f.Refuse += 1.0 / scoreSimulations
			case H1:
				f.Pass += 1.0 / scoreSimulations
			}
		}
		slices.Sort(trials)
		f.P95 = trials[int(math.Ceil(0.95*scoreSimulations))-1]
		all = append(all, f)
	}
	return all, nil
}
