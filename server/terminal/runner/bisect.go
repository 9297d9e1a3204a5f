package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/resolve"
	"arbiter/server/terminal/client"
)

// A Bisection is what Bisect plays for.
type Bisection struct {
	Game     referee.Game
	Versions []bisect.Version
	Typed    []string // the bot of each version
	Result   bisect.Result
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
	runner Runner
	log    io.Writer

	search *bisect.Search
	bots   map[int]league.Bot // versions that were resolved in this run
	ids    map[string]int     // versions by the bot that they are
	series league.Series
	entry  Entry
	used   int             // starts of the check of the ends
	known  bool            // whether the tournament was entered in this run
	next   int             // round that has not been counted
	past   []bisect.Sample // what came of the next rounds, which were played in earlier runs

	began   time.Time
	playing time.Time    // begin of the first match
	played  atomic.Int64 // matches of this run
	said    time.Time    // when progress was printed
	voids   string
	named   []bisect.Named
}

// BuildOutput returns the end of the output of a bot's build if err says that it
// failed, here or on a server.
func BuildOutput(err error) (built string, ok bool) {
	var here resolve.BuildError
	if errors.As(err, &here) {
		return here.Output(), true
	}
	var there *client.Problem
	if errors.As(err, &there) && there.BuildFailed() {
		return there.Output(), true
	}
	return "", false
}

// Bisect plays until a commit can be named, or until a check of the ends says that
// there is no loss. It writes progress to log. An error that BuildOutput knows is that
// of an end that does not build.
func Bisect(ctx context.Context, r Runner, what Bisection, log io.Writer) (bisect.Result, error) {
	b := &bisection{
		Bisection: what, runner: r, log: log, began: time.Now(), bots: map[int]league.Bot{}, ids: map[string]int{}, next: 1, said: time.Now(),
		search: bisect.New(what.Versions, rating.UnitOf(what.Game.Info().Solo()), what.Result.Gain),
	}
	limited := ctx
	if b.Limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, b.Limit)
		defer cancel()
	}
	answer, err := b.run(limited)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		answer, err = bisect.Open, nil // the limit has ended a build or a request
	}
	if err != nil {
		return bisect.Result{}, err
	}
	result := b.Result
	result.Versions, result.Answer, result.Named, result.Suspicions = b.Versions, answer, b.named, b.search.Suspicions()
	result.Games, result.Seconds, result.LeftOutText = 2*b.search.Trials(), time.Since(b.began).Seconds(), b.voids
	if b.known {
		result.Tournament = b.entry.ID
	}
	if answer == bisect.Open {
		switch {
		case ctx.Err() != nil:
			result.Why = "Interrupted; run the same command to resume."
		case limited.Err() != nil:
			result.Why = "Time limit reached; run the same command to resume."
		case result.Why == "":
			result.Why = b.Result.Why
		}
	}
	return result, nil
}

