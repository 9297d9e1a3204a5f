package follow

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/resolve"
)

// A player is a version of a bot or, in a history, an opponent of all versions.
type player struct {
	name  string // for messages
	key   string // stands for the files' bytes: two players with the same are one bot
	typed string // the bot
}

// playerOf returns a version as a player.
func playerOf(v bisect.Version, typed string) player {
	return player{name: v.Name(), key: v.Tree, typed: typed}
}

// A learner is told what players turn out to be. To be told again changes nothing.
type learner interface {
	Unbuilt(player int)
	Same(a, b int)
}

// versions plays a line of versions of a bot as a tournament that is a series: round by
// round, in the cells that its owner chooses from the rounds before. A bot is built
// when it is first needed, the cells are stored before they are played, and a run that
// follows goes on with them.
type versions struct {
	host    Host
	game    referee.Game
	seats   int // of a match
	players []player
	told    learner
	where   func() string // says where the owner stands, in one line
	count   func(cells []league.Cell, played round)
	// findings says where the owner stands, for the page of the tournament.
	findings func() (league.Findings, error)
	moves    bool // earlier runs may have had other versions

	bots   map[int]league.Bot // players that were resolved in this run
	ids    map[string]int     // players by the bot that they are
	series league.Series
	entry  Entry
	of     *Tournament // nil before it was entered in this run
	next   int         // round that has not been counted
	past   []round     // what came of the next rounds, which were played in earlier runs

	playing time.Time                 // begin of the first match
	began   time.Time                 // this run
	played  atomic.Int64              // matches of this run
	earlier int                       // matches of earlier runs
	checks  bisect.Run                // all checks together
	said    time.Time                 // when progress was printed
	failing map[string]league.Failing // bots that do not work, by ID
	voids   string                    // what the machine could not play, as a sentence
	kept    bool                      // findings were kept in this run
	unkept  bool                      // findings could not be kept, which was said
}

// A round is what came of one, by cell and trial. Trials that the machine could not play
// are missing.
type round [][]trial

// A trial is what came of one.
type trial struct {
	scores []rating.Score // of the cell's first bot in its matches or, in a solo game, against the other one
	points [2]float64     // what both scored in a solo game, relative if the game ranks so
}

// newVersions returns a line of which nothing is known. The owner sets what it needs
// besides.
func newVersions(h Host, game referee.Game, seats int, players []player) *versions {
	return &versions{
		host: h, game: game, seats: seats, players: players,
		bots: map[int]league.Bot{}, ids: map[string]int{}, next: 1, began: time.Now(), said: time.Now(),
	}
}

// within runs what plays for so long at most, 0 for as long as it takes. The answer is open
// where playing ended before another one; then why says in a sentence what ended it, unless
// run ended by itself. What the limit or a signal interrupted, such as a build, is no error.
func within[A comparable](ctx context.Context, limit time.Duration, open A, run func(context.Context) (A, error)) (answer A, why string, err error) {
	limited, cancel := limitedTo(ctx, limit)
	defer cancel()
	answer, err = run(limited)
	why = interruption(ctx, limited)
	switch {
	case err != nil && (why == "" || ctx.Err() != nil && !errors.Is(err, ctx.Err())):
		return open, "", err
	case err != nil:
		return open, why, nil
	case answer != open:
		return answer, "", nil
	}
	return open, why, nil
}

// limitedTo returns a context that ends after limit, or with ctx if limit is 0.
func limitedTo(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return context.WithCancel(ctx)
}

// interruption says in a sentence what ended playing: a signal, or else the limit of limited,
// which comes of ctx; "" for neither.
func interruption(ctx, limited context.Context) string {
	switch {
	case ctx.Err() != nil:
		return "Interrupted; run the same command to resume."
	case limited.Err() != nil:
		return "Time limit reached; run the same command to resume."
	}
	return ""
}

// stopped says why nothing more is played after so many trials, of at most so many games.
func (l *versions) stopped(trials, most int) string {
	games := l.matches() * trials
	if games+l.matches() <= most {
		return fmt.Sprintf("Stopped after %d games: there are no more distinct starts.", games)
	}
	return fmt.Sprintf("Stopped after %d games. Run again with a higher --max-games to continue.", games)
}

// resolve finds and builds the bot of a player.
func (l *versions) resolve(ctx context.Context, player int) error {
	if _, ok := l.bots[player]; ok {
		return nil
	}
	for other, bot := range l.bots {
		if l.players[other].key == l.players[player].key {
			l.bots[player] = bot
			return nil
		}
	}
	found, err := l.host.EnterBots(resolve.WithNumber(ctx, len(l.bots)+1, len(l.players)), l.game.Info().Name, []string{l.players[player].typed})
	if err != nil {
		return err
	}
	bot := found[0]
	l.bots[player] = bot
	if _, ok := l.ids[bot.ID]; !ok {
		l.ids[bot.ID] = player
	}
	return nil
}

