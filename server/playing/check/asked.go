package check

import (
	"cmp"
	"fmt"
	"math"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// Asked is what somebody asks of a candidate. A field that is nil, 0, false or "" has the value
// of rating.NotWeaker, or follows from the other fields.
type Asked struct {
	Quick    bool // large losses only
	Stronger bool // a proof that the candidate is stronger

	Elo0, Elo1  *float64 // hypotheses
	Model       rating.Model
	Alpha, Beta *float64
	Betting     *float64 // 0: the SPRT alone
	SamePlay    *float64 // 0: never end because both play the same

	By     league.Measure // "": by score in a solo game, unless Elo is asked for
	Margin float64        // by score: points by which the candidate may be worse or, asked for a proof, has to be better
	// MarginFollows allows a check by score without a margin: one that follows
	// from the baseline's scores, with WithMargin.
	MarginFollows bool

	MaxGames  int // after which the check ends, in whole starts; before Cap
	Cap       int // the same in starts
	Opponents int // bots that candidate and baseline play instead of each other
	Starts    int // distinct starts that there are; 0: no end of them
	Seats     int // of a match, where they are more than two
	Fresh     bool
}

// Question returns the validated question for a game. An error of what was asked
// is a league.FieldError, whose field is spelled as in the API: elo0, max_games.
func (a Asked) Question(info referee.Info) (league.Question, error) {
	if err := a.fits(info); err != nil {
		return league.Question{}, err
	}
	a.By = a.measure(info)
	unit := rating.UnitOf(info.Solo())
	q := league.Question{Question: rating.NotWeaker(unit), By: a.By, SamePlay: rating.SamePlayShare, Fresh: a.Fresh}
	switch {
	case a.Quick:
		q.Question = rating.QuickNotWeaker(unit)
	case a.Stronger:
		q.Question = rating.Stronger(unit)
	}
	for _, given := range []struct{ value, by *float64 }{
		{&q.Elo0, a.Elo0}, {&q.Elo1, a.Elo1}, {&q.Alpha, a.Alpha}, {&q.Beta, a.Beta}, {&q.Betting, a.Betting}, {&q.SamePlay, a.SamePlay},
	} {
		if given.by != nil {
			*given.value = *given.by
		}
	}
	q.Model, q.Cap = cmp.Or(a.Model, q.Model), cmp.Or(a.MaxGames/a.startMatches(), a.Cap, q.Cap)
	if a.By == league.ByScore {
		q.Range, q.Relative = float64(info.Highest-info.Lowest), info.Relative
	}
	q.Margin = a.Margin
	if a.By == league.ByScore {
		q.SetPoints(a.Margin)
	}
	if a.Starts > 0 && !a.hypotheses() && a.By != league.ByScore {
		var err error
		if q.Question, err = q.Widened(unit, worth(a.Starts, a.Seats)); err != nil {
			return q, err
		}
	}
	complete := q
	if a.MarginFollows && NeedsMargin(q) {
		complete.SetPoints(q.Range / 2)
		if q.Range == 0 {
			complete.SetPoints(1)
		}
	}
	return q, complete.Check()
}

// startMatches returns how many matches are played on a start.
func (a Asked) startMatches() int { return StartMatches(2+a.Opponents, a.Seats) }

// worth returns how many trials of two seats say as much as so many starts.
func worth(starts, seats int) int { return int(float64(starts) * rating.PairsPerStart(seats)) }

// measure returns what a check compares. The statements of solo games rank by score. Who
// names a difference in Elo asks about wins.
func (a Asked) measure(info referee.Info) league.Measure {
	switch {
	case a.By == league.ByWins:
		return "" // as databases of version 0.1 have it, whose checks are resumed
	case a.By == "" && info.Solo() && !a.hypotheses() && cmp.Or(a.Model, rating.Logistic) == rating.Logistic:
		return league.ByScore
	}
	return a.By
}

// hypotheses reports whether somebody chose them, who keeps them whatever the starts.
func (a Asked) hypotheses() bool { return a.Elo0 != nil || a.Elo1 != nil }

// StartsText returns what the small number of starts means for a question, for people; "" if
// there are enough.
func (a Asked) StartsText(q league.Question, info referee.Info) string {
	unit := rating.UnitOf(info.Solo())
	if a.Starts == 0 || q.By == league.ByScore {
		return ""
	}
	if a.hypotheses() {
		need, err := rating.TrialsFor(unit, q.Elo1-q.Elo0)
		if err != nil {
			return ""
		}
		if need = int(math.Ceil(float64(need) / rating.PairsPerStart(a.Seats))); need <= a.Starts {
			return ""
		}
		return fmt.Sprintf("Warning: %g Elo against %g takes about %d starts and there are %d: the check will probably prove nothing.", q.Elo0, q.Elo1, need, a.Starts)
	}
	starts := a.Starts
	a.Starts = 0
	asked, err := a.Question(info)
	switch {
	case err != nil || asked.Elo0 == q.Elo0 && asked.Elo1 == q.Elo1:
		return ""
	case q.Elo0 >= 0:
		return fmt.Sprintf("There are only %d distinct starts: the check asks for a gain of %.0f Elo instead of %.0f.", starts, q.Elo1, asked.Elo1)
	}
	return fmt.Sprintf("There are only %d distinct starts: the check refuses a loss of %.0f Elo instead of %.0f.", starts, -q.Elo0, -asked.Elo0)
}

// fits returns an error unless the fields fit the game and each other.
func (a Asked) fits(info referee.Info) error {
	wrong := func(field, format string, args ...any) error {
		return league.FieldError{Field: field, Err: fmt.Errorf(format, args...)}
	}
	switch {
	case a.Quick && a.Stronger:
		return wrong("quick", "given together with prove, which asks another question; want one of them")
	case info.Solo() && a.Opponents > 0:
		return wrong("opponents", "%s is played alone; want none", info.Name)
	case !info.Solo() && a.By == league.ByScore:
		return wrong("by", "%s has no scores that can be compared start by start; want %s", info.Name, league.ByWins)
	case a.MaxGames < 0 || a.MaxGames > 0 && a.MaxGames < a.startMatches() || a.MaxGames/2 > rating.MaxCount:
		return wrong("max_games", "found %d; want %d to %d: one start takes %[2]d games", a.MaxGames, a.startMatches(), 2*rating.MaxCount)
	}
	return nil
}
