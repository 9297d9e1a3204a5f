package rating

import (
	"math"
	"math/rand/v2"
	"slices"
)

// MuchWeaker is the Elo difference of a candidate that is much weaker, where elo0 is
// above half of it.
const MuchWeaker = -100

// A Forecast is how long a Question takes for one kind of candidate.
type Forecast struct {
	Candidate string  `json:"candidate"` // "equal", "at elo0", "at elo1" or "much weaker", which is MuchWeaker or twice elo0
	Elo       float64 `json:"elo"`       // its difference, in the unit of the question's model; logistic if much weaker
	Mean      float64 `json:"mean"`      // trials expected
	P95       int     `json:"p95"`       // trials that 95 of 100 tests do not exceed
	Pass      float64 `json:"pass"`      // share of tests that end with H1
	Refuse    float64 `json:"refuse"`    // share of tests that end with H0; the rest reaches the cap undecided
}

// Plan returns how many trials a question takes for an equal candidate, for one at each
// hypothesis, and for a much weaker one. draws is the share of draws between equal bots, 0 to
// 1; 0, which takes longest, is right without a better guess. It simulates the tests with a
// fixed seed, which takes about 0.1 s: a few hundred tests give a mean within 5 % and a P95
// within 10 %. A test without a cap is planned with a cap of 100 000 trials.
func (q Question) Plan(u Unit, draws float64) ([]Forecast, error) { return q.PlanAgainst(u, draws, 0) }

// PlanAgainst is Plan for a candidate and a baseline that both play this many opponents, as
// strong as the baseline. With 0 opponents they play each other.
func (q Question) PlanAgainst(u Unit, draws float64, opponents int) ([]Forecast, error) {
	return q.plan(u, draws, func(score float64) trialPlayer {
		if opponents > 0 {
			return playOpponents(opponents, score, draws)
		}
		return playEachOther(u, score, draws)
	})
}

// plan returns the forecasts of a question whose trials are played so by a candidate of an
// expected score.
func (q Question) plan(u Unit, draws float64, play func(score float64) trialPlayer) ([]Forecast, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	if _, err := u.Games(); err != nil {
		return nil, err
	}
	if !(draws >= 0 && draws <= 1) {
		return nil, Fieldf("draws", "found %v; want 0 to 1", draws)
	}
	if q.Cap == 0 || q.Cap > maxPlanned {
		q.Cap = maxPlanned
	}
	forecast := func(name string, elo, score float64) Forecast {
		f := Forecast{Candidate: name, Elo: elo}
		q.forecast(u, &f, play(score))
		return f
	}
	forecasts := []Forecast{forecast("equal", 0, 0.5)}
	if q.Elo0 != 0 {
		forecasts = append(forecasts, forecast("at elo0", q.Elo0, q.score(q.Elo0, draws)))
	}
	if q.Elo1 != 0 {
		forecasts = append(forecasts, forecast("at elo1", q.Elo1, q.score(q.Elo1, draws)))
	}
	much := min(MuchWeaker, max(-MaxElo, 2*q.Elo0))
	return append(forecasts, forecast("much weaker", much, ScoreOf(much))), nil
}

// A trialPlayer plays a trial into a test.
type trialPlayer func(s *Sequential, r *rand.Rand)

// playEachOther plays candidate against baseline.
func playEachOther(u Unit, score, draws float64) trialPlayer {
	odds := oddsOf(score, draws)
	n, _ := u.Games() // was checked
	games := make([]Score, n)
	return func(s *Sequential, r *rand.Rand) {
		for i := range games {
			games[i] = odds.draw(r)
		}
		s.count("", games)
	}
}

// playOpponents plays candidate and baseline against opponents that are as strong as the
// baseline, in both seats. The paired difference is half of the difference of their
// points, so a candidate with this score makes twice as many points fewer of them.
func playOpponents(opponents int, score, draws float64) trialPlayer {
	own, other := oddsOf(min(1, max(0, 2*score-0.5)), draws), oddsOf(0.5, draws)
	games := 2 * opponents
	return func(s *Sequential, r *rand.Rand) {
		points := float64(games)
		for range games {
			points += float64(own.draw(r)-other.draw(r)) / 2
		}
		s.countCluster("", Cluster{Points: points / 2, Games: games})
	}
}

