package check

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"arbiter/referee/plural"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// A row is a figure with its name. What strangers wrote of it is kept apart, since
// each form of a report has its own way to show that.
type row struct {
	name  string
	bot   string // whose figure it is; the name goes on with it, unless it is ""
	value string
	typed bool // value has names of starts or kinds of faults
}

// rows are the figures.
func (v Verdict) rows() []row {
	rows := []row{{name: "decided by", value: v.decidedBy()}}
	if v.Score != nil {
		rows = append(rows, v.scores()...)
		rows = append(rows, v.results()...)
	}
	rows = append(rows, []row{
		{name: "Elo", value: v.roundedElo()},
		{name: "normalized Elo", value: rounded(v.Estimate.NElo, v.Estimate.NEloError95)},
		{name: "LOS", value: rating.Probability(v.Estimate.LOS, 1)},
	}...)
	if v.Score == nil {
		q := v.Question
		rows = append(rows, row{name: "LLR", value: fmt.Sprintf("%.2f in (%.2f, %.2f) for %s Elo %g against %g", v.Test.LLR, v.Test.Lower, v.Test.Upper, q.Model, q.Elo0, q.Elo1)})
		rows = append(rows, v.results()...)
		rows = append(rows, v.scores()...)
	}
	if v.Official != nil {
		rows = append(rows, row{name: "official start (W-D-L)", value: counts(*v.Official)})
	}
	rows = append(rows, row{name: "evidence", value: v.evidence()})
	for _, bot := range []league.Bot{v.Candidate, v.Baseline} {
		faults := v.Faults[bot.ID]
		var kinds []string
		for _, kind := range slices.Sorted(maps.Keys(faults)) {
			kinds = append(kinds, fmt.Sprintf("%s %d", kind, faults[kind]))
		}
		if len(kinds) > 0 {
			rows = append(rows, row{"faults of", bot.ID, strings.Join(kinds, ", "), true})
		}
	}
	return rows
}

// decidedBy says what decided, with the figure by which it did.
func (v Verdict) decidedBy() string {
	switch v.By {
	case BySamePlay:
		return fmt.Sprintf("same play: not a move differs on %s", plural.Count(v.Same, "start"))
	case rating.ByBetting:
		capital, refuted := v.Betting.H1, v.answer(rating.H0)
		if v.Decision == rating.H0 {
			capital, refuted = v.Betting.H0, v.answer(rating.H1)
		}
		return fmt.Sprintf("clear early: odds %.0f:1 against %q (%.0f:1 suffice)", math.Exp(capital), refuted, math.Exp(v.Betting.Needed))
	case rating.ByInterval:
		return "the interval of the difference of the scores"
	case rating.BySPRT:
		return "the likelihood ratio (LLR), which reached a bound"
	}
	return "nothing"
}

// answer is what an accepted hypothesis would come to.
func (v Verdict) answer(d rating.Decision) Answer { return AnswerOf(v.Question, d) }

// roundedElo is the estimate in whole Elo, or a bound where it is too lopsided.
func (v Verdict) roundedElo() string {
	if v.Estimate.Elo != nil && v.Estimate.EloError95 != nil {
		return rounded(v.Estimate.Elo, v.Estimate.EloError95)
	}
	bound, some := v.eloBound(), ""
	if bound < 1 {
		return rounded(v.Estimate.Elo, nil)
	}
	if v.Estimate.Elo != nil {
		some = rounded(v.Estimate.Elo, nil) + ", "
	}
	if *v.Estimate.Score < 0.5 {
		return fmt.Sprintf("%sat least %.0f less", some, bound)
	}
	return fmt.Sprintf("%sat least %.0f more", some, bound)
}

// rounded is a whole number with its error, as far as they are known.
func rounded(value, error95 *float64) string {
	switch {
	case value == nil:
		return "not known"
	case error95 == nil:
		return fmt.Sprintf("%+.0f", *value)
	}
	return fmt.Sprintf("%+.0f ± %.0f", *value, *error95)
}

func counts(g rating.Games) string { return fmt.Sprintf("%d-%d-%d", g.Wins, g.Draws, g.Losses) }

// results are wins, draws and losses.
func (v Verdict) results() []row {
	switch {
	case len(v.Opponents) > 0:
		rows := []row{{name: "games of the candidate (W-D-L)", value: counts(v.Games)}}
		for _, bot := range slices.Sorted(maps.Keys(v.Opponents)) {
			o := v.Opponents[bot]
			rows = append(rows, row{name: "against", bot: bot, value: fmt.Sprintf("%s, baseline %s", counts(o.Candidate), counts(o.Baseline))})
		}
		return rows
	case v.Solo:
		return []row{{name: "duels (W-D-L)", value: counts(v.Games)}}
	}
	p := v.Pairs
	if p == (rating.Pairs{}) { // of more than two seats
		return []row{{name: "results against other seats (W-D-L)", value: counts(v.Games)}}
	}
	return []row{
		{name: "games (W-D-L)", value: counts(v.Games)},
		{name: "pairs (0, ½, 1, 1½, 2 points)", value: fmt.Sprintf("%d, %d, %d, %d, %d", p.LL, p.LD, p.DD, p.WD, p.WW)},
	}
}

// scores are the rows of a solo game.
func (v Verdict) scores() []row {
	s := v.Scores
	if s == nil || s.Difference == nil {
		return nil
	}
	name := "paired difference of scores"
	if v.Ascending {
		name = "paired difference, smaller scores being better"
	}
	rows := []row{
		{name: "mean scores", value: fmt.Sprintf("candidate %.2f, baseline %.2f", *s.Candidate, *s.Baseline)},
		{name: name, value: rating.WithError(s.Difference, s.Error95)},
	}
	if v.Score != nil && v.Score.Lower != nil {
		rows = append(rows, row{name: "difference at all times", value: fmt.Sprintf("%+.2f to %+.2f", *v.Score.Lower, *v.Score.Upper)})
	}
	for _, named := range []struct {
		name   string
		swings []Swing
	}{{"largest gains", v.Gains}, {"largest losses", v.Losses}} {
		var all []string
		for _, swing := range named.swings {
			all = append(all, fmt.Sprintf("%s %s", swing.Start, swing.Gain()))
		}
		if len(all) > 0 {
			rows = append(rows, row{name: named.name, value: strings.Join(all, ", "), typed: true})
		}
	}
	return rows
}

// evidence says how much there was: "2 distinct games of 294".
func (v Verdict) evidence() string {
	text := fmt.Sprintf("%s of %d, on %s", plural.Count(v.Distinct, "distinct game"), v.Matches, plural.Count(v.Trials, "start"))
	if v.Distinct == 0 { // replays were not kept, or version 0.1 played them
		text = fmt.Sprintf("%s on %s", plural.Count(v.Matches, "game"), plural.Count(v.Trials, "start"))
	}
	if v.Reused > 0 {
		text += fmt.Sprintf("; %d had been played before", v.Reused)
	}
	if v.Void > 0 {
		text += fmt.Sprintf("; %d void and played again", v.Void)
	}
	if v.LeftOut > 0 {
		text += fmt.Sprintf("; %s left out, which the machine could not play", plural.Count(v.LeftOut, "start"))
	}
	return text
}