// build is resolve for a player that need not build. One that does not, or is no bot,
// is not built.
func (l *versions) build(ctx context.Context, player int) (built bool, err error) {
	err = l.resolve(ctx, player)
	if err == nil || ctx.Err() != nil {
		return err == nil, ctx.Err()
	}
	if _, failed := BuildOutput(err); !failed && !errors.As(err, new(league.UsageError)) {
		return false, err
	}
	fmt.Fprintf(l.host.Log, "%s is not built: %v\n", l.players[player].name, err)
	l.note(player, "")
	return false, nil
}

// note enters what a player turned out to be, if that is new: a bot, or none.
func (l *versions) note(player int, bot string) (news bool) {
	e := league.SeriesEntry{Key: l.players[player].key, Bot: bot, Round: l.next}
	if slices.ContainsFunc(l.series.Entries, func(known league.SeriesEntry) bool { return known.Key == e.Key }) {
		return false
	}
	l.series.Entries = append(l.series.Entries, e)
	l.tell(e)
	return true
}

// apply tells of what earlier runs have found out about players before the round that
// the owner is at.
func (l *versions) apply() {
	for _, e := range l.series.Entries {
		if e.Round == l.next {
			l.tell(e)
		}
	}
}

// tell tells of an entry; to tell it again changes nothing.
func (l *versions) tell(e league.SeriesEntry) {
	for v, player := range l.players {
		switch {
		case player.key != e.Key:
		case e.Bot == "":
			l.told.Unbuilt(v)
		case l.players[l.ids[e.Bot]].key != e.Key: // another player's bot
			l.told.Same(l.ids[e.Bot], v)
		}
	}
}

// enter opens the tournament, and takes over what was chosen and played in earlier
// runs. The players of the first round, which are resolved, are noted.
func (l *versions) enter(ctx context.Context, e Entry, first ...int) error {
	l.entry = e
	before, err := l.host.Tournament(ctx, e.ID)
	if errors.Is(err, league.ErrNotFound) {
		for _, player := range first {
			l.note(player, l.bots[player].ID)
		}
		return nil
	}
	if err != nil {
		return err
	}
	l.series = before.Series
	for _, e := range l.series.Entries {
		for v, player := range l.players {
			if _, ok := l.ids[e.Bot]; !ok && player.key == e.Key && e.Bot != "" {
				l.ids[e.Bot] = v
			}
		}
	}
	if len(l.series.Rounds) == 0 {
		return nil
	}
	gone, err := l.again(ctx)
	if err != nil {
		return err
	}
	if l.past, err = l.playOn(ctx, 1, gone && l.host.Server == ""); errors.Is(err, errGone) {
		if l.series.Rounds = l.series.Rounds[:len(l.series.Rounds)-1]; len(l.series.Rounds) == 0 {
			return nil
		}
		l.past, err = l.playOn(ctx, 1, false)
	}
	return err
}

// enterAnswered enters the tournament of an answer that needed no round, which has its
// page without a match. That it cannot be entered is said, and takes nothing from the answer.
func (l *versions) enterAnswered(ctx context.Context, e Entry, first ...int) {
	err := l.enter(ctx, e, first...)
	if err == nil && l.of == nil {
		_, err = l.play(ctx, 1)
	}
	if err != nil && ctx.Err() == nil {
		l.sayUnkept(err)
	}
}

// sayUnkept says once that findings cannot be kept.
func (l *versions) sayUnkept(err error) {
	if !l.unkept {
		l.unkept = true
		fmt.Fprintf(l.host.Log, "The page of the tournament will not say what is found: %v\n", err)
	}
}

// errGone tells that nobody here can play what is left of the last round.
var errGone = errors.New("a bot of the last round is not there any more")

// again resolves the bots of the last round, which earlier runs have chosen. gone
// reports whether one of them is not in a line that may have moved on.
func (l *versions) again(ctx context.Context) (gone bool, err error) {
	for _, id := range l.series.Bots(len(l.series.Rounds)) {
		v, ok := l.ids[id]
		if !ok && l.moves {
			gone = true
			continue
		}
		if !ok {
			return false, league.Usagef("tournament %s: the versions have no bot %s any more", l.entry.ID, id)
		}
		if err := l.resolve(ctx, v); err != nil {
			return false, err
		}
		if now := l.bots[v].ID; now != id {
			return false, league.Usagef("version %s was built as %s before and is built as %s now; its build gives other files each time, or the working tree has changed",
				l.players[v].name, id, now)
		}
	}
	return gone, nil
}