// score returns the expected score of a game at a difference in the unit of
// the model, between bots that draw so often when equal.
func (t SPRT) score(elo, draws float64) float64 {
	switch t.Model {
	case Normalized: // t = (score - 1/2) / deviation, variance = (1-draws)/4 - (score-1/2)^2
		d := elo / NormalizedElo
		return 0.5 + d*math.Sqrt((1-draws)/4/(1+d*d))
	case Bayesian: // between equals a win has the share (1-draws)/2 = 1/(1+10^(drawelo/400))
		return bayesianScore(elo, -EloOf((1-min(draws, 0.99))/2))
	}
	return ScoreOf(elo)
}

// A gameOdds is the probability of a loss, a draw and a win.
type gameOdds [3]float64

// oddsOf returns the odds of a game with an expected score and a share of
// draws. Where the score leaves no room for so many draws, the weaker side wins
// nothing and there are fewer.
func oddsOf(score, draws float64) gameOdds {
	draws = min(draws, 2*score, 2*(1-score))
	win := score - draws/2
	return gameOdds{1 - win - draws, draws, win}
}

// draw returns the outcome of a game.
func (p *gameOdds) draw(r *rand.Rand) Score {
	u := r.Float64()
	switch {
	case u < p[Draw]:
		return Draw
	case u < p[Draw]+p[Win]:
		return Win
	}
	return Loss
}

// The work of a forecast, which bounds its time.
const (
	maxSimulations = 400
	minSimulations = 40
	maxSimulated   = 800_000 // trials of all tests
	maxPlanned     = 100_000 // trials of one test
)

// forecast simulates tests in which trials are played so.
func (q Question) forecast(u Unit, f *Forecast, play trialPlayer) {
	r := rand.New(rand.NewPCG(95, 5))
	var trials []int
	total := 0
	for len(trials) < minSimulations || len(trials) < maxSimulations && total < maxSimulated {
		s, err := NewSequential(q, u)
		if err != nil {
			return // both were checked
		}
		s.simulate(func() { play(s, r) })
		trials = append(trials, s.trials)
		total += s.trials
		switch s.test.Decision {
		case H0:
			f.Refuse++
		case H1:
			f.Pass++
		}
	}
	n := float64(len(trials))
	f.Mean, f.Pass, f.Refuse = float64(total)/n, f.Pass/n, f.Refuse/n
	slices.Sort(trials)
	f.P95 = trials[int(math.Ceil(0.95*n))-1]
}

// simulate takes a test to its end; play plays a trial into it. It asks
// betting after every trial and the SPRT, which costs far more, after every
// 2 % of them, so a test takes about 1 % longer than one that looks always.
func (s *Sequential) simulate(play func()) {
	next := 0
	for !s.Over() {
		play()
		if s.trials >= next || s.Over() {
			s.look()
			next = s.trials + 1 + s.trials/50
		} else {
			s.lookAtBets()
		}
	}
}

// MarginFor returns the elo0 of a question against equality that so many trials decide: about
// 19 of 20 equal candidates have a verdict by then, even without draws, which take longest. It
// is never below -MaxElo. Trials grow with the inverse square of the margin, from 2 100 pairs
// at -20 Elo; a duel says half of what a pair says.
func MarginFor(u Unit, trials int) (float64, error) {
	games, err := u.Games()
	if err != nil {
		return 0, err
	}
	if trials < 1 {
		return 0, Fieldf("trials", "found %d; want at least 1", trials)
	}
	pairs := float64(trials*games) / 2
	return max(-MaxElo, DefaultElo0*math.Sqrt(decidingPairs/pairs)), nil
}

// decidingPairs is how many pairs decide between DefaultElo0 and equality.
const decidingPairs = 2100

// TrialsFor returns how many trials decide between two hypotheses that are this many Elo apart.
// It is the inverse of MarginFor.
func TrialsFor(u Unit, elo float64) (int, error) {
	games, err := u.Games()
	if err != nil {
		return 0, err
	}
	return int(math.Ceil(decidingPairs * (DefaultElo0 / elo) * (DefaultElo0 / elo) * 2 / float64(games))), nil
}

// Widened returns the question with hypotheses so far apart that this many trials decide it, in
// whole Elo: elo0 is lower or, if the question asks for more than equality, elo1 higher. A
// question that needs no more trials stays as it is.
func (q Question) Widened(u Unit, trials int) (Question, error) {
	margin, err := MarginFor(u, trials)
	if err != nil {
		return q, err
	}
	margin = math.Round(margin)
	if q.Elo0 >= 0 {
		q.Elo1 = max(q.Elo1, min(MaxElo, q.Elo0-margin))
	} else {
		q.Elo0 = min(q.Elo0, max(-MaxElo, q.Elo1+margin))
	}
	return q, nil
}
