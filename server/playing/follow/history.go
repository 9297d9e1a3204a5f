package follow

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/history"
)

// A StrengthHistory is what History plays for.
type StrengthHistory struct {
	Game     referee.Game
	Versions []bisect.Version
	Typed    []string // the bot of each version
	Seats    int      // of a match
	Against  []string // the pool, as typed; none: versions play each other
	Result   history.Result
	Matches  int // at a time; rounds have at least as many
	MaxGames int
	Limit    time.Duration // 0 for none
	// Series returns the tournament of the history without what it plays, for the pool.
	Series func(against []league.Bot) (Entry, error)
}

// A strengthHistory is a StrengthHistory that is under way.
type strengthHistory struct {
	StrengthHistory
	line    *versions
	history *history.History
	plan    history.Plan
}

// History plays until the strengths of all versions are known as well as is asked for.
// An error that BuildOutput knows is that of an end, or an opponent, that does not build.
func (h Host) History(ctx context.Context, what StrengthHistory) (history.Result, error) {
	x := &strengthHistory{
		StrengthHistory: what, history: history.New(what.Versions, len(what.Against), rating.UnitOf(what.Game.Info().Solo())),
		plan: history.Plan{Band: what.Result.Band, Newest: what.Result.Newest},
	}
	x.history.UseSeats(x.Seats)
	x.plan.Matches = (2*what.Matches + trialMatches(x.Seats) - 1) / trialMatches(x.Seats)
	var players []player
	for v, version := range x.Versions {
		players = append(players, playerOf(version, x.Typed[v]))
	}
	for _, typed := range x.Against {
		players = append(players, player{name: typed, key: "against " + typed, typed: typed})
	}
	x.line = newVersions(h, x.Game, x.Seats, players)
	x.line.told, x.line.where, x.line.count, x.line.findings = x.history, x.progress, x.count, x.findings
	x.line.moves = true
	x.Result.Answer = history.Open
	answer, why, err := within(ctx, x.Limit, history.Open, x.run)
	if err != nil {
		return history.Result{}, err
	}
	x.Result.Answer, x.Result.Why = answer, cmp.Or(why, x.Result.Why)
	x.line.keep(ctx)
	return x.result()
}

// result returns what the history has come to so far.
func (h *strengthHistory) result() (r history.Result, err error) {
	r = h.Result
	r.Versions, r.Each = h.Versions, h.line.each()
	if r.Strengths, err = h.history.Strengths(); err != nil {
		return history.Result{}, err
	}
	r.Failing = h.failing()
	for v := range h.Versions {
		r.Bots = append(r.Bots, h.line.botOf(v))
	}
	left, err := h.history.Left(h.plan)
	if err != nil {
		return history.Result{}, err
	}
	r.Line = h.line.about(r.Line, h.history.Trials(), left)
	trials, err := h.history.TrialsFor(20)
	r.GamesFor20 = h.line.matches() * roundUp(trials)
	return r, err
}

// findings returns the same for the page of the tournament.
func (h *strengthHistory) findings() (league.Findings, error) {
	r, err := h.result()
	if err != nil {
		return league.Findings{}, err
	}
	document, err := json.Marshal(r)
	return league.Findings{Kind: league.OfHistory, Path: r.Path, Sentence: r.Sentence(), Document: document}, err
}

// run returns the answer.
func (h *strengthHistory) run(ctx context.Context) (history.Answer, error) {
	first := []int{len(h.Versions) - 1}
	if !h.plan.Newest {
		first = append(first, 0)
	}
	var against []league.Bot
	for i := range h.Against {
		first = append(first, len(h.Versions)+i)
	}
	for _, player := range first {
		if err := h.line.resolve(ctx, player); err != nil {
			return "", err
		}
		if player >= len(h.Versions) {
			against = append(against, h.line.bots[player])
			h.Result.Against = append(h.Result.Against, h.line.bots[player].ID)
		}
	}
	e, err := h.Series(against)
	if err == nil {
		err = h.line.enter(ctx, e, first...)
	}
	if err != nil {
		return "", err
	}
	if h.plan.Newest && len(h.line.series.Rounds) == 0 {
		h.plan.Newest, h.Result.Newest = false, false
		fmt.Fprintln(h.line.host.Log, "There is no history yet to add to; all versions are played.")
		if err := h.line.resolve(ctx, 0); err != nil {
			return "", err
		}
	}
	for {
		h.line.apply()
		if h.line.countPast() {
			continue
		}
		if h.nothing() {
			return history.NoEvidence, nil
		}
		if h.pointless() {
			return history.Identical, nil
		}
		done, err := h.history.Done(h.plan)
		switch {
		case err != nil:
			return "", err
		case done:
			return history.Known, nil
		}
		if more, err := h.round(ctx); err != nil || !more {
			return history.Open, err
		}
	}
}

