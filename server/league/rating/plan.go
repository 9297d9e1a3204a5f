package rating

import (
	"math"
	"math/rand/v2"
	"slices"
)

// MuchWeaker is the Elo difference of a candidate that is obviously broken.
const MuchWeaker = -200

// A Forecast is how long a Question takes for one kind of candidate.
type Forecast struct {
	Candidate string  `json:"candidate"` // "equal", "at elo0", "at elo1" or "much weaker"
	Elo       float64 `json:"elo"`       // its difference, in the unit of the question's model; logistic if much weaker
	Mean      float64 `json:"mean"`      // trials expected
	P95       int     `json:"p95"`       // trials that 95 of 100 tests do not exceed
	Pass      float64 `json:"pass"`      // share of tests that end with H1
	Refuse    float64 `json:"refuse"`    // share of tests that end with H0; the rest reaches the cap undecided
}

// Plan says how many trials a question takes for an equal candidate, one at
// each hypothesis, and one that is much weaker. draws is the share of draws
// between equal bots, 0 to 1: without a better guess 0, which takes longest.
// It simulates the very tests, with a fixed seed, and takes about 0.1 s: a few
// hundred tests give a mean within 5 % and a P95 within 10 %. A test without a
// cap is planned with one of 100 000 trials.
func (q Question) Plan(u Unit, draws float64) ([]Forecast, error) {
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
	forecasts := []Forecast{q.forecast(u, "equal", 0, 0.5, draws)}
	if q.Elo0 != 0 {
		forecasts = append(forecasts, q.forecast(u, "at elo0", q.Elo0, q.score(q.Elo0, draws), draws))
	}
	if q.Elo1 != 0 {
		forecasts = append(forecasts, q.forecast(u, "at elo1", q.Elo1, q.score(q.Elo1, draws), draws))
	}
	return append(forecasts, q.forecast(u, "much weaker", MuchWeaker, ScoreOf(MuchWeaker), draws)), nil
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

// forecast simulates tests of a candidate with an expected score per game.
func (q Question) forecast(u Unit, name string, elo, score, draws float64) Forecast {
	odds := oddsOf(score, draws)
	f := Forecast{Candidate: name, Elo: elo}
	r := rand.New(rand.NewPCG(95, 5))
	play := func(games []Score) {
		for i := range games {
			games[i] = odds.draw(r)
		}
	}
	var trials []int
	total := 0
	for len(trials) < minSimulations || len(trials) < maxSimulations && total < maxSimulated {
		s, err := NewSequential(q, u)
		if err != nil {
			return f // both were checked
		}
		s.simulate(play)
		trials = append(trials, s.trials)
		total += s.trials
		switch s.test.Verdict {
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
	return f
}

// simulate takes a test to its end; play fills in the games of a trial. It asks
// betting after every trial and the SPRT, which costs far more, after every
// 2 % of them, so a test takes about 1 % longer than one that looks always.
func (s *Sequential) simulate(play func(games []Score)) {
	games, next := make([]Score, s.games), 0
	for !s.Over() {
		play(games)
		s.count(games)
		if s.trials >= next || s.Over() {
			s.look()
			next = s.trials + 1 + s.trials/50
		} else {
			s.lookAtBets()
		}
	}
}

// MarginFor returns the elo0 of a question against equality that so many
// trials decide: about 19 of 20 equal candidates have a verdict by then, also
// without draws, which take longest. Trials grow with the inverse square of the
// margin, from 2 100 pairs at -20 Elo; a duel says half of what a pair says.
func MarginFor(u Unit, trials int) (float64, error) {
	games, err := u.Games()
	if err != nil {
		return 0, err
	}
	if trials < minTrials {
		return 0, Fieldf("trials", "found %d; want at least %d", trials, minTrials)
	}
	pairs := float64(trials*games) / 2
	return DefaultElo0 * math.Sqrt(2100/pairs), nil
}

// minTrials is the least that MarginFor takes.
const minTrials = 10
