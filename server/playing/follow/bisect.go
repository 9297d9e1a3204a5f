package follow

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/check"
)

// A Bisection is what Bisect plays for.
type Bisection struct {
	Game     referee.Game
	Versions []bisect.Version
	Typed    []string // the bot of each version
	Result   bisect.Result
	Seats    int // of a match
	Matches  int // at a time; batches have at least as many
	MaxGames int
	Limit    time.Duration // 0 for none
	// Check returns the tournament and the case of a check of two bots.
	Check func(newer, older league.Bot) (Entry, check.Case, error)
	// Series returns the tournament of the search without what it plays, for the two
	// ends. Where its starts are those of their check, they come in the other order.
	Series func(bad, good league.Bot) (Entry, error)
}

// A bisection is a Bisection that is under way.
type bisection struct {
	Bisection
	line   *versions
	search *bisect.Search
	used   int // starts of the check of the ends
	named  []bisect.Named
}

// Bisect plays until a commit can be named, or until a check of the ends says that
// there is no loss. An error that BuildOutput knows is that of an end that does not build.
func (h Host) Bisect(ctx context.Context, what Bisection) (bisect.Result, error) {
	b := &bisection{Bisection: what, search: bisect.New(what.Versions, rating.UnitOf(what.Game.Info().Solo()), what.Result.Gain)}
	b.Result.Answer, b.Result.ByScore = bisect.Open, what.Game.Info().Solo()
	if b.Result.ByScore {
		b.search.UseScores()
	}
	b.search.UseSeats(b.Seats)
	var players []player
	for v, version := range b.Versions {
		players = append(players, playerOf(version, b.Typed[v]))
	}
	b.line = newVersions(h, b.Game, b.Seats, players)
	b.line.told, b.line.where, b.line.count, b.line.findings = b.search, b.progress, b.count, b.findings
	answer, why, err := within(ctx, b.Limit, bisect.Open, b.run)
	if err != nil {
		return bisect.Result{}, err
	}
	b.Result.Answer, b.Result.Why = answer, cmp.Or(why, b.Result.Why)
	b.line.keep(ctx)
	return b.result(), nil
}

// result returns what the search has come to so far.
func (b *bisection) result() bisect.Result {
	r := b.Result
	r.Versions, r.Named, r.Suspicions = b.Versions, b.named, b.search.Suspicions()
	r.Line = b.line.about(r.Line, b.search.Trials(), b.search.Left())
	for v := range b.Versions {
		r.Players = append(r.Players, bisect.Player{Bot: b.line.botOf(v), Games: b.line.each() * b.search.Played(v)})
	}
	return r
}

// findings returns the same for the page of the tournament.
func (b *bisection) findings() (league.Findings, error) {
	r := b.result()
	document, err := json.Marshal(r)
	return league.Findings{Kind: league.OfBisect, Path: r.Path, Sentence: r.Sentence(), Document: document}, err
}

// run returns the answer.
func (b *bisection) run(ctx context.Context) (bisect.Answer, error) {
	last := len(b.Versions) - 1
	for _, end := range []int{last, 0} {
		if err := b.line.resolve(ctx, end); err != nil {
			return "", err
		}
	}
	if b.line.bots[0].ID == b.line.bots[last].ID {
		return bisect.Identical, nil
	}
	verdict, err := b.check(ctx, 0, last)
	if err != nil || ctx.Err() != nil {
		return bisect.Open, err
	}
	b.Result.Failing = verdict.FailingText("newer end", "older end")
	if verdict.NoEvidence {
		return bisect.NoEvidence, nil
	}
	b.used = verdict.Status.Trials + verdict.Status.LeftOut
	e, err := b.Series(b.line.bots[last], b.line.bots[0])
	if err != nil {
		return "", err
	}
	if b.nothing(verdict) {
		b.line.enterAnswered(ctx, e, 0, last)
		return bisect.NoLoss, nil
	}
	if err := b.line.enter(ctx, e, 0, last); err != nil {
		return "", err
	}
	for {
		b.line.apply()
		if best, ok := b.search.Best(); ok && best.Probability >= bisect.Enough {
			b.named = append(b.named, best)
			if !b.Result.More || len(b.named) == 2 {
				return bisect.Found, nil
			}
			another, err := b.another(ctx, best)
			switch {
			case err != nil || ctx.Err() != nil:
				return bisect.Open, err
			case !another:
				return bisect.Found, nil
			}
			continue
		}
		if more, err := b.round(ctx); err != nil || !more {
			return bisect.Open, err
		}
	}
}

// check plays the check of two versions. Its games count.
func (b *bisection) check(ctx context.Context, older, newer int) (v check.Verdict, err error) {
	e, about, err := b.Bisection.Check(b.line.bots[newer], b.line.bots[older])
	if err != nil {
		return v, err
	}
	if b.Result.ByScore {
		b.Result.Margin = about.Question.Points()
	}
	if b.Result.Check == "" { // the first one is that of the ends
		b.Result.Check = e.ID
	}
	if v, err = b.line.host.Check(ctx, e, about, 0); err == nil {
		b.line.checks.Played += v.Now
		b.line.checks.Earlier += v.Earlier
		b.search.Add(older, newer, sampleOf(v.Status, b.Game.Info().Solo()))
	}
	return v, err
}

