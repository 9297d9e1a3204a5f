package check

import (
	"math"
	"slices"

	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// A Status is where a check stands. Its figures are from the candidate's view.
type Status struct {
	Test      rating.Test               `json:"test"`     // of wins, also in a check by score
	Estimate  rating.Estimate           `json:"estimate"` // how much stronger the candidate is
	Games     rating.Games              `json:"games"`    // in a solo game duels of scores; with opponents the candidate's against them
	Pairs     rating.Pairs              `json:"pairs"`    // all 0 in a solo game and with opponents
	Trials    int                       `json:"trials"`   // starts that count
	LLRs      []float64                 `json:"llrs"`     // after each start
	Faults    map[string]map[string]int `json:"faults"`   // matches that count by bot and kind
	Decision  rating.Decision           `json:"decision" enum:"H0,H1,undecided" doc:"The hypothesis of the question that is accepted."`
	By        rating.Method             `json:"by,omitempty"`       // what decided
	Betting   *rating.Capital           `json:"betting,omitempty"`  // by score on the difference of the scores; nil without betting
	Official  *rating.Games             `json:"official,omitempty"` // on the statement's own start, where there are openings
	Matches   int                       `json:"matches"`            // that count
	Distinct  int                       `json:"distinct"`           // of these that are no repetition of another one
	Reused    int                       `json:"reused,omitempty"`   // of these that other tournaments have played
	Same      int                       `json:"same,omitempty"`     // starts, all so far, on which both played the same
	LeftOut   int                       `json:"left_out,omitempty"` // starts left out: the machine could not play them
	Scores    *rating.PairedMean        `json:"scores,omitempty"`   // of a solo game
	Ascending bool                      `json:"ascending,omitempty" doc:"A smaller score is better: a difference is by how much smaller the candidate's is."`
	Score     *rating.ScoreState        `json:"score,omitempty"`     // of a check by score
	Gains     []Swing                   `json:"gains,omitempty"`     // starts with the largest gains, largest first
	Losses    []Swing                   `json:"losses,omitempty"`    // and with the largest losses
	Opponents map[string]OpponentGames  `json:"opponents,omitempty"` // by bot
	Interval  *rating.Interval          `json:"interval,omitempty"`  // of the share of points, with opponents of half of 1 and the difference; nil without starts
	EloBound  float64                   `json:"elo_bound,omitempty" doc:"Of a result too lopsided for an error of its Elo: the difference is at least this."`
	More      int                       `json:"more,omitempty"`      // starts that would decide, about; 0 when that is not known
	Exhausted bool                      `json:"exhausted,omitempty"` // every start that there is counts
	Failing   []FailingPlayer           `json:"failing,omitempty"`   // bots that fail by themselves in nearly all of their matches
	// NoEvidence says that these leave nothing to compare: whatever the test makes of it, nothing is decided.
	NoEvidence bool             `json:"no_evidence,omitempty" doc:"Candidate and baseline, or all opponents, fail by themselves in nearly all of their matches, which prove nothing."`
	Clusters   []rating.Cluster `json:"-"` // what the candidate made of each start of matches of more than two seats
	Path       Path             `json:"-"` // of the test that decided
	Worst      []LostMatch      `json:"-"` // the matches that count and that the candidate's author should look at, worst first
}

// BySamePlay is what decides when both bots play the same.
const BySamePlay rating.Method = "same play"

// Status returns where the check stands.
func (c *Check) Status(seen *league.Evidence) Status {
	c.follow(seen)
	s := Status{
		Test: c.state.Test, Games: c.tally.games, Pairs: c.tally.pairs, Trials: c.tally.starts, LLRs: slices.Clone(c.llrs),
		Faults: c.tally.faults(), Failing: c.tally.failing(), NoEvidence: c.tally.noEvidence(), Decision: c.decision(), By: c.state.By, Betting: c.state.Betting,
		Official: c.tally.official, Matches: c.tally.matches, Distinct: len(c.tally.plays), Reused: c.tally.reused, LeftOut: c.voids(),
		Worst: slices.Clone(c.tally.worst),
	}
	if c.err != nil {
		s.Test.Decision, s.Test.Note = rating.Undecided, c.err.Error()
		return s
	}
	if c.same.run > 0 {
		s.Same = c.same.run
	}
	s.Interval, s.Exhausted = c.wins.Interval(), c.exhausted() && c.next == len(c.definition.Starts) && c.definition.Fresh == (league.Fresh{})
	if !s.NoEvidence {
		s.More = c.more()
	}
	c.estimate(&s)
	if s.Estimate.EloError95 == nil {
		s.EloBound = s.eloBound()
	}
	switch {
	case c.same.enough:
		s.By = BySamePlay
	case c.score != nil:
		s.By, s.Betting = s.Score.By, c.bets()
	}
	if s.NoEvidence {
		s.Decision, s.By, s.Same, s.Exhausted = rating.Undecided, "", 0, false
	}
	s.Path = c.path(s.By, s.Decision)
	if c.score != nil && s.By == rating.ByBetting && c.same.run == s.Trials {
		s.By = BySamePlay
	}
	return s
}

// estimate fills in the figures that depend on the kind of game.
func (c *Check) estimate(s *Status) {
	switch {
	case c.opponents() > 0 || c.definition.Seats > 2:
		s.Opponents = map[string]OpponentGames{}
		for bot, games := range c.tally.opponents {
			s.Opponents[bot] = *games
		}
		s.Estimate = rating.EstimateClusters(c.clusters.all)
		if c.opponents() == 0 {
			s.Clusters = slices.Clone(c.clusters.all)
		}
	case c.definition.Solo():
		s.Estimate = c.tally.games.Estimate()
		scores := c.scores.Mean()
		s.Ascending = c.tally.scoring.Ascending
		if s.Ascending && scores.Difference != nil {
			*scores.Candidate, *scores.Baseline = -*scores.Candidate, -*scores.Baseline
		}
		s.Scores = &scores
		if c.score != nil {
			state := c.score.State()
			s.Score = &state
		}
		s.Gains, s.Losses = c.tally.extremes()
	default:
		s.Estimate = c.tally.pairs.Estimate()
		if c.clusters.shared(c.tally.starts) { // it takes pairs as independent
			draws, pairs := s.Estimate.DrawRatio, s.Estimate.PairsRatio
			s.Estimate = rating.EstimateClusters(c.clusters.all)
			s.Estimate.DrawRatio, s.Estimate.PairsRatio = draws, pairs
		}
	}
}

// extremes returns the largest gains and the largest losses.
func (t *tally) extremes() (gains, losses []Swing) {
	for _, s := range t.swings {
		if s.gain > 0 && len(gains) < maxSwings {
			gains = append(gains, s)
		}
	}
	for _, s := range slices.Backward(t.swings) {
		if s.gain < 0 && len(losses) < maxSwings {
			losses = append(losses, s)
		}
	}
	return gains, losses
}

// bets returns what betting on the scores has come to, with what the side needs that is
// nearer to it; nil where the scores are not bet on.
func (c *Check) bets() *rating.Capital {
	capital := c.score.Capital()
	if capital == nil {
		return nil
	}
	b := rating.Capital{H0: capital.H0, H1: capital.H1, Needed: capital.NeededH1}
	if capital.H0-capital.NeededH0 > capital.H1-capital.NeededH1 {
		b.Needed = capital.NeededH0
	}
	return &b
}

// Disagrees reports whether score and wins point in opposite directions, both
// beyond their errors: a bot that wins most starts by little and loses some by
// much.
func (s Status) Disagrees() bool {
	if s.Scores == nil || s.Scores.Difference == nil || s.Scores.Error95 == nil || s.Estimate.Score == nil || s.Estimate.LOS == nil {
		return false
	}
	difference, share, los := *s.Scores.Difference, *s.Estimate.Score-0.5, *s.Estimate.LOS
	return difference*share < 0 && math.Abs(difference) > *s.Scores.Error95 && (los < significant || los > 1-significant)
}

// significant is the LOS, or 1 less it, from which on wins differ beyond their error.
const significant = 0.025
