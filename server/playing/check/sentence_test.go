package check_test

import (
	"testing"
	"time"

	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// "One sentence first": each question has its own words, a lopsided result has a bound,
// and an interval stands beside every number.
func TestSentences(t *testing.T) {
	number := func(x float64) *float64 { return &x }
	status := func(v rating.Decision, score, low, high float64) check.Status {
		s := check.Status{Decision: v, Trials: 400, By: rating.BySPRT, Interval: &rating.Interval{Low: low, High: high}, Estimate: rating.Estimate{Score: &score}}
		if score > 0 && score < 1 {
			s.Estimate.Elo, s.Estimate.EloError95 = number(rating.EloOf(score)), number(20)
		}
		return s
	}
	with := func(s check.Status, change func(s *check.Status)) check.Status {
		change(&s)
		return s
	}
	weaker, stronger := question(2), league.Question{Question: rating.Stronger(rating.PairUnit)}
	few, asked, score := weaker, weaker, question(1)
	few.Elo0 = -130
	asked.Elo1 = 10
	score.By, score.Margin = league.ByScore, 50
	scores := func(v rating.Decision, difference, low, high, share, los float64) check.Status {
		error95 := 293.4
		mean := rating.PairedMean{Difference: &difference, Error95: &error95}
		return check.Status{
			Decision: v, Trials: 432, Scores: &mean, Score: &rating.ScoreState{PairedMean: mean, Lower: &low, Upper: &high},
			Estimate: rating.Estimate{Score: &share, LOS: &los},
		}
	}
	gain := score
	gain.Elo0, gain.Elo1, gain.Margin, gain.Gain = 0, 20, 0, 50
	for _, tt := range []struct {
		name   string
		q      league.Question
		s      check.Status
		each   time.Duration
		answer check.Answer
		want   string
	}{
		{"weaker", weaker, status(rating.H0, 0.44, 0.406, 0.474), 0, check.Weaker, "Weaker by some 42 Elo: about 44 of 100 points against the baseline (41 to 47)."},
		{"loses everything", weaker, status(rating.H0, 0, 0, 0.19), 0, check.Weaker, "Weaker by at least 252 Elo: about 0 of 100 points against the baseline."},
		{"not weaker", weaker, status(rating.H1, 0.51, 0.4713, 0.552), 0, check.NotWeaker, "As good or better: a loss of more than 20 Elo is ruled out; about 51 of 100 points against the baseline (47 to 55)."},
		{"the same", weaker, check.Status{Decision: rating.H1, Trials: 51, By: check.BySamePlay, Same: 51}, 0, check.NotWeaker, "As good: it plays the same on 51 starts."},
		{"the same on few starts", few, check.Status{Decision: rating.H1, Trials: 9, By: check.BySamePlay, Same: 9}, 0, check.NotWeaker, "As good: it plays the same on 9 starts, which rules out a loss of more than 130 Elo."},
		{"identical", weaker, check.Status{Decision: rating.H1}, 0, check.NotWeaker, "As good: candidate and baseline are identical, so no match was played."},
		{"undecided", weaker, with(status(rating.Undecided, 0.52, 0.486, 0.556), func(s *check.Status) { s.More = 703 }), 350 * time.Millisecond, check.NotProven,
			"Not proven: 52 of 100 points against the baseline (49 to 56); about 700 more pairs would decide, 4 min."},
		{"all starts", few, with(status(rating.Undecided, 0.4, 0.2, 0.6), func(s *check.Status) { s.Exhausted, s.Trials = true, 50 }), time.Second, check.NotProven,
			"Not proven: 40 of 100 points against the baseline (20 to 60); there are no more than these 50 pairs, and more of them or a wider margin would decide."},
		{"one start", weaker, with(status(rating.Undecided, 0, 0, 0.99), func(s *check.Status) { s.Trials = 1 }), 0, check.NotProven, "Too early to tell: 1 pair played."},
		{"nothing yet", weaker, check.Status{Decision: rating.Undecided}, 0, check.NotProven, "Not proven: nothing has been played."},
		{"stronger", stronger, status(rating.H1, 0.56, 0.52, 0.6), 0, check.Stronger, "Stronger by some 42 Elo: about 56 of 100 points against the baseline (52 to 60)."},
		{"loses nearly everything", weaker, with(status(rating.H0, 0, 0, 0.19), func(s *check.Status) {
			share, elo := 0.03, -604.
			s.Estimate.Score, s.Estimate.Elo = &share, &elo
		}), 0, check.Weaker, "Weaker by some 604 Elo, at least 252: about 3 of 100 points against the baseline."},
		{"wins everything", stronger, status(rating.H1, 1, 0.81, 1), 0, check.Stronger, "Stronger by at least 252 Elo: about 100 of 100 points against the baseline."},
		{"not stronger", stronger, status(rating.H0, 0.49, 0.46, 0.525), 0, check.NotStronger, "Not stronger: a gain of more than 20 Elo is ruled out; about 49 of 100 points against the baseline (46 to 53)."},
		{"not stronger, the same", stronger, check.Status{Decision: rating.H0, Trials: 51, By: check.BySamePlay, Same: 51}, 0, check.NotStronger, "Not stronger: it plays the same on 51 starts."},
		{"less than was asked", asked, status(rating.H0, 0.5, 0.49, 0.51), 0, check.Weaker, "Not as good as asked: a gain of more than 10 Elo is ruled out; about 50 of 100 points against the baseline (49 to 51)."},
		{"solo", question(1), with(status(rating.H0, 0.44, 0.41, 0.47), func(s *check.Status) { s.Scores = &rating.PairedMean{} }), 0, check.Weaker, "Weaker by some 42 Elo: it wins about 44 of 100 starts (41 to 47)."},
		{"solo, loses nearly everything", question(1), with(status(rating.H0, 0, 0.11, 0.42), func(s *check.Status) {
			share := 0.11
			s.Scores, s.Estimate.Score = &rating.PairedMean{}, &share
		}), 0, check.Weaker, "Weaker by at least 56 Elo: it wins about 11 of 100 starts."},
		{"opponents", weaker, with(status(rating.H0, 0.465, 0.44, 0.49), func(s *check.Status) {
			s.Opponents = map[string]check.OpponentGames{"a": {Candidate: rating.Games{Wins: 44, Losses: 56}, Baseline: rating.Games{Wins: 51, Losses: 49}}}
		}), 0, check.Weaker, "Weaker by some 24 Elo: about 44 of 100 points against the opponents, the baseline 51 (2 to 12 fewer)."},
		{"weaker by score", score, scores(rating.H0, -623.4, -900, -12.34, 0.5, 0.5), 0, check.Weaker, "Weaker: scores 623 fewer points a start (+-293 over 432 starts)."},
		{"better by score", score, scores(rating.H1, 535, 60, 990, 0.6, 0.99), 0, check.NotWeaker, "Better: scores 535 more points a start (+-293 over 432 starts)."},
		{"better by score, and wins say the contrary", score, scores(rating.H1, 535, 60, 990, 0.38, 0.001), 0, check.NotWeaker, "Better: scores 535 more points a start (+-293 over 432 starts), although it wins 38 of 100 starts."},
		{"weaker by score, and wins say the contrary", score, scores(rating.H0, -535, -990, -60, 0.62, 0.999), 0, check.Weaker, "Weaker: scores 535 fewer points a start (+-293 over 432 starts), although it wins 62 of 100 starts."},
		{"as good by score", score, scores(rating.H1, 3, -20, 26, 0.5, 0.5), 0, check.NotWeaker, "As good or better: a loss of more than 50 points a start is ruled out; scores 3 more points a start (+-293 over 432 starts)."},
		{"a proof by score", gain, scores(rating.H1, 335, 20, 900, 0.5, 0.5), 0, check.Stronger, "Stronger: scores 335 more points a start (+-293 over 432 starts)."},
		{"no proof by score", gain, scores(rating.H0, 3, -20, 26, 0.5, 0.5), 0, check.NotStronger, "Not stronger: a gain of more than 50 points a start is ruled out; scores 3 more points a start (+-293 over 432 starts)."},
		{"undecided by score", score, with(scores(rating.Undecided, 3, -20, 26, 0.5, 0.5), func(s *check.Status) { s.More = 703 }), 0, check.NotProven, "Not proven: scores 3 more points a start (+-293 over 432 starts); about 700 more starts would decide."},
	} {
		if got := tt.s.Sentence(tt.q, tt.each); got != tt.want {
			t.Errorf("%s:\n%s; want\n%s", tt.name, got, tt.want)
		}
		if got := check.AnswerOf(tt.q, tt.s.Decision); got != tt.answer {
			t.Errorf("%s: %s; want %s", tt.name, got, tt.answer)
		}
	}
}
