package check

import (
	"fmt"
	"math"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// marginStarts is how many starts the baseline plays for the margin. They give the
// standard deviation of its scores within some 15 %.
const marginStarts = 100

// NeedsMargin reports whether a question by score has no margin yet.
func NeedsMargin(q league.Question) bool { return q.By == league.ByScore && q.Points() == 0 }

// MarginTournament returns the tournament of the baseline alone from whose scores the
// margin of a check by score follows. It has starts of its own, which the check does
// not use. A margin chosen by the results under test would spoil the error
// probabilities of the test. Its name is that of the baseline and the limits, so where
// matches are kept the next check has the same margin at once.
func MarginTournament(baseline league.Bot, limits referee.TimeLimits) league.Tournament {
	t := league.Tournament{
		Game: baseline.Game, Seats: 1, Format: league.RoundRobin, Bots: []string{baseline.ID}, Limits: limits,
		Starts: league.Fresh{Key: "margin " + baseline.Digest, Count: marginStarts}.Starts(),
	}
	t.ID = t.MarginName()
	return t
}

// Deviation returns the standard deviation of the difference of the scores on a start, in
// points, from which the margin was chosen; 0 if the margin was not chosen from it.
func (a Asked) Deviation(q league.Question) float64 {
	if q.By != league.ByScore || a.Margin != 0 {
		return 0
	}
	return 10 * q.Points() / width(q) / widening(a.Starts)
}

// width returns how far apart the hypotheses of a question are, compared with the usual one.
func width(q league.Question) float64 {
	return (q.Elo1 - q.Elo0) / (rating.DefaultElo1 - rating.DefaultElo0)
}

// widening returns the factor by which a margin grows so that so many starts decide. 0 starts
// stand for no end.
func widening(starts int) float64 {
	if starts == 0 {
		return 1
	}
	return max(1, math.Sqrt(rating.ScoreStarts/float64(starts)))
}

// WithMargin returns the question with the margin that follows from the scores of a
// MarginTournament, and a sentence on it. starts is the number of distinct starts, 0 for no
// end; a few starts make the margin larger. If the scores give no margin it is that of
// WithDefaultMargin or, where the range of scores is not known, the error is a
// league.FieldError.
func WithMargin(q league.Question, scores []float64, starts int) (_ league.Question, text string, err error) {
	points, err := rating.ScoreMargin(scores)
	if err != nil && q.Range > 0 {
		if q, err = WithDefaultMargin(q, starts); err == nil {
			text = fmt.Sprintf("The baseline's scores on %d other starts are all the same, so the margin is a fiftieth of the range of scores: %.4g points.", len(scores), q.Points())
		}
		return q, text, err
	}
	if err != nil {
		err = fmt.Errorf("none follows from the baseline's scores on %d starts: %w; want points", len(scores), err)
		return q, "", league.FieldError{Field: "margin", Err: err}
	}
	q.SetPoints(points * width(q) * widening(starts))
	name := "margin"
	if q.Gain > 0 {
		name = "gain"
	}
	if q.Range > 0 && q.Points() >= q.Range {
		err = fmt.Errorf("%d starts decide about no less than %.4g points, and two scores differ by at most %g; want more starts", starts, q.Points(), q.Range)
		return q, "", league.FieldError{Field: "margin", Err: err}
	}
	share := "a tenth"
	if width(q) != 1 {
		share = fmt.Sprintf("%.2g times", width(q)/10)
	}
	text = fmt.Sprintf("The %s is %.4g points: %s of the standard deviation of the difference on a start, by the baseline's scores on %d other starts.", name, q.Points(), share, len(scores))
	if widening(starts) > 1 {
		text = fmt.Sprintf("The %s is %.4g points, since there are only %d distinct starts; with %d of them it is %s of the standard deviation of the difference on a start.", name, q.Points(), starts, rating.ScoreStarts, share)
	}
	return q, text, nil
}

// rangeShare is a margin as a share of the range of scores, for games whose scores nobody has
// seen. Good bots of the games here have about as much.
const rangeShare = 0.02

// WithDefaultMargin returns the question with a margin for when the baseline cannot be played
// first: a fiftieth of the range of the game's scores. The error is a league.FieldError if the
// range is not known.
func WithDefaultMargin(q league.Question, starts int) (league.Question, error) {
	if q.Range == 0 {
		return q, q.Check() // which says that a margin is wanted
	}
	q.SetPoints(rangeShare * q.Range * width(q) * widening(starts))
	return q, q.Check()
}