// run returns the answer.
func (b *bisection) run(ctx context.Context) (bisect.Answer, error) {
	last := len(b.Versions) - 1
	for _, end := range []int{last, 0} {
		if err := b.resolve(ctx, end); err != nil {
			return "", err
		}
	}
	if b.bots[0].ID == b.bots[last].ID {
		return bisect.Identical, nil
	}
	verdict, err := b.check(ctx, 0, last)
	if err != nil || ctx.Err() != nil {
		return bisect.Open, err
	}
	if b.nothing(verdict) {
		return bisect.NoLoss, nil
	}
	b.used = verdict.Status.Trials + verdict.Status.Voids
	if err := b.enter(ctx); err != nil {
		return "", err
	}
	for {
		b.apply()
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

// resolve finds and builds the bot of a version.
func (b *bisection) resolve(ctx context.Context, version int) error {
	if _, ok := b.bots[version]; ok {
		return nil
	}
	for other, bot := range b.bots {
		if b.Versions[other].Tree == b.Versions[version].Tree {
			b.bots[version] = bot
			return nil
		}
	}
	found, err := b.runner.Resolve(ctx, b.Game.Info().Name, []string{b.Typed[version]})
	if err != nil {
		return err
	}
	bot := found[0]
	b.bots[version] = bot
	if _, ok := b.ids[bot.ID]; !ok {
		b.ids[bot.ID] = version
	}
	return nil
}

// build is resolve for a version between the ends. One that does not build, or is no
// bot, is not built.
func (b *bisection) build(ctx context.Context, version int) (built bool, err error) {
	err = b.resolve(ctx, version)
	if err == nil || ctx.Err() != nil {
		return err == nil, ctx.Err()
	}
	if _, failed := BuildOutput(err); !failed && !errors.As(err, new(league.UsageError)) {
		return false, err
	}
	fmt.Fprintf(b.log, "%s is not built: %v\n", b.Versions[version].Name(), err)
	b.note(version, "")
	return false, nil
}

// note enters what a version turned out to be, if that is new: a bot, or none.
func (b *bisection) note(version int, bot string) (news bool) {
	e := league.SeriesEntry{Key: b.Versions[version].Tree, Bot: bot, Round: b.next}
	if slices.ContainsFunc(b.series.Entries, func(known league.SeriesEntry) bool { return known.Key == e.Key }) {
		return false
	}
	b.series.Entries = append(b.series.Entries, e)
	b.tell(e)
	return true
}

// apply tells the search what earlier runs have found out about versions before the
// round that it is at.
func (b *bisection) apply() {
	for _, e := range b.series.Entries {
		if e.Round == b.next {
			b.tell(e)
		}
	}
}

// tell tells the search of an entry; to tell it again changes nothing.
func (b *bisection) tell(e league.SeriesEntry) {
	for v, version := range b.Versions {
		switch {
		case version.Tree != e.Key:
		case e.Bot == "":
			b.search.Unbuilt(v)
		case b.Versions[b.ids[e.Bot]].Tree != e.Key: // another version's bot
			b.search.Same(b.ids[e.Bot], v)
		}
	}
}

// check plays the check of two versions. Its games count.
func (b *bisection) check(ctx context.Context, older, newer int) (v check.Verdict, err error) {
	e, about, err := b.Bisection.Check(b.bots[newer], b.bots[older])
	if err != nil {
		return v, err
	}
	if v, err = Check(ctx, b.runner, e, about, 0, b.log); err == nil {
		b.search.Add(older, newer, sampleOf(v.Status, b.Game.Info().Solo()))
	}
	return v, err
}

// sampleOf returns what a check has seen.
func sampleOf(s check.Status, solo bool) (sample bisect.Sample) {
	counts := []int{s.Pairs.LL, s.Pairs.LD, s.Pairs.DD, s.Pairs.WD, s.Pairs.WW}
	if solo {
		counts = []int{s.Games.Losses, s.Games.Draws, s.Games.Wins}
	}
	for i, n := range counts {
		share := float64(i) / float64(len(counts)-1)
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
		return v.Verdict == rating.H0
	}
	return v.Verdict == rating.H1
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
			if err := b.resolve(ctx, v); err != nil {
				return false, err
			}
		}
		if b.bots[part[0]].ID == b.bots[part[1]].ID {
			continue
		}
		v, err := b.check(ctx, part[0], part[1])
		if err != nil || ctx.Err() != nil {
			return false, err
		}
		if !b.nothing(v) {
			return true, nil
		}
	}
	return false, nil
}

// enter opens the tournament of the search, and takes over what was chosen and played
// in earlier runs.
func (b *bisection) enter(ctx context.Context) (err error) {
	last := len(b.Versions) - 1
	if b.entry, err = b.Bisection.Series(b.bots[last], b.bots[0]); err != nil {
		return err
	}
	before, err := b.runner.Entered(ctx, b.entry.ID)
	if errors.Is(err, league.ErrNotFound) {
		for _, end := range []int{0, last} {
			b.note(end, b.bots[end].ID)
		}
		return nil
	}
	if err != nil {
		return err
	}
	b.series = before.Series
	for _, e := range b.series.Entries {
		for v, version := range b.Versions {
			if _, ok := b.ids[e.Bot]; !ok && version.Tree == e.Key && e.Bot != "" {
				b.ids[e.Bot] = v
			}
		}
	}
	if len(b.series.Rounds) == 0 {
		return nil
	}
	for _, id := range b.series.Bots(len(b.series.Rounds)) {
		if err := b.again(ctx, id); err != nil {
			return err
		}
	}
	b.past, err = b.play(ctx, 1)
	return err
}

// again resolves a bot that has played in an earlier run.
func (b *bisection) again(ctx context.Context, id string) error {
	v, ok := b.ids[id]
	if !ok {
		return league.Usagef("tournament %s: the versions have no bot %s any more", b.entry.ID, id)
	}
	if err := b.resolve(ctx, v); err != nil {
		return err
	}
	if now := b.bots[v].ID; now != id {
		return league.Usagef("version %s was built as %s before and is built as %s now; its build gives other files each time, or the working tree has changed",
			b.Versions[v].Name(), id, now)
	}
	return nil
}

// round plays the next round. more is false when the search ends without an answer.
func (b *bisection) round(ctx context.Context) (more bool, err error) {
	if len(b.past) > 0 {
		b.count(b.past[0])
		b.past = b.past[1:]
		return true, nil
	}
	if ctx.Err() != nil {
		return false, nil
	}
	left := min(b.MaxGames/2-b.search.Trials(), len(b.entry.Starts)-b.used-b.series.Matches()/2)
	if left <= 0 {
		b.Result.Why = fmt.Sprintf("Stopped after %d games; more of them would go on (--max-games).", 2*b.search.Trials())
		if b.search.Trials() < b.MaxGames/2 {
			b.Result.Why = fmt.Sprintf("Stopped after %d games: there are no more distinct starts.", 2*b.search.Trials())
		}
		return false, nil
	}
	cell, ok := b.search.Next(b.Matches)
	if !ok {
		b.Result.Why = "All versions between the ends turned out to be one of them."
		return false, nil
	}
	for _, v := range []int{cell.Older, cell.Newer} {
		if built, err := b.build(ctx, v); err != nil {
			return false, err
		} else if !built {
			return true, nil
		}
		bot := b.bots[v].ID
		if b.note(v, bot) && b.Versions[b.ids[bot]].Tree != b.Versions[v].Tree { // the same bot as another version
			return true, nil
		}
	}
	b.series.Rounds = append(b.series.Rounds, []league.Cell{{
		A: b.bots[cell.Newer].ID, B: b.bots[cell.Older].ID, Pairs: min(cell.Pairs, left),
	}})
	played, err := b.play(ctx, b.next)
	for _, sample := range played {
		b.count(sample)
	}
	return len(played) > 0, err
}

