package check_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// "It has starts of its own, of which none is in the check", and the name of the
// baseline and its limits.
func TestMarginTournament(t *testing.T) {
	bot := league.Bot{ID: baseline, Game: "tally", Digest: "abc"}
	first := check.MarginTournament(bot, referee.TimeLimits{Turn: time.Second})
	if len(first.Starts) != 100 || !slices.Equal(first.Bots, []string{baseline}) {
		t.Errorf("%v on %d starts; want %s alone on 100", first.Bots, len(first.Starts), baseline)
	}
	for _, start := range (league.Fresh{Key: bot.Digest, Count: 8000}).Starts() {
		if slices.Contains(first.Starts, start) {
			t.Errorf("%v is a start of the check, too", start)
		}
	}
	again, other := check.MarginTournament(bot, referee.TimeLimits{Turn: time.Second}), check.MarginTournament(bot, referee.TimeLimits{Turn: time.Minute})
	if again.ID != first.ID || other.ID == first.ID {
		t.Errorf("names %q, %q and, with other limits, %q; want two names", first.ID, again.ID, other.ID)
	}
}

// "A tenth of the standard deviation of the difference on a start"; a question that has
// a margin needs none, and scores that are all the same give none.
func TestMarginFollows(t *testing.T) {
	q := question(1)
	if check.NeedsMargin(q) {
		t.Error("a check by wins needs a margin")
	}
	q.By = league.ByScore
	if !check.NeedsMargin(q) {
		t.Error("a check by score without a margin needs none")
	}
	with, text, err := check.WithMargin(q, []float64{1000, 2000, 1000, 2000, 1500}, 0)
	if err != nil || with.Margin != 71 || check.NeedsMargin(with) || !strings.HasPrefix(text, "The margin is 71 points") {
		t.Errorf("margin %v, %q, %v; want 71 and a text that says so", with.Margin, text, err)
	}
	with, text, err = check.WithMargin(q, []float64{1000, 2000, 1000, 2000, 1500}, 375)
	if err != nil || with.Margin != 142 || !strings.Contains(text, "only 375 distinct starts") {
		t.Errorf("margin %v, %q, %v; want 142, twice as much, where there are a quarter of the starts", with.Margin, text, err)
	}
	q.Elo0 = -50
	if with, _, err = check.WithMargin(q, []float64{1000, 2000, 1000, 2000, 1500}, 0); err != nil || with.Margin != 177.5 {
		t.Errorf("margin %v, %v of a quick check; want 177.5, which is to 71 as 50 to 20", with.Margin, err)
	}
	q.Elo0, q.Elo1 = 0, 20
	if with, text, err = check.WithMargin(q, []float64{1000, 2000, 1000, 2000, 1500}, 0); err != nil || with.Margin != 0 || with.Gain != 71 || !strings.HasPrefix(text, "The gain is 71 points") {
		t.Errorf("%+v, %q, %v; want a gain of 71", with, text, err)
	}
	ranged := q
	ranged.Elo0, ranged.Elo1, ranged.Range = -20, 0, 1000
	if with, text, err = check.WithMargin(ranged, []float64{7, 7, 7}, 0); err != nil || with.Margin != 20 || !strings.Contains(text, "all the same") {
		t.Errorf("%+v, %q, %v; want a fiftieth of the range where the scores give no margin", with, text, err)
	}
	_, _, err = check.WithMargin(q, []float64{7, 7, 7}, 0)
	if field := (league.FieldError{}); !errors.As(err, &field) || field.Field != "margin" || !strings.Contains(err.Error(), "all the same") {
		t.Errorf("%v; want an error of the margin", err)
	}
}

// "--within times the first ten starts, computes how many fit into the time, and asks
// for the margin that these decide": starts that were known before tell nothing, so the
// starts after them are timed. If all were known, there is nothing to go by.
func TestPace(t *testing.T) {
	q := question(2)
	p := check.NewPace(2, 2)
	if n := p.Next(); n != 10 {
		t.Errorf("%d starts are timed first; want 10", n)
	}
	m := league.Match{Duration: time.Second}
	for range 20 {
		p.Known(m)
	}
	if _, _, err := p.Fit(q, time.Minute, 0); p.Timed() || !errors.As(err, new(league.FieldError)) {
		t.Errorf("%v with nothing timed; want an error of the field", err)
	}
	if n := p.Next(); n != 20 {
		t.Errorf("%d starts after 10 known ones; want 20", n)
	}
	for range 20 {
		p.Known(m)
	}
	for range 20 {
		p.Played(m)
	}
	p.Took(10 * time.Second) // two at a time
	got, text, err := p.Fit(q, 1000*time.Second, 0)
	margin, _ := rating.MarginFor(rating.PairUnit, 1000)
	elo0 := math.Round(margin) // whole Elo, as for a limited number of starts
	if err != nil || got.Cap != 1000 || got.Elo0 != elo0 || !strings.Contains(text, "enough for about 1000 starts") {
		t.Errorf("%d starts, elo0 %v, %q, %v; want 1000 starts and %v", got.Cap, got.Elo0, text, err, elo0)
	}
	if got, _, err = p.Fit(q, 1000*time.Second, 525); err != nil || got.Cap != 525 || got.Elo0 != -40 {
		t.Errorf("%d starts, elo0 %v, %v; want the 525 that there are, and -40", got.Cap, got.Elo0, err)
	}
	stronger := league.Question{Question: rating.Stronger(rating.PairUnit)}
	if got, _, err = p.Fit(stronger, 1000*time.Second, 525); err != nil || got.Elo0 != 0 || got.Elo1 != 40 {
		t.Errorf("%v against %v, %v; want 0 against 40", got.Elo0, got.Elo1, err)
	}
	seated := check.NewPace(2, 3)
	for range 30 {
		seated.Played(m)
	}
	seated.Took(15 * time.Second)
	margin, _ = rating.MarginFor(rating.PairUnit, int(1000*rating.PairsPerStart(3)))
	if got, _, err = seated.Fit(q, 1500*time.Second, 0); err != nil || got.Cap != 1000 || got.Elo0 != math.Round(margin) {
		t.Errorf("%d starts of three seats, elo0 %v, %v; want 1000 of three matches each, which decide about %v", got.Cap, got.Elo0, err, math.Round(margin))
	}
	if got, _, err = p.Fit(q, time.Millisecond, 0); err != nil || got.Cap != 10 {
		t.Errorf("%d starts in a millisecond, %v; want those that were timed", got.Cap, err)
	}
}

