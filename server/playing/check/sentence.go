package check

import (
	"fmt"
	"math"
	"strings"
	"time"

	"arbiter/referee/plural"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// Sentence returns the answer of a check with its main figure: points of 100, with an interval
// that holds whenever the check stops. Every report begins with it. each is how long a start
// takes; 0 for not known.
func (s Status) Sentence(q league.Question, each time.Duration) string {
	return s.sentence(q, each, true)
}

func (s Status) sentence(q league.Question, each time.Duration, detail bool) string {
	failing := s.failingSentence(detail)
	switch {
	case failing == "":
		return s.compared(q, each)
	case s.NoEvidence:
		return failing
	}
	return failing + " " + s.compared(q, each)
}

// compared says what the test comes to.
func (s Status) compared(q league.Question, each time.Duration) string {
	switch {
	case s.Trials == 0 && s.Decision != rating.Undecided:
		return asGood(q) + ": candidate and baseline are identical, so no match was played."
	case s.Trials == 0:
		return "Not proven: nothing has been played."
	case s.By == BySamePlay:
		return fmt.Sprintf("%s: it plays the same on %s%s.", asGood(q), plural.Count(s.Same, "start"), wide(q))
	case s.Score != nil:
		return s.scoreSentence(q, each)
	}
	about := ""
	if s.Decision != rating.Undecided {
		about = "about " // a test that stops early overstates a difference
	}
	switch AnswerOf(q, s.Decision) {
	case NotWeaker:
		return fmt.Sprintf("As good or better: a loss of more than %s is ruled out; %s.", difference(q, q.Elo0), s.points(about))
	case Weaker:
		if q.Elo1 > 0 {
			return fmt.Sprintf("Not as good as asked: a gain of more than %s is ruled out; %s.", difference(q, q.Elo1), s.points(about))
		}
		return fmt.Sprintf("Weaker%s%s.", s.by(about), s.butScores())
	case Stronger:
		return fmt.Sprintf("Stronger%s%s.", s.by(about), s.butScores())
	case NotStronger:
		return fmt.Sprintf("Not stronger: a gain of more than %s is ruled out; %s.", difference(q, q.Elo1), s.points(about))
	}
	if s.early() {
		return fmt.Sprintf("Too early to tell: %s played%s.", plural.Count(s.Trials, s.startName()), s.more(each))
	}
	return fmt.Sprintf("Not proven: %s%s.", s.points(""), s.more(each))
}

// early reports whether so little was played that an interval would say nothing: it leaves
// nearly everything possible.
func (s Status) early() bool {
	return !s.Exhausted && s.Interval != nil && s.Interval.High-s.Interval.Low > 0.9
}

// asGood is how a sentence about bots that play the same begins.
func asGood(q league.Question) string {
	if asksGain(q) {
		return "Not stronger"
	}
	return "As good"
}

// wide says for how large a loss few starts that are played the same stand; "" where it
// is the usual one or less.
func wide(q league.Question) string {
	if q.By == league.ByScore || asksGain(q) || q.Elo0 >= rating.DefaultElo0 {
		return ""
	}
	return fmt.Sprintf(", which rules out a loss of more than %s", difference(q, q.Elo0))
}

// butScores says, where wins decide, that the scores say the contrary; "" if they do not.
func (s Status) butScores() string {
	if !s.Disagrees() {
		return ""
	}
	return ", although it " + s.scoreDifference()
}

// difference is how far a hypothesis is from equality.
func difference(q league.Question, elo float64) string {
	unit := map[rating.Model]string{rating.Normalized: "normalized Elo", rating.Bayesian: "BayesElo"}[q.Model]
	if unit == "" {
		unit = "Elo"
	}
	return fmt.Sprintf("%.4g %s", math.Abs(elo), unit)
}

// points are what the candidate made of 100 points, and the interval.
func (s Status) points(about string) string {
	low, high := s.bounds()
	if len(s.Opponents) > 0 {
		return fmt.Sprintf("%s (%s)", s.share(about), span(math.Round(200*(low-0.5)), math.Round(200*(high-0.5)), "more", "fewer"))
	}
	return fmt.Sprintf("%s (%s)", s.share(about), interval(low, high))
}

// bounds are the ends of the interval of the share of the points.
func (s Status) bounds() (low, high float64) {
	if s.Interval == nil {
		return 0, 1
	}
	return s.Interval.Low, s.Interval.High
}

// share is what the candidate made of 100 points.
func (s Status) share(about string) string {
	share := 0.5
	if s.Estimate.Score != nil {
		share = *s.Estimate.Score
	}
	switch {
	case len(s.Opponents) > 0:
		var own, other rating.Games
		for _, games := range s.Opponents {
			own, other = sum(own, games.Candidate), sum(other, games.Baseline)
		}
		return fmt.Sprintf("%s%.0f of 100 points against the opponents, the baseline %.0f", about, 100*shareOf(own), 100*shareOf(other))
	case s.Scores != nil:
		return fmt.Sprintf("it wins %s%.0f of 100 starts", about, 100*share)
	}
	return fmt.Sprintf("%s%.0f of 100 points against the baseline", about, 100*share)
}

// interval is where the points of 100 are.
func interval(low, high float64) string {
	from, to := math.Round(100*low), math.Round(100*high)
	switch {
	case from <= 0 && to < 100:
		return fmt.Sprintf("at most %.0f", to)
	case to >= 100 && from > 0:
		return fmt.Sprintf("at least %.0f", from)
	}
	return fmt.Sprintf("%.0f to %.0f", from, to)
}

// span is an interval of differences in words: "3 to 11 fewer", "4 fewer to 2 more".
func span(low, high float64, more, less string) string {
	switch {
	case low >= 0:
		return fmt.Sprintf("%s to %s %s", digits(low), digits(high), more)
	case high <= 0:
		return fmt.Sprintf("%s to %s %s", digits(-high), digits(-low), less)
	}
	return fmt.Sprintf("%s %s to %s %s", digits(-low), less, digits(high), more)
}

// digits is a number above 0 with three digits, or as many as it has before the point.
func digits(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

func sum(a, b rating.Games) rating.Games {
	return rating.Games{Wins: a.Wins + b.Wins, Draws: a.Draws + b.Draws, Losses: a.Losses + b.Losses}
}

// shareOf is the share of the points.
func shareOf(g rating.Games) float64 {
	all := g.Wins + g.Draws + g.Losses
	if all == 0 {
		return 0.5
	}
	return (float64(g.Wins) + float64(g.Draws)/2) / float64(all)
}

// by is by how many Elo the candidate is weaker or stronger, and of how many points. Where
// these are too lopsided for an error, the bound of the interval stands in its place, and is
// not said twice.
func (s Status) by(about string) string {
	elo, bound := s.Estimate.Elo, s.eloBound()
	switch {
	case elo != nil && s.Estimate.EloError95 != nil:
		return fmt.Sprintf(" by some %.0f Elo: %s", math.Abs(*elo), s.points(about))
	case elo != nil && bound >= 1:
		return fmt.Sprintf(" by some %.0f Elo, at least %.0f: %s", math.Abs(*elo), bound, s.share(about))
	case bound >= 1:
		return fmt.Sprintf(" by at least %.0f Elo: %s", bound, s.share(about))
	}
	return ": " + s.points(about)
}

// eloBound is the least Elo difference in the interval, if that is on one side of
// equality, else 0.
func (s Status) eloBound() float64 {
	switch i := s.Interval; {
	case i == nil:
		return 0
	case i.High < 0.5:
		return -rating.EloOf(i.High)
	case i.Low > 0.5:
		return rating.EloOf(i.Low)
	}
	return 0
}

// more says what it would take to decide.
func (s Status) more(each time.Duration) string {
	switch {
	case s.Exhausted:
		return fmt.Sprintf("; there are no more than these %s, and more of them or a wider margin would decide", plural.Count(s.Trials, s.startName()))
	case s.More == 0:
		return ""
	}
	count, takes := s.rest(each)
	text := fmt.Sprintf("; about %s would decide", strings.Replace(count, " ", " more ", 1))
	if each > 0 {
		text += ", " + takes
	}
	return text
}

// round leaves two digits.
func round(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}

// roughly is a duration in one unit.
func roughly(d time.Duration) string {
	switch {
	case d >= 2*time.Hour:
		return fmt.Sprintf("%.0f h", d.Hours())
	case d >= 2*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.0f s", math.Max(1, d.Seconds()))
}

// scoreSentence is the sentence of a check by score.
func (s Status) scoreSentence(q league.Question, each time.Duration) string {
	if s.Score.Difference == nil || s.Score.Lower == nil || s.Score.Upper == nil {
		return "Not proven: too few starts on which the scores differ."
	}
	mean := s.meanDifference()
	switch AnswerOf(q, s.Decision) {
	case NotWeaker:
		if *s.Score.Lower > 0 {
			return fmt.Sprintf("Better: %s.", mean)
		}
		return fmt.Sprintf("As good or better: a loss of more than %s points a start is ruled out; %s.", digits(q.Margin), mean)
	case Weaker:
		return fmt.Sprintf("Weaker: %s.", mean)
	case Stronger:
		return fmt.Sprintf("Stronger: %s.", mean)
	case NotStronger:
		return fmt.Sprintf("Not stronger: a gain of more than %s points a start is ruled out; %s.", digits(q.Gain), mean)
	}
	return fmt.Sprintf("Not proven: %s%s.", mean, s.more(each))
}

// meanDifference says how the candidate's scores differ from the baseline's on the same
// starts, with Student's error, and that wins say the contrary if they do.
func (s Status) meanDifference() string {
	text := s.scoreDifference()
	if s.Disagrees() {
		text += fmt.Sprintf(", although it wins %.0f of 100 starts", 100**s.Estimate.Score)
	}
	return text
}

// scoreDifference is the difference of the mean scores with its error.
func (s Status) scoreDifference() string {
	scores := s.Scores
	if s.Score != nil {
		scores = &s.Score.PairedMean
	}
	difference, over := *scores.Difference, plural.Count(s.Trials, "start")
	word := "more"
	if difference < 0 != s.Ascending {
		word = "fewer"
	}
	text := fmt.Sprintf("scores %s %s points a start", digits(math.Abs(difference)), word)
	if difference == 0 {
		text = "scores as many points"
	}
	if scores.Error95 == nil {
		return fmt.Sprintf("%s (over %s)", text, over)
	}
	return fmt.Sprintf("%s (+-%s over %s)", text, digits(*scores.Error95), over)
}