// botOf returns the ID of the bot that a player has turned out to be, in this run or an
// earlier one. It returns "" if the ID is not known or the player is no bot.
func (l *versions) botOf(player int) string {
	for _, e := range l.series.Entries {
		if e.Key == l.players[player].key {
			return e.Bot
		}
	}
	return ""
}

// left returns how many starts are left after so many.
func (l *versions) left(used int) int {
	return len(l.entry.Starts) - used - l.series.Pairs()
}

// countPast counts a round that was played in an earlier run, if one is left.
func (l *versions) countPast() (counted bool) {
	if len(l.past) == 0 {
		return false
	}
	l.countNext(l.past[0])
	l.past = l.past[1:]
	return true
}

// extend plays the next round: cells of players by their numbers. If a player turns out
// to be no bot, or the same as another one, ok is false and the cells have to be chosen
// again. If ctx is done before the round is complete, ended is true.
func (l *versions) extend(ctx context.Context, cells []bisect.Cell) (ok, ended bool, err error) {
	var chosen []league.Cell
	for _, cell := range cells {
		for _, v := range []int{cell.Older, cell.Newer} {
			if built, err := l.build(ctx, v); err != nil || !built {
				return false, false, err
			}
			bot := l.bots[v].ID
			if l.note(v, bot) && l.players[l.ids[bot]].key != l.players[v].key { // the same bot as another player
				return false, false, nil
			}
		}
		chosen = append(chosen, league.Cell{A: l.bots[cell.Newer].ID, B: l.bots[cell.Older].ID, Pairs: cell.Pairs})
	}
	l.series.Rounds = append(l.series.Rounds, chosen)
	played, err := l.play(ctx, l.next)
	for _, r := range played {
		l.countNext(r)
	}
	if err == nil && len(played) > 0 {
		l.keep(ctx)
	}
	return true, len(played) == 0, err
}

// keepTime is how long the last findings may take after ctx is done.
const keepTime = 10 * time.Second

// keep keeps what the owner has found so far with the tournament, if it was entered; the
// last findings also after ctx is done. They are for a page: that they cannot be kept is
// said once, and ends nothing.
func (l *versions) keep(ctx context.Context) {
	if l.of == nil {
		return
	}
	f, err := l.findings()
	if err == nil {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepTime)
		defer cancel()
		f.Tournament, f.ChangedAt = l.entry.ID, league.Now()
		err = l.host.SaveFindings(limited, f)
	}
	l.kept = l.kept || err == nil
	if err != nil {
		l.sayUnkept(err)
	}
}

// countNext hands the next round to the owner.
func (l *versions) countNext(r round) {
	l.count(l.series.Rounds[l.next-1], r)
	l.next++
	if time.Since(l.said) >= LineInterval {
		l.said = time.Now()
		fmt.Fprintln(l.host.Log, l.where())
	}
}

// play plays the rest of the rounds. It returns the results of the complete rounds that
// begin with from. What is chosen next depends on complete rounds alone.
func (l *versions) play(ctx context.Context, from int) ([]round, error) {
	return l.playOn(ctx, from, false)
}