// "One estimate, by one function": the progress of a check and its verdict say the same of the
// rest. Where fewer starts are left than would decide, the progress says so.
func TestPaceText(t *testing.T) {
	for _, tt := range []struct {
		status check.Status
		each   time.Duration // of a start
		want   string
	}{
		{check.Status{More: 50}, 2 * time.Millisecond, "At this pace about 1 s more, for about 50 pairs."},
		{check.Status{More: 50, Opponents: map[string]check.OpponentGames{"other@3": {}}}, 8 * time.Second, "At this pace about 7 min more, for about 50 starts."},
		{check.Status{More: 50, Opponents: map[string]check.OpponentGames{}}, 8 * time.Second, "At this pace about 7 min more, for about 50 starts."}, // more than two seats
		{check.Status{More: 500, Trials: 40}, 2 * time.Second, "At this pace about 2 min more, for the 60 pairs left."},
		{check.Status{More: 50}, 0, ""},
		{check.Status{}, time.Second, ""},
	} {
		if text := check.PaceText(tt.status, definition(2, 100), tt.each); text != tt.want {
			t.Errorf("%q; want %q", text, tt.want)
		}
	}
	s := check.Status{More: 1123, Trials: 40}
	progress, verdict := check.PaceText(s, definition(2, 9000), 2*time.Second), s.Sentence(question(2), 2*time.Second)
	if progress != "At this pace about 37 min more, for about 1100 pairs." || !strings.HasSuffix(verdict, "about 1100 more pairs would decide, 37 min.") {
		t.Errorf("%q, and %q in the end", progress, verdict)
	}
	if got := check.StartTime(definition(2, 100, "other@3", "third@4"), time.Second); got != 8*time.Second {
		t.Errorf("%v for a start against two opponents; want its eight matches", got)
	}
	if got := check.StartTime(definition(8, 100, "other@3"), time.Second); got != 16*time.Second {
		t.Errorf("%v for a start of eight seats against an opponent; want its sixteen matches", got)
	}
}

// A forecast says how much weaker, in the words of the question, and where the starts end.
func TestPlanText(t *testing.T) {
	for _, tt := range []struct {
		name string
		q    league.Question
		p    check.Prospect
		want []string
	}{
		{"not weaker", question(2), check.Prospect{Unit: rating.PairUnit, Starts: 9000}, []string{"pairs if the candidate is equal", "is 20 Elo weaker", "is 100 Elo weaker"}},
		{"stronger", league.Question{Question: rating.Stronger(rating.PairUnit)}, check.Prospect{Unit: rating.PairUnit, Starts: 50}, []string{"is 20 Elo stronger", "There are 50 distinct starts; if they do not decide, nothing is proven."}},
		{"opponents", question(2), check.Prospect{Unit: rating.PairUnit, Starts: 9000, Opponents: 2}, []string{"starts if the candidate is equal"}},
		{"seats", question(2), check.Prospect{Unit: rating.PairUnit, Starts: 9000, Seats: 3}, []string{"starts if the candidate is equal", "is 20 Elo weaker"}},
		{"by score", league.Question{Question: rating.NotWeaker(rating.DuelUnit), By: league.ByScore, Margin: 10}, check.Prospect{Starts: 9000, Deviation: 141}, []string{"starts if the candidate is equal", "is worse by 10 points a start"}},
		{"by a margin of one's own", league.Question{Question: rating.NotWeaker(rating.DuelUnit), By: league.ByScore, Margin: 10}, check.Prospect{Starts: 90}, []string{"Plays at most 90 starts; refuses a mean score that is worse by 10."}},
	} {
		text := check.PlanText(tt.q, tt.p)
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %s; want %q", tt.name, text, want)
			}
		}
	}
}
