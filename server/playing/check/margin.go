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
func NeedsMargin(q league.Question) bool { return q.By == league.ByScore && q.Margin == 0 }

// MarginTournament returns the tournament of the baseline alone from whose scores
// the margin of a check by score follows. It has starts of its own, of which none is
// in the check: a margin chosen by the results that are tested would not have the
// error probabilities of the test. Its name is that of the baseline and the limits,
// so where matches are kept the next check has the same margin at once.
func MarginTournament(baseline league.Bot, limits referee.TimeLimits) league.Tournament {
	t := league.Tournament{
		Game: baseline.Game, Seats: 1, Format: league.RoundRobin, Bots: []string{baseline.ID}, Limits: limits,
		Starts: league.Fresh{Key: "margin " + baseline.Digest, Count: marginStarts}.Starts(),
	}
	t.ID = t.MarginName()
	return t
}

// Deviation returns the standard deviation that the difference of the scores on a start
// has if those of candidate and baseline are independent; 0 where the margin does not
// follow from it.
func (a Asked) Deviation(q league.Question) float64 {
	if q.By != league.ByScore || a.Margin != 0 {
		return 0
	}
	deviation := 10 * math.Sqrt2 * q.Margin
	if elo, err := rating.MarginFor(rating.DuelUnit, a.Starts); err == nil && elo < rating.DefaultElo0 {
		deviation /= elo / rating.DefaultElo0
	}
	return deviation
}

// WithMargin returns the question with the margin that follows from the scores of
// a MarginTournament, and says so for a person. It is larger where there are too few
// distinct starts for it, of which 0 stands for no end. Scores that give none are a
// league.FieldError.
func WithMargin(q league.Question, scores []int64, starts int) (_ league.Question, text string, err error) {
	if q.Margin, err = rating.ScoreMargin(scores); err != nil {
		err = fmt.Errorf("none follows from the baseline's scores on %d starts: %w; want points", len(scores), err)
		return q, "", league.FieldError{Field: "margin", Err: err}
	}
	text = fmt.Sprintf("The margin is %g points: a tenth of the standard deviation of the baseline's scores on %d other starts, which is about 20 Elo.", q.Margin, len(scores))
	if starts == 0 {
		return q, text, nil
	}
	elo, err := rating.MarginFor(rating.DuelUnit, starts)
	if elo < rating.DefaultElo0 {
		q.Margin *= elo / rating.DefaultElo0
		text = fmt.Sprintf("The margin is %.4g points, since there are only %d distinct starts; with enough of them it is a tenth of the standard deviation of the baseline's scores.", q.Margin, starts)
	}
	return q, text, err
}