// playOn is play for a last round of which a bot may be gone: then it must be complete.
func (l *versions) playOn(ctx context.Context, from int, gone bool) (played []round, err error) {
	var bots []string
	for _, entry := range l.series.Entries {
		if entry.Bot != "" && !slices.Contains(bots, entry.Bot) {
			bots = append(bots, entry.Bot)
		}
	}
	t := l.of
	if t == nil {
		e := l.entry
		e.Series, e.Bots = l.series, bots
		e.Observe = func(e engine.Event) {
			if !e.Earlier && !e.LeftOut {
				l.played.Add(1)
			}
		}
		if t, err = l.host.Enter(ctx, e); err != nil {
			return nil, err
		}
		l.earlier, _ = t.Earlier()
		PrintResuming(l.host.Log, l.earlier)
		if gone && !l.complete(t.Seen()) {
			return nil, errGone
		}
	} else if err := t.extend(ctx, l.series, bots); err != nil {
		return nil, err
	}
	l.of = t
	l.entry.ID = t.ID
	if l.playing.IsZero() {
		l.playing = time.Now()
	}
	if !l.kept && l.next == len(l.series.Rounds) { // all rounds before this one are counted
		l.keep(ctx)
	}
	var end Ending
	err = Every(LineInterval, func() { fmt.Fprintln(l.host.Log, l.where()) }, func() (err error) {
		end, err = t.Play(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	if voids, n := t.Voids(), l.earlier+int(l.played.Load()); voids.Notable(n) {
		l.voids = voids.Text(n) + "."
	}
	if !end.Done && ctx.Err() == nil {
		return nil, fmt.Errorf("the tournament %s stopped before its round was complete. %s", l.entry.ID, end.Why)
	}
	if end.Hint != "" {
		fmt.Fprintln(l.host.Log, end.Hint)
	}
	l.judge(ctx, t)
	rounds := len(l.series.Rounds)
	if !end.Done {
		rounds--
	}
	t.Seen().Look(func(_ *league.Table, seen *league.Evidence) {
		for n := 1; n <= rounds; n++ {
			if _, ok := seen.Round(l.series, n); ok && n >= from {
				played = append(played, l.seen(seen, n))
			}
		}
	})
	return played, nil
}

// judge finds the bots that do not work.
func (l *versions) judge(ctx context.Context, t *Tournament) {
	failing := map[string]league.Failing{}
	t.Seen().Look(func(table *league.Table, _ *league.Evidence) {
		for _, bot := range t.Tournament.Bots {
			if f, ok := table.Failing(bot); ok {
				failing[bot] = f
			}
		}
	})
	for bot, f := range failing {
		if before, known := l.failing[bot]; known {
			f.Fault, f.Stderr, f.Match = before.Fault, before.Stderr, before.Match
		} else {
			// Without what happened in a match the rest is worth as much.
			_ = f.Look(context.WithoutCancel(ctx), l.entry.ID, t.FaultOf)
		}
		failing[bot] = f
	}
	l.failing = failing
}

// complete reports whether the last round is.
func (l *versions) complete(seen *engine.Seen) (complete bool) {
	n := len(l.series.Rounds)
	seen.Look(func(_ *league.Table, seen *league.Evidence) {
		for earlier := range n {
			if _, ok := seen.Round(l.series, earlier+1); !ok {
				return
			}
		}
		complete = seen.Complete(n)
	})
	return complete
}

// seen returns what came of a round.
func (l *versions) seen(seen *league.Evidence, n int) (r round) {
	for i, cell := range l.series.Rounds[n-1] {
		var trials []trial
		for number := range cell.Pairs {
			if t := seen.Trial(n, i, number); t.Complete() { // or the machine could not play it
				trials = append(trials, trialOf(t, l.game))
			}
		}
		r = append(r, trials)
	}
	return r
}

// trialOf returns what came of a trial. A line deals seeds, so relative scores are those
// that the rules of the game name.
func trialOf(t league.Trial, g referee.Game) trial {
	if !g.Info().Solo() {
		return trial{scores: t.Scores()}
	}
	first, second := t.First.Outcome, t.Second.Outcome
	own, other := league.Points(g, t.Start, first.Scores[0], second.Scores[0])
	return trial{scores: []rating.Score{first.Against(second)}, points: [2]float64{own, other}}
}

// about returns what is known of the line after so many trials, of which about so many are left.
func (l *versions) about(known bisect.Line, trials, left int) bisect.Line {
	known.Games, known.GamesLeft = l.matches()*trials, l.matches()*left
	known.SecondsLeft = (time.Duration(known.GamesLeft) * l.pace()).Seconds()
	known.Run = bisect.Run{Played: int(l.played.Load()) + l.checks.Played, Earlier: l.earlier + l.checks.Earlier, Seconds: time.Since(l.began).Seconds()}
	known.LeftOutText = l.voids
	if l.of != nil {
		known.Tournament = l.entry.ID
	}
	return known
}

// trialMatches returns how many matches a trial is: as many as they have seats, but at least two.
func trialMatches(seats int) int { return max(2, seats) }

// matches returns how many matches a trial is.
func (l *versions) matches() int { return trialMatches(l.seats) }

// each returns how many of the matches of a trial one of its players plays: all but in a solo
// game.
func (l *versions) each() int {
	if l.game.Info().Solo() {
		return 1
	}
	return l.matches()
}

// pace returns how long a match takes at the pace of this run; 0 when that is not known.
func (l *versions) pace() time.Duration {
	if n := l.played.Load(); n > 0 {
		return time.Since(l.playing) / time.Duration(n)
	}
	return 0
}

// leftText says how long so many trials take, after a comma; "" when that is not known.
func (l *versions) leftText(trials int) string {
	games, each := l.matches()*trials, l.pace()
	if games == 0 || each == 0 {
		return ""
	}
	left := "under a minute"
	if takes := time.Duration(games) * each; takes >= time.Minute {
		left = strings.TrimSuffix(takes.Round(time.Minute).String(), "0s")
	}
	return fmt.Sprintf(", about %d more games, %s left", games, left)
}
