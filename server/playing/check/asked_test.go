package check_test

import (
	"errors"
	"math"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// info returns a game of so many seats.
func info(seats int) referee.Info {
	return referee.Info{Name: "tally", MinSeats: seats, MaxSeats: seats, Lowest: -100, Highest: 400}
}

// "What is not given is as in rating.NotWeaker", or in the question that Quick and
// Stronger stand for; what is given wins.
func TestAskedDefaults(t *testing.T) {
	ten, zero := -10.0, 0.0
	with := func(q rating.Question, samePlay float64, change func(q *league.Question)) league.Question {
		all := league.Question{Question: q, SamePlay: samePlay}
		change(&all)
		return all
	}
	byScore := func(margin, gain float64) func(q *league.Question) {
		return func(q *league.Question) { q.By, q.Margin, q.Gain, q.Range = league.ByScore, margin, gain, 500 }
	}
	for _, tt := range []struct {
		name  string
		asked check.Asked
		seats int
		want  league.Question
	}{
		{"nothing", check.Asked{}, 2, with(rating.NotWeaker(rating.PairUnit), 0.05, func(*league.Question) {})},
		{"nothing of a solo game, which is ranked by score", check.Asked{MarginFollows: true}, 1, with(rating.NotWeaker(rating.DuelUnit), 0.05, byScore(0, 0))},
		{"wins of a solo game", check.Asked{By: league.ByWins}, 1, with(rating.NotWeaker(rating.DuelUnit), 0.05, func(*league.Question) {})},
		{"Elo of a solo game, which is about wins", check.Asked{Elo0: &ten}, 1, with(rating.NotWeaker(rating.DuelUnit), 0.05, func(q *league.Question) { q.Elo0 = -10 })},
		{"a margin", check.Asked{Margin: 7}, 1, with(rating.NotWeaker(rating.DuelUnit), 0.05, byScore(7, 0))},
		{"a gain of points", check.Asked{Margin: 7, Stronger: true}, 1, with(rating.Stronger(rating.DuelUnit), 0.05, byScore(0, 7))},
		{"quick", check.Asked{Quick: true}, 2, with(rating.QuickNotWeaker(rating.PairUnit), 0.05, func(*league.Question) {})},
		{"quick by score", check.Asked{Quick: true, MarginFollows: true}, 1, with(rating.QuickNotWeaker(rating.DuelUnit), 0.05, byScore(0, 0))},
		{"stronger", check.Asked{Stronger: true}, 2, with(rating.Stronger(rating.PairUnit), 0.05, func(*league.Question) {})},
		{"another elo0 of a quick one", check.Asked{Quick: true, Elo0: &ten}, 2, with(rating.QuickNotWeaker(rating.PairUnit), 0.05, func(q *league.Question) { q.Elo0 = -10 })},
		{"0 is given, too", check.Asked{Betting: &zero, SamePlay: &zero}, 2, with(rating.NotWeaker(rating.PairUnit), 0, func(q *league.Question) { q.Betting = 0 })},
		{"games of opponents and seats", check.Asked{MaxGames: 59, Opponents: 2, Seats: 3}, 3, with(rating.NotWeaker(rating.PairUnit), 0.05, func(q *league.Question) { q.Cap = 4 })},
		{"games before starts", check.Asked{MaxGames: 9, Cap: 100}, 2, with(rating.NotWeaker(rating.PairUnit), 0.05, func(q *league.Question) { q.Cap = 4 })},
		{"starts", check.Asked{Cap: 100}, 2, with(rating.NotWeaker(rating.PairUnit), 0.05, func(q *league.Question) { q.Cap = 100 })},
		{"enough starts", check.Asked{Starts: 2100}, 2, with(rating.NotWeaker(rating.PairUnit), 0.05, func(*league.Question) {})},
		{"a quarter of them", check.Asked{Starts: 525}, 2, with(rating.NotWeaker(rating.PairUnit), 0.05, func(q *league.Question) { q.Elo0 = -40 })},
		{"of a solo game twice as many", check.Asked{By: league.ByWins, Starts: 1050}, 1, with(rating.NotWeaker(rating.DuelUnit), 0.05, func(q *league.Question) { q.Elo0 = -40 })},
		{"fewer of three seats", check.Asked{Starts: 1200, Seats: 3}, 2, with(rating.NotWeaker(rating.PairUnit), 0.05, func(*league.Question) {})},
		{"enough for a quick one", check.Asked{Quick: true, Starts: 525}, 2, with(rating.QuickNotWeaker(rating.PairUnit), 0.05, func(*league.Question) {})},
		{"few for a gain", check.Asked{Stronger: true, Starts: 525}, 2, with(rating.Stronger(rating.PairUnit), 0.05, func(q *league.Question) { q.Elo1 = 40 })},
		{"a chosen margin stays", check.Asked{Elo0: &ten, Starts: 5}, 2, with(rating.NotWeaker(rating.PairUnit), 0.05, func(q *league.Question) { q.Elo0 = -10 })},
		{"one start", check.Asked{By: league.ByWins, Starts: 1}, 1, with(rating.NotWeaker(rating.DuelUnit), 0.05, func(q *league.Question) { q.Elo0 = -1000 })},
		{"a margin that follows", check.Asked{By: league.ByScore, MarginFollows: true}, 1, with(rating.NotWeaker(rating.DuelUnit), 0.05, byScore(0, 0))},
	} {
		got, err := tt.asked.Question(info(tt.seats))
		if err != nil || got != tt.want {
			t.Errorf("%s: %+v, %v; want %+v", tt.name, got, err, tt.want)
		}
	}
}

// "An error of what was asked is a league.FieldError, whose field is spelled as in
// the API."
func TestAskedErrorsNameTheField(t *testing.T) {
	much, over, infinite, none := 2000.0, 5.0, math.Inf(1), 0.0
	for _, tt := range []struct {
		asked check.Asked
		seats int
		want  string
	}{
		{check.Asked{Elo0: &over}, 2, "elo0: found 5; want less than elo1, which is 0"},
		{check.Asked{Elo1: &much}, 2, "elo1: found 2000; want -1000 to 1000"},
		{check.Asked{Alpha: &none}, 2, "alpha: found 0; want more than 0 and less than 0.5"},
		{check.Asked{SamePlay: &over}, 2, "same_play: found 5; want 0 to less than 1"},
		{check.Asked{Cap: -1}, 2, "cap: found -1; want 0 to 1000000000"},
		{check.Asked{MaxGames: 1}, 2, "max_games: found 1; want 2 to 2000000000: one start takes 2 games"},
		{check.Asked{MaxGames: 11, Opponents: 2, Seats: 3}, 3, "max_games: found 11; want 12 to 2000000000: one start takes 12 games"},
		{check.Asked{Quick: true, Stronger: true}, 2, "quick: given together with prove, which asks another question; want one of them"},
		{check.Asked{Opponents: 1}, 1, "opponents: tally is played alone; want none"},
		{check.Asked{By: league.ByScore, Margin: 3}, 2, "by: tally has no scores that can be compared start by start; want wins"},
		{check.Asked{By: "luck"}, 2, `by: found "luck"; want wins or score`},
		{check.Asked{Margin: 3}, 2, "margin: found 3; it is of a check by score"},
		{check.Asked{Margin: 3, By: league.ByWins}, 1, "margin: found 3; it is of a check by score"},
		{check.Asked{Margin: 600}, 1, "margin: found 600; two scores on a start differ by at most 500, so want less"},
		{check.Asked{By: league.ByScore}, 1, "margin: found 0; want the points by which the mean score may be lower, e.g. a tenth of the standard deviation of the difference on a start"},
		{check.Asked{By: league.ByScore, Margin: infinite}, 1, "margin: found +Inf; want the points by which the mean score may be lower, e.g. a tenth of the standard deviation of the difference on a start"},
		// The test by wins runs beside the one by score.
		{check.Asked{By: league.ByScore, Margin: 3, Elo0: &over}, 1, "elo0: found 5; want less than elo1, which is 0"},
	} {
		_, err := tt.asked.Question(info(tt.seats))
		if err == nil || err.Error() != tt.want || !errors.As(err, new(league.FieldError)) {
			t.Errorf("%+v: %v; want the field error %q", tt.asked, err, tt.want)
		}
	}
}

// "Only a margin that nobody typed is widened, and said before the first match; an
// explicit one stays, with a warning that names the number of starts it would take."
func TestFewStartsAreSaid(t *testing.T) {
	ten := -10.0
	for _, tt := range []struct {
		asked check.Asked
		want  string
	}{
		{check.Asked{}, ""},
		{check.Asked{Starts: 2352}, ""},
		{check.Asked{Starts: 525}, "There are only 525 distinct starts: the check refuses a loss of 40 Elo instead of 20."},
		{check.Asked{Stronger: true, Starts: 525}, "There are only 525 distinct starts: the check asks for a gain of 40 Elo instead of 20."},
		{check.Asked{Elo0: &ten, Starts: 525}, "Warning: -10 Elo against 0 takes about 8400 starts and there are 525: the check will probably prove nothing."},
		{check.Asked{Elo0: &ten, Starts: 8400}, ""},
		{check.Asked{Elo0: &ten, Starts: 525, Seats: 8}, "Warning: -10 Elo against 0 takes about 1593 starts and there are 525: the check will probably prove nothing."},
	} {
		q, err := tt.asked.Question(info(2))
		if err != nil {
			t.Fatal(err)
		}
		if got := tt.asked.StartsText(q, info(2)); got != tt.want {
			t.Errorf("%+v: %q; want %q", tt.asked, got, tt.want)
		}
	}
}
