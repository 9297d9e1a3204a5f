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

// A Prospect is what a forecast of a check knows before its first match.
type Prospect struct {
	Unit      rating.Unit
	Starts    int     // distinct ones
	Seats     int     // of a match, where they are more than two
	Opponents int     // that candidate and baseline play instead of each other
	Deviation float64 // of the difference of the scores on a start, by score; 0: not known
}

// Forecasts returns how many starts a check is expected to take, by kind of candidate. It
// returns none for a question by score if the deviation of the scores is not known. It plans
// without draws, which would make the check shorter.
func Forecasts(q league.Question, p Prospect) ([]rating.Forecast, error) {
	q.Cap = min(q.Cap, p.Starts)
	switch {
	case p.Seats > 2:
		return q.PlanSeats(p.Seats, p.Opponents)
	case q.By != league.ByScore:
		return q.PlanAgainst(p.Unit, 0, p.Opponents)
	case p.Deviation == 0:
		return nil, nil
	}
	return q.Score().Plan(p.Deviation)
}

// PlanText returns how many starts a check is expected to take, one line for each kind of
// candidate, and where its starts end.
func PlanText(q league.Question, p Prospect) string {
	forecasts, err := Forecasts(q, p)
	name := "starts"
	switch {
	case err != nil:
		return fmt.Sprintf("No forecast: %v.\n", err)
	case q.By == league.ByScore && p.Deviation == 0:
		return fmt.Sprintf("Plays at most %d starts; %s.\n", min(q.Cap, p.Starts), asksPoints(q))
	case q.By != league.ByScore && p.Opponents == 0 && p.Seats <= 2:
		name = unitName(p.Unit)
	}
	text := forecastText(q, forecasts, name)
	if p.Starts < q.Cap {
		text += fmt.Sprintf("There are %d distinct starts; if they do not decide, nothing is proven.\n", p.Starts)
	}
	return text
}

// asksPoints says what a question by score refuses.
func asksPoints(q league.Question) string {
	if q.Gain > 0 {
		return fmt.Sprintf("asks for a mean score that is higher by %.4g", q.Gain)
	}
	return fmt.Sprintf("refuses a mean score that is worse by %.4g", q.Margin)
}

// unitName is the plural of a unit.
func unitName(u rating.Unit) string {
	return map[rating.Unit]string{rating.PairUnit: "pairs", rating.DuelUnit: "starts"}[u]
}

// ForecastText returns forecasts of a question as text, a line for each kind of
// candidate.
func ForecastText(q league.Question, forecasts []rating.Forecast, unit rating.Unit) string {
	return forecastText(q, forecasts, unitName(unit))
}

func forecastText(q league.Question, forecasts []rating.Forecast, name string) string {
	var text strings.Builder
	for i, f := range forecasts {
		start := "Expects"
		if i > 0 {
			start = "       "
		}
		fmt.Fprintf(&text, "%s %.0f %s if the candidate is %s (95 of 100 checks: at most %d).\n", start, f.Mean, name, kind(q, f), f.P95)
	}
	return text.String()
}

// kind says how good the candidate of a forecast is.
func kind(q league.Question, f rating.Forecast) string {
	switch {
	case f.Candidate == "equal":
		return "equal"
	case q.By == league.ByScore:
		if q.Gain > 0 {
			return fmt.Sprintf("better by %.4g points a start", q.Gain)
		}
		return fmt.Sprintf("worse by %.4g points a start", q.Margin)
	}
	word := "stronger"
	if f.Elo < 0 {
		word = "weaker"
	}
	if f.Candidate == "much weaker" { // in Elo, whatever the model
		return fmt.Sprintf("%.0f Elo %s", math.Abs(f.Elo), word)
	}
	return difference(q, f.Elo) + " " + word
}

// PaceText returns about how long the rest of a check takes, as a sentence; "" if that is not
// known. The rest is what decides by the results so far, or the starts that are left if they
// are fewer. each is the time of a start.
func PaceText(s Status, t league.Tournament, each time.Duration) string {
	if s.More == 0 || each == 0 {
		return ""
	}
	if left := len(t.Starts) - s.Trials; left < s.More {
		return fmt.Sprintf("At this pace about %s more, for the %s left.", roughly(time.Duration(left)*each), plural.Count(left, s.startName()))
	}
	count, takes := s.rest(each)
	return fmt.Sprintf("At this pace about %s more, for about %s.", takes, count)
}

// rest returns how many starts more would decide, with their noun, and how long they take.
func (s Status) rest(each time.Duration) (count, takes string) {
	return plural.Count(round(s.More), s.startName()), roughly(time.Duration(s.More) * each)
}

// startName is what the starts of a check are called. Only a check of two bots in two seats has
// no Opponents.
func (s Status) startName() string {
	if s.Scores != nil || s.Opponents != nil {
		return "start"
	}
	return "pair"
}
