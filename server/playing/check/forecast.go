package check

import (
	"fmt"
	"strings"
	"time"

	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// PlanText says how many starts a check is going to take, one line for each
// kind of candidate, and where its starts end. draws between equal bots make
// it shorter; it is planned without.
func PlanText(q league.Question, unit rating.Unit, starts int) string {
	if q.By == league.ByScore {
		return fmt.Sprintf("Plays at most %d starts; refuses a mean score that is lower by %g.\n", starts, q.Margin)
	}
	capped := q
	capped.Cap = min(q.Cap, starts)
	forecasts, err := capped.Plan(unit, 0)
	if err != nil {
		return fmt.Sprintf("No forecast: %v.\n", err)
	}
	text := ForecastText(forecasts, unit)
	if starts < q.Cap {
		text += fmt.Sprintf("There are %d distinct starts; if they do not decide, the check ends undecided.\n", starts)
	}
	return text
}

// ForecastText returns forecasts as text, a line for each kind of candidate.
func ForecastText(forecasts []rating.Forecast, unit rating.Unit) string {
	var text strings.Builder
	name := map[rating.Unit]string{rating.PairUnit: "pairs", rating.DuelUnit: "starts"}[unit]
	for i, f := range forecasts {
		start := "Expects"
		if i > 0 {
			start = "       "
		}
		fmt.Fprintf(&text, "%s %.0f %s if the candidate is %s (95 of 100 checks: at most %d).\n", start, f.Mean, name, f.Candidate, f.P95)
	}
	return text.String()
}

// PaceText says how long a check takes with this much time for a match; "" where
// nothing is forecast.
func PaceText(q league.Question, t league.Tournament, each time.Duration) string {
	forecasts, err := q.Plan(rating.UnitOf(t.Solo()), 0)
	if err != nil || q.By == league.ByScore {
		return ""
	}
	starts := min(forecasts[0].Mean, float64(len(t.Starts)))
	all := time.Duration(starts * float64(startMatches(len(t.Bots))) * float64(each))
	return fmt.Sprintf("At this pace about %v if the candidate is equal.", max(all.Round(time.Second), time.Second))
}