// count takes what came of the next round into the search.
func (b *bisection) count(sample bisect.Sample) {
	cell := b.series.Rounds[b.next-1][0]
	b.search.Add(b.ids[cell.B], b.ids[cell.A], sample)
	b.next++
	if time.Since(b.said) >= LineInterval {
		b.said = time.Now()
		fmt.Fprintln(b.log, b.progress())
	}
}

// play plays what is left of the rounds, and returns what came of those that are
// complete, from one on: what is chosen next depends on complete rounds alone.
func (b *bisection) play(ctx context.Context, from int) (played []bisect.Sample, err error) {
	e := b.entry
	e.Series, e.Again, e.Bots = b.series, b.known, nil
	for _, entry := range b.series.Entries {
		if entry.Bot != "" && !slices.Contains(e.Bots, entry.Bot) {
			e.Bots = append(e.Bots, entry.Bot)
		}
	}
	e.Observe = func(e engine.Event) {
		if !e.Earlier && !e.LeftOut {
			b.played.Add(1)
		}
	}
	t, err := b.runner.Enter(ctx, e)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	if err := t.Counted(); err != nil {
		return nil, err
	}
	if own, _ := t.Earlier(); !b.known && own > 0 {
		printResuming(b.log, own)
	}
	b.known, b.entry.ID = true, t.Definition().ID
	if b.playing.IsZero() {
		b.playing = time.Now()
	}
	var end Ending
	err = every(LineInterval, func() { fmt.Fprintln(b.log, b.progress()) }, func() (err error) {
		end, err = t.Play(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	if voids, n := t.Voids(), int(b.played.Load()); voids.Notable(n) {
		b.voids = voids.Text(n) + "."
	}
	if !end.Done && ctx.Err() == nil {
		return nil, fmt.Errorf("the tournament %s stopped before its round was complete. %s", b.entry.ID, end.Why)
	}
	if end.Hint != "" {
		fmt.Fprintln(b.log, end.Hint)
	}
	rounds := len(b.series.Rounds)
	if !end.Done {
		rounds--
	}
	t.Seen().Look(func(_ *league.Table, seen *league.Evidence) {
		for round := 1; round <= rounds; round++ {
			if _, ok := seen.Round(b.series, round); ok && round >= from {
				played = append(played, b.sample(seen, round))
			}
		}
	})
	return played, nil
}

// sample returns what came of a round, which has one cell.
func (b *bisection) sample(seen *league.Evidence, round int) (sample bisect.Sample) {
	for number := range b.series.Rounds[round-1][0].Pairs {
		trial := seen.Trial(round, 0, number)
		switch {
		case trial.Known < 2: // the machine could not play it
		case b.Game.Info().Solo():
			sample.Add(float64(trial.First.Outcome.Against(trial.Second.Outcome)) / 2)
		default:
			sample.Add(float64(trial.First.Outcome.ForSeat(0)+trial.Second.Outcome.ForSeat(1)) / 4)
		}
	}
	return sample
}

// progress says where the search stands, in one line.
func (b *bisection) progress() string {
	text := plural.Count(2*b.search.Trials(), "game")
	if best, ok := b.search.Best(); ok {
		text += fmt.Sprintf(", %s is suspected most (%.0f %%)", b.Versions[best.Commits[len(best.Commits)-1]].Name(), 100*best.Probability)
	}
	left, played := b.search.Left(), b.played.Load()
	if left == 0 || played == 0 {
		return text
	}
	each := time.Since(b.playing) / time.Duration(played)
	return text + fmt.Sprintf(", about %d more games, %v", 2*left, max(time.Minute, (time.Duration(2*left)*each).Round(time.Minute)))
}

// PlanText says what a search is expected to need, before it begins.
func PlanText(commits int, u rating.Unit, asked string) string {
	text := fmt.Sprintf("%s between the ends. Expects, fewer with draws:\n", plural.Count(commits, "commit"))
	for _, elo := range []float64{200, 100, 60, 30} {
		n := bisect.Expect(commits, elo, 0, u)
		text += fmt.Sprintf("  about %d games if one commit is a %s of %.0f Elo\n", 2*roundUp(n), asked, elo)
	}
	return text
}

// roundUp leaves two digits.
func roundUp(n int) int {
	unit := math.Pow(10, math.Max(0, math.Floor(math.Log10(float64(n)))-1))
	return int(math.Ceil(float64(n)/unit) * unit)
}