// nothing reports whether the matches prove nothing: every version has played and fails, or
// the whole pool fails.
func (h *strengthHistory) nothing() bool {
	fails := func(player int) bool {
		_, failing := h.line.failing[h.line.botOf(player)]
		return failing
	}
	all := func(players []int) bool {
		return len(players) > 0 && !slices.ContainsFunc(players, func(player int) bool { return !fails(player) })
	}
	var pool []int
	for i := range h.Against {
		pool = append(pool, len(h.Versions)+i)
	}
	return all(h.history.Versions()) || all(pool)
}

// failing returns the versions, and bots of the pool, that do not work.
func (h *strengthHistory) failing() (all []history.Failing) {
	named := map[string]bool{}
	for player := range len(h.Versions) + len(h.Against) {
		bot := h.line.botOf(player)
		f, failing := h.line.failing[bot]
		if !failing || named[bot] {
			continue
		}
		named[bot] = true
		version := player
		if player >= len(h.Versions) {
			version = -1
		}
		all = append(all, history.Failing{Version: version, Bot: bot, How: f.Text(), Detail: f.Detail()})
	}
	return all
}

// pointless reports whether there is nothing to compare.
func (h *strengthHistory) pointless() bool {
	return len(h.Against) == 0 && len(h.history.Versions()) < 2
}

// round plays the next round. more is false when the history ends without an answer.
func (h *strengthHistory) round(ctx context.Context) (more bool, err error) {
	if ctx.Err() != nil {
		return false, nil
	}
	trials := h.history.Trials()
	left := min(h.MaxGames/h.line.matches()-trials, h.line.left(0))
	if left <= 0 {
		h.Result.Why = h.line.stopped(trials, h.MaxGames)
		return false, nil
	}
	cells, err := h.history.Next(h.line.next, h.plan)
	if err != nil {
		return false, err
	}
	var fit []bisect.Cell
	for _, c := range cells {
		if c.Pairs = min(c.Pairs, left); c.Pairs > 0 {
			fit = append(fit, c)
			left -= c.Pairs
		}
	}
	if len(fit) == 0 { // a version that is the only opponent of the pool
		h.Result.Why = "No two bots are left that could meet."
		return false, nil
	}
	_, ended, err := h.line.extend(ctx, fit)
	return !ended, err
}

// count takes what came of a round into the history. Cells of versions that are not in the
// line any more do not count.
func (h *strengthHistory) count(cells []league.Cell, played round) {
	for i, cell := range cells {
		a, known := h.line.ids[cell.A]
		b, knownToo := h.line.ids[cell.B]
		if !known || !knownToo {
			continue
		}
		for _, t := range played[i] {
			if h.Game.Info().Solo() {
				h.history.AddScores(a, b, t.points[0], t.points[1])
			} else {
				h.history.Add(a, b, t.scores)
			}
		}
	}
}

// progress says where the history stands, in one line.
func (h *strengthHistory) progress() string {
	text := plural.Count(h.line.matches()*h.history.Trials(), "game")
	s, err := h.history.Strengths()
	left, errLeft := h.history.Left(h.plan)
	if errors.Join(err, errLeft) != nil {
		return text
	}
	if s.Widest > 0 {
		text += fmt.Sprintf(", the widest band is %.0f Elo", s.Widest)
	}
	for _, c := range s.Changes {
		if c.Marked() {
			text += fmt.Sprintf(", %s changed the strength by %+.0f", h.Versions[c.Commits[len(c.Commits)-1]].Name(), c.Elo)
		}
	}
	return text + h.line.leftText(min(left, max(0, h.MaxGames/h.line.matches()-h.history.Trials())))
}

// HistoryPlanText says what a history is expected to need, before it begins.
func HistoryPlanText(versions int, band float64, pool bool, u rating.Unit, seats int) string {
	text := fmt.Sprintf("%s. Expects, fewer with draws:\n", plural.Count(versions, "version"))
	for _, elo := range []float64{band, 20} {
		if elo == 20 && band <= 20 {
			break
		}
		text += fmt.Sprintf("  about %d games for a band of %.4g Elo\n", trialMatches(seats)*roundUp(history.Expect(versions, elo, pool, u, seats)), elo)
	}
	return text
}
