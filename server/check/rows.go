package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbiter/referee/plural"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// rows are the figures, each with its name.
func (v Verdict) rows() [][2]string {
	rows := [][2]string{
		{"Elo", rating.WithError(v.Elo, v.EloError95)},
		{"normalized Elo", rating.WithError(v.NElo, v.NEloError95)},
		{"LOS", rating.Percent(v.LOS, 2)},
	}
	if v.Score == nil {
		q := v.Question
		rows = append(rows, [2]string{"LLR", fmt.Sprintf("%.2f in (%.2f, %.2f) for %s Elo %g against %g", v.LLR, v.Lower, v.Upper, q.Model, q.Elo0, q.Elo1)})
	}
	rows = append(rows, v.results()...)
	rows = append(rows, v.scores()...)
	if v.Official != nil {
		rows = append(rows, [2]string{"official start (W-D-L)", counts(*v.Official)})
	}
	rows = append(rows, [2]string{"evidence", v.evidence()})
	for _, bot := range []league.Bot{v.Candidate, v.Baseline} {
		faults := v.Faults[bot.ID]
		var kinds []string
		for _, kind := range slices.Sorted(maps.Keys(faults)) {
			kinds = append(kinds, fmt.Sprintf("%s %d", kind, faults[kind]))
		}
		if len(kinds) > 0 {
			rows = append(rows, [2]string{"faults of " + bot.ID, strings.Join(kinds, ", ")})
		}
	}
	return rows
}

func counts(g rating.Games) string { return fmt.Sprintf("%d-%d-%d", g.Wins, g.Draws, g.Losses) }

// results are wins, draws and losses.
func (v Verdict) results() [][2]string {
	switch {
	case len(v.Opponents) > 0:
		rows := [][2]string{{"games of the candidate (W-D-L)", counts(v.Games)}}
		for _, bot := range slices.Sorted(maps.Keys(v.Opponents)) {
			o := v.Opponents[bot]
			rows = append(rows, [2]string{"against " + bot, fmt.Sprintf("%s, baseline %s", counts(o.Candidate), counts(o.Baseline))})
		}
		return rows
	case v.Solo:
		return [][2]string{{"duels (W-D-L)", counts(v.Games)}}
	}
	p := v.Pairs
	return [][2]string{
		{"games (W-D-L)", counts(v.Games)},
		{"pairs (0, ½, 1, 1½, 2 points)", fmt.Sprintf("%d, %d, %d, %d, %d", p.LL, p.LD, p.DD, p.WD, p.WW)},
	}
}

// scores are the rows of a solo game.
func (v Verdict) scores() [][2]string {
	s := v.Scores
	if s == nil || s.Difference == nil {
		return nil
	}
	rows := [][2]string{
		{"mean scores", fmt.Sprintf("candidate %.2f, baseline %.2f", *s.Candidate, *s.Baseline)},
		{"paired difference of scores", rating.WithError(s.Difference, s.Error95)},
	}
	if v.Score != nil && v.Score.Lower != nil {
		rows = append(rows, [2]string{"difference at all times", fmt.Sprintf("%+.2f to %+.2f", *v.Score.Lower, *v.Score.Upper)})
	}
	for _, named := range []struct {
		name   string
		swings []Swing
	}{{"largest gains", v.Gains}, {"largest losses", v.Losses}} {
		var all []string
		for _, swing := range named.swings {
			all = append(all, fmt.Sprintf("%s %+d", swing.Start, swing.Difference()))
		}
		if len(all) > 0 {
			rows = append(rows, [2]string{named.name, strings.Join(all, ", ")})
		}
	}
	return rows
}

// evidence says how much there was: "2 distinct games of 294".
func (v Verdict) evidence() string {
	text := fmt.Sprintf("%s of %d, on %s", plural.Count(v.Distinct, "distinct game"), v.Matches, plural.Count(v.Starts, "start"))
	if v.Distinct == 0 { // replays were not kept, or older builds played them
		text = fmt.Sprintf("%s on %s", plural.Count(v.Matches, "game"), plural.Count(v.Starts, "start"))
	}
	if v.Reused > 0 {
		text += fmt.Sprintf("; %d had been played before", v.Reused)
	}
	if v.Void > 0 {
		text += fmt.Sprintf("; %d void and played again", v.Void)
	}
	if v.Voids > 0 {
		text += fmt.Sprintf("; %s left out, which the machine could not play", plural.Count(v.Voids, "start"))
	}
	return text
}