// sampleOf returns what a check has seen.
func sampleOf(s check.Status, solo bool) (sample bisect.Sample) {
	if solo {
		if s.Scores == nil || s.Scores.Difference == nil {
			return sample
		}
		n, mean := float64(s.Scores.Starts), *s.Scores.Difference
		return bisect.Sample{Trials: n, Sum: n * mean, Squares: n*mean*mean + s.Scores.SquaredDeviations()}
	}
	for _, c := range s.Clusters {
		sample.Add(c.Points / float64(c.Games))
	}
	for i, n := range []int{s.Pairs.LL, s.Pairs.LD, s.Pairs.DD, s.Pairs.WD, s.Pairs.WW} {
		share := float64(i) / 4
		sample.Trials += float64(n)
		sample.Sum += float64(n) * share
		sample.Squares += float64(n) * share * share
	}
	return sample
}

// nothing reports whether a check says that nothing was lost or, if a gain is looked
// for, gained.
func (b *bisection) nothing(v check.Verdict) bool {
	if b.Result.Gain {
		return v.Decision == rating.H0
	}
	return v.Decision == rating.H1
}

// another reports whether there may be a second loss: before a commit that was named,
// or after it.
func (b *bisection) another(ctx context.Context, named bisect.Named) (bool, error) {
	for _, v := range named.Commits {
		b.search.Know(v)
	}
	for _, part := range [][2]int{{0, named.Before}, {named.After, len(b.Versions) - 1}} {
		if part[0] == part[1] {
			continue
		}
		if ctx.Err() != nil { // by the last match before the commit was named
			return false, nil
		}
		for _, v := range part {
			if err := b.line.resolve(ctx, v); err != nil {
				return false, err
			}
		}
		if b.line.bots[part[0]].ID == b.line.bots[part[1]].ID {
			continue
		}
		v, err := b.check(ctx, part[0], part[1])
		if err != nil || ctx.Err() != nil {
			return false, err
		}
		if !b.nothing(v) && !v.NoEvidence {
			return true, nil
		}
	}
	return false, nil
}

// round plays the next round. more is false when the search ends without an answer.
func (b *bisection) round(ctx context.Context) (more bool, err error) {
	if b.line.countPast() {
		return true, nil
	}
	if ctx.Err() != nil {
		return false, nil
	}
	left := min(b.MaxGames/b.line.matches()-b.search.Trials(), b.line.left(b.used))
	if left <= 0 {
		b.Result.Why = b.line.stopped(b.search.Trials(), b.MaxGames)
		return false, nil
	}
	cell, ok := b.search.Next((2*b.Matches + b.line.matches() - 1) / b.line.matches())
	if !ok {
		b.Result.Why = "All versions between the ends turned out to be one of them."
		return false, nil
	}
	cell.Pairs = min(cell.Pairs, left)
	_, ended, err := b.line.extend(ctx, []bisect.Cell{cell})
	return !ended, err
}

// count takes what came of a round, which has one cell, into the search.
func (b *bisection) count(cells []league.Cell, played round) {
	var sample bisect.Sample
	for _, t := range played[0] {
		value := t.points[0] - t.points[1]
		if !b.Result.ByScore {
			for _, score := range t.scores {
				value += float64(score) / float64(2*len(t.scores))
			}
		}
		sample.Add(value)
	}
	b.search.Add(b.line.ids[cells[0].B], b.line.ids[cells[0].A], sample)
}

// progress says where the search stands, in one line.
func (b *bisection) progress() string {
	text := plural.Count(b.line.matches()*b.search.Trials(), "game")
	if best, ok := b.search.Best(); ok {
		text += fmt.Sprintf(", %s is suspected most (%s)", b.Versions[best.Commits[len(best.Commits)-1]].Name(), rating.Probability(&best.Probability, 0))
	}
	return text + b.line.leftText(min(b.search.Left(), max(0, b.MaxGames/b.line.matches()-b.search.Trials())))
}

// PlanText says what a search is expected to need, before it begins.
func PlanText(commits int, u rating.Unit, seats int, asked string) string {
	text := fmt.Sprintf("%s between the ends. Expects, fewer with draws:\n", plural.Count(commits, "commit"))
	for _, elo := range []float64{200, 100, 60, 30} {
		n := bisect.Expect(commits, elo, 0, u, seats)
		text += fmt.Sprintf("  about %d games if one commit is a %s of %.0f Elo\n", trialMatches(seats)*roundUp(n), asked, elo)
	}
	return text
}

// roundUp leaves two digits.
func roundUp(n int) int {
	unit := math.Pow(10, math.Max(0, math.Floor(math.Log10(float64(n)))-1))
	return int(math.Ceil(float64(n)/unit) * unit)
}
