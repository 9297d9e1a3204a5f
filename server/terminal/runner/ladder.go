package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/ladder"
	"arbiter/server/playing/resolve"
)

// A LadderStore has the requests of ladders beside what a Store has.
type LadderStore interface {
	Tournament(ctx context.Context, id string) (league.Tournament, error)
	Bots(ctx context.Context, tournament string) ([]league.Bot, error)
	// SaveLadderRequest adds a request, whose number it chooses. LadderRequests
	// returns those of a ladder in the order of asking, and DeleteLadderRequests
	// deletes them up to a number.
	SaveLadderRequest(ctx context.Context, r league.LadderRequest) error
	LadderRequests(ctx context.Context, ladder string) ([]league.LadderRequest, error)
	DeleteLadderRequests(ctx context.Context, ladder string, until int64) error
	// SaveLadderFailure keeps a failure, and LadderFailures returns those that are
	// kept, newest first.
	SaveLadderFailure(ctx context.Context, f league.LadderFailure) error
	LadderFailures(ctx context.Context, ladder string) ([]league.LadderFailure, error)
}

// An OpenLadder is what Ladder plays.
type OpenLadder struct {
	Entry  Entry // without bots and what they play
	Copies botstore.Copies
	Store  LadderStore
	Pairs  int           // of a batch
	Games  int           // ends it after so many matches; 0: never
	Limit  time.Duration // the same after a time
}

// A LadderResult is where a ladder stands when Ladder returns.
type LadderResult struct {
	Ladder  string `json:"ladder"`
	Game    string `json:"game"`
	Rounds  int    `json:"rounds"`
	Matches int    `json:"matches"` // of all bots together
	New     int    `json:"new"`     // matches of this run
	ladder.Table
	Failures []league.LadderFailure `json:"failures,omitempty"` // bots that could not enter, newest first
	Asked    []LadderAsk            `json:"asked,omitempty"`    // what counts from the next round on
}

// A LadderAsk is a request that a ladder has not obeyed yet.
type LadderAsk struct {
	Name string `json:"name"`
	Bot  string `json:"bot,omitempty"` // ID of what enters; "" where the name leaves
}

// requestPause is how often requests are looked for while there is nothing to play.
const requestPause = 200 * time.Millisecond

// An openLadder is an OpenLadder that is under way.
type openLadder struct {
	OpenLadder
	local *Local
	log   *Screen

	course  ladder.Course
	again   bool            // the tournament was entered in this run
	after   *engine.Seen    // of the rounds before, if they were played to the end in this run
	matches int             // of all runs, by the results that count
	before  int             // of earlier runs
	aside   map[string]bool // bots that were said to be set aside, or were before this run
	tempo   tempo
	said    time.Time // when the standing was said
	alone   string    // what was said last of a ladder that waits
}

// asideText says that a bot does not play any more.
func asideText(bot string) string {
	return fmt.Sprintf("%s is set aside: %d of its first %d matches ended by its own fault. Its next version starts clean.", bot, ladder.AsideFaults, ladder.AsideMatches)
}

// AskLadder resolves a bot, keeps a copy of it and asks that it enters a ladder. It
// returns the bot, and whether that is news: the one that plays for its name already
// is not. Beside an error it returns the bot that plays on in its place, if there is one.
// may, when set, refuses a bot by an error.
func AskLadder(ctx context.Context, l *Local, o OpenLadder, typed string, may func(league.Bot) error) (bot league.Bot, news bool, err error) {
	c, err := l.Resolver.One(ctx, typed, o.Entry.Game)
	if err != nil && ctx.Err() == nil {
		bot, _ = playsOn(ctx, o, typed, err)
	}
	if build := (resolve.BuildError{}); errors.As(err, &build) && ctx.Err() == nil {
		f := league.LadderFailure{Ladder: o.Entry.ID, Name: build.Name(), Why: build.Error(), Output: build.Output(), At: league.Now()}
		err = errors.Join(err, o.Store.SaveLadderFailure(ctx, f))
	}
	if err != nil {
		return bot, false, err
	}
	if may != nil {
		if err := may(c.Bot); err != nil {
			return bot, false, err
		}
	}
	started := resolve.TryStart(l.Pool.Isolation, c)
	last, err := lastAsked(ctx, o, c.Bot.Name)
	if started != nil {
		return league.Bot{ID: last}, false, started
	}
	if err != nil || last == c.Bot.ID {
		return c.Bot, false, err
	}
	if err := o.Copies.Put(c); err != nil {
		return bot, false, err
	}
	r := league.LadderRequest{Ladder: o.Entry.ID, Name: c.Bot.Name, Bot: &c.Bot, AskedAt: league.Now()}
	return c.Bot, true, o.Store.SaveLadderRequest(ctx, r)
}

// playsOn returns the bot that goes on playing when its new version cannot be resolved. It has
// the same name, or was typed alike.
func playsOn(ctx context.Context, o OpenLadder, typed string, why error) (bot league.Bot, err error) {
	t, requests, err := asked(ctx, o)
	if err != nil {
		return bot, err
	}
	if build := (resolve.BuildError{}); errors.As(why, &build) {
		bot.ID = ladder.LastAsked(t.Series, requests, build.Name())
		return bot, nil
	}
	var bots []league.Bot
	if t.ID != "" {
		if bots, err = o.Store.Bots(ctx, t.ID); err != nil {
			return bot, err
		}
	}
	for _, r := range requests {
		if r.Bot != nil {
			bots = append(bots, *r.Bot)
		}
	}
	for _, b := range bots {
		if resolve.SamePlace(b.Typed, typed) && ladder.LastAsked(t.Series, requests, b.Name) == b.ID {
			bot = b
		}
	}
	return bot, nil
}

// LeaveLadder asks that a name leaves a ladder, which must have it.
func LeaveLadder(ctx context.Context, o OpenLadder, name string) error {
	t, requests, err := asked(ctx, o)
	if err == nil {
		err = ladder.CheckName(o.Entry.ID, name, ladder.Names(t.Series.Entries, requests))
	}
	if err != nil {
		return err
	}
	return o.Store.SaveLadderRequest(ctx, league.LadderRequest{Ladder: o.Entry.ID, Name: name, AskedAt: league.Now()})
}

// lastAsked returns the ID of the bot that plays for a name once all requests are
// obeyed; "" for none.
func lastAsked(ctx context.Context, o OpenLadder, name string) (bot string, err error) {
	t, requests, err := asked(ctx, o)
	return ladder.LastAsked(t.Series, requests, name), err
}

// asked returns the tournament of a ladder, if there is one, and the requests that were
// not obeyed yet.
func asked(ctx context.Context, o OpenLadder) (t league.Tournament, requests []league.LadderRequest, err error) {
	t, err = o.Store.Tournament(ctx, o.Entry.ID)
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		return t, nil, err
	}
	requests, err = o.Store.LadderRequests(ctx, o.Entry.ID)
	return t, requests, err
}

// Ladder plays an open ladder until ctx is done or a limit is reached, and goes on
// where an earlier run stopped. It obeys requests between two batches, and writes to
// log what changes, and where the bots stand.
func Ladder(ctx context.Context, local *Local, what OpenLadder, log *Screen) (LadderResult, error) {
	if local.contenders == nil {
		local.contenders = map[string]dispatch.Contender{}
	}
	o := &openLadder{OpenLadder: what, local: local, log: log}
	limited := ctx
	if o.Limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, o.Limit)
		defer cancel()
	}
	defer log.Show("")
	err := o.run(limited)
	if limited.Err() != nil && errors.Is(err, limited.Err()) {
		err = nil
	}
	if err != nil {
		return LadderResult{}, err
	}
	return o.result()
}

func (o *openLadder) result() (r LadderResult, err error) {
	r = LadderResult{Ladder: o.Entry.ID, Game: o.Entry.Game, Rounds: o.course.Counted(), Matches: o.matches, New: o.matches - o.before}
	r.Table, err = o.course.Table()
	return r, err
}

func (o *openLadder) run(ctx context.Context) error {
	if err := o.resume(ctx); err != nil {
		return err
	}
	for ctx.Err() == nil && (o.Games == 0 || o.matches-o.before < o.Games) {
		if err := o.obey(ctx); err != nil {
			return err
		}
		chosen, err := o.course.Choose(o.pairs())
		if err != nil {
			return err
		}
		if !chosen {
			if err := o.wait(); err != nil {
				return err
			}
			select {
			case <-ctx.Done():
			case <-time.After(requestPause):
			}
			continue
		}
		if err := o.play(ctx); err != nil {
			return err
		}
	}
	return nil
}

// pairs returns how many pairs the next batch has.
func (o *openLadder) pairs() int {
	if o.Games == 0 {
		return o.Pairs
	}
	left := o.Games - (o.matches - o.before)
	return min(o.Pairs, (left+1)/2)
}

// resume takes over what earlier runs have played, and finishes their last batch.
func (o *openLadder) resume(ctx context.Context) error {
	t, err := o.Store.Tournament(ctx, o.Entry.ID)
	if errors.Is(err, league.ErrNotFound) {
		return nil
	}
	switch {
	case err != nil:
		return err
	case t.Game != o.Entry.Game:
		return league.Usagef("the database already has a tournament %s of %s; give this ladder of %s another name", t.ID, t.Game, o.Entry.Game)
	case t.Series.IsZero():
		return league.Usagef("the database already has a tournament %s that is no ladder; give this ladder another name", t.ID)
	}
	o.course = ladder.Course{Series: t.Series}
	bots, err := o.Store.Bots(ctx, t.ID)
	if err != nil {
		return err
	}
	for _, bot := range bots {
		if o.course.Needs(bot.ID) {
			if err := o.contend(ctx, bot); err != nil {
				return err
			}
		}
	}
	return o.play(ctx)
}

// contend finds the files of a bot that has entered.
func (o *openLadder) contend(ctx context.Context, bot league.Bot) error {
	if _, ok := o.local.contenders[bot.ID]; ok {
		return nil
	}
	c, ok, err := o.Copies.Get(bot)
	if err != nil {
		return err
	}
	if !ok { // a builtin bot or a command line, which has no folder
		if c, err = o.local.Resolver.One(ctx, bot.Typed, bot.Game); err != nil {
			return err
		}
		if c.Bot.ID != bot.ID && !c.Bot.Same(bot) {
			return league.Usagef("ladder %s: bot %s is not as it was entered, and there is no copy of it in %s; enter it again under this name, or remove it", o.Entry.ID, bot.ID, o.Copies.Dir)
		}
		c.Bot = bot
	}
	o.local.contenders[bot.ID] = c
	return nil
}

// obey makes entries of the requests. They are deleted when the entries are stored.
func (o *openLadder) obey(ctx context.Context) error {
	requests, err := o.Store.LadderRequests(ctx, o.Entry.ID)
	if err != nil {
		return err
	}
	o.course.Obey(requests, func(bot league.Bot) error { return o.contend(ctx, bot) }, func(news string) { fmt.Fprintln(o.log, news) })
	return nil
}

// play plays what is left of the last round, and counts the rounds that are complete.
func (o *openLadder) play(ctx context.Context) (err error) {
	e := o.Entry
	e.Series, e.Again, e.After, e.Bots = o.course.Series, o.again, o.after, o.course.Bots()
	o.after = nil
	t, err := o.local.Enter(context.WithoutCancel(ctx), e)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	if obeyed := o.course.Obeyed(); obeyed > 0 { // the entries are stored
		if err := o.Store.DeleteLadderRequests(context.WithoutCancel(ctx), e.ID, obeyed); err != nil {
			return err
		}
	}
	if !o.again {
		o.before, _ = t.Earlier()
		if o.before > 0 {
			printResuming(o.log, o.before)
		}
	}
	o.again = true
	o.Entry.CreatedAt = t.Definition().CreatedAt
	o.alone = ""
	var end Ending
	stand := func() { o.stand(t.Seen()) }
	stand()
	err = every(TerminalInterval, stand, func() (err error) {
		end, err = t.Play(ctx)
		return err
	})
	if err != nil {
		return err
	}
	if !end.Done && ctx.Err() == nil {
		return fmt.Errorf("ladder %s stopped before its round was complete. %s", e.ID, end.Why)
	}
	o.count(t.Seen(), end.Done)
	if err := o.sayAside(); err != nil {
		return err
	}
	if end.Done {
		o.after = t.Seen()
	}
	return nil
}

// stand says where the ladder stands, as often as people can read it.
func (o *openLadder) stand(seen *engine.Seen) {
	now, interval := time.Now(), LineInterval
	if o.log.Live() {
		interval = TerminalInterval
	} else if o.said.IsZero() {
		o.said = now
	}
	earlier, played := seen.Matches()
	each := o.tempo.each(now, earlier+played)
	if now.Sub(o.said) < interval {
		return
	}
	o.said = now
	r, err := o.result()
	if err != nil {
		return // which the next batch meets again
	}
	r.Matches = earlier + played
	rate := ""
	if each > 0 {
		rate = fmt.Sprintf(", %.1f matches/s", 1/each.Seconds())
	}
	if o.log.Live() {
		head, rest, _ := strings.Cut(r.Text(), "\n")
		o.log.Show(head + rate + "\n" + rest)
		return
	}
	fmt.Fprintf(o.log, "%s%s\n", r.head(), rate)
}

// wait says once what a ladder waits for that has no two bots to play.
func (o *openLadder) wait() error {
	r, err := o.result()
	if err != nil {
		return err
	}
	text := r.waitingText()
	if text != o.alone {
		o.alone = text
		o.log.Show("")
		fmt.Fprintln(o.log, text)
	}
	return nil
}

// waitingText says what a ladder waits for that has no two bots to play.
func (r LadderResult) waitingText() string {
	who := "No bot plays"
	for _, l := range r.Lines {
		switch l.State {
		case ladder.Playing:
			who = l.Bot + " plays alone"
		case ladder.Same:
			return fmt.Sprintf("%s is the same as %s. Waiting for another bot: arbiter ladder add %s BOT.", l.Bot, l.SameAs, r.Game)
		}
	}
	return fmt.Sprintf("%s. Waiting for another bot: arbiter ladder add %s BOT.", who, r.Game)
}

// sayAside says which bots are set aside by what was counted last.
func (o *openLadder) sayAside() error {
	table, err := o.course.Table()
	if err != nil {
		return err
	}
	resumed := o.aside == nil && o.before > 0 // an earlier run has said it
	if o.aside == nil {
		o.aside = map[string]bool{}
	}
	for _, line := range table.Lines {
		if line.State == ladder.Aside && !o.aside[line.Bot] {
			o.aside[line.Bot] = true
			if !resumed {
				fmt.Fprintln(o.log, asideText(line.Bot))
			}
		}
	}
	return nil
}

// count counts what has been seen.
func (o *openLadder) count(seen *engine.Seen, all bool) {
	seen.Look(func(_ *league.Table, evidence *league.Evidence) {
		o.course.Count(evidence, all, o.Entry.Rules)
	})
	earlier, played := seen.Matches()
	o.matches = earlier + played
}

// ReadLadder returns where a ladder stands, without playing it.
func ReadLadder(ctx context.Context, local *Local, what OpenLadder) (r LadderResult, err error) {
	o := &openLadder{OpenLadder: what, local: local}
	t, requests, err := asked(ctx, what)
	switch {
	case err != nil:
		return r, err
	case t.ID == "" && len(requests) == 0:
		return r, fmt.Errorf("ladder %s: %w; arbiter ladder play begins one", o.Entry.ID, league.ErrNotFound)
	case t.ID == "":
		r = LadderResult{Ladder: o.Entry.ID, Game: o.Entry.Game, Table: ladder.Table{Lines: []ladder.Line{}}, Asked: asks(requests)}
		r.Failures, err = o.Store.LadderFailures(ctx, r.Ladder)
		return r, err
	case t.Series.IsZero():
		return r, league.Usagef("tournament %s is no ladder", t.ID)
	}
	store, err := local.Open(ctx)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	o.course = ladder.Course{Series: t.Series}
	o.Entry.Tournament = t
	seen, err := engine.Read(ctx, store, engine.Entry{Definition: t, Game: o.Entry.Rules, Experiment: t.Series})
	if err != nil {
		return r, err
	}
	o.count(seen, true)
	r, err = o.result()
	r.New, r.Asked = 0, asks(requests)
	if err == nil {
		r.Failures, err = o.Store.LadderFailures(ctx, t.ID)
	}
	return r, err
}

func asks(requests []league.LadderRequest) (all []LadderAsk) {
	for _, r := range requests {
		a := LadderAsk{Name: r.Name}
		if r.Bot != nil {
			a.Bot = r.Bot.ID
		}
		all = append(all, a)
	}
	return all
}

// head says how much was played.
func (r LadderResult) head() string {
	return fmt.Sprintf("%s: %s, %s", r.Ladder, plural.Count(r.Matches, "match"), plural.Count(r.Rounds, "round"))
}

// figure formats a figure with its error; "-" if there is none.
func figure(format string, value *float64, errorFormat string, error95 *float64) string {
	reach := ""
	if error95 != nil {
		reach = "± " + fmt.Sprintf(errorFormat, *error95)
	}
	return fmt.Sprintf("%8s %-8s", number(format, value), reach)
}

// Text returns where the ladder stands as a table. In a solo game the score, which orders
// the table, comes before Elo.
func (r LadderResult) Text() string {
	text := r.head() + "\n"
	solo := slices.ContainsFunc(r.Lines, func(l ladder.Line) bool { return l.Score != nil })
	for _, l := range r.Lines {
		if solo {
			text += figure("%.1f", l.Score, "%.1f", l.ScoreError95) + " "
		}
		text += figure("%+.0f", l.Elo, "%.0f", l.Error95)
		if solo {
			text += " Elo"
		}
		text += fmt.Sprintf("  %-30s %6d matches  %s", l.Bot, l.Matches, l.State)
		if l.SameAs != "" {
			text += " to " + l.SameAs
		}
		if l.Version != "" {
			text += ", version " + printable.Line(l.Version)
		}
		if l.Provisional && l.Elo != nil {
			text += ", provisional"
		}
		if l.Stronger != nil {
			text += fmt.Sprintf("; stronger than %s with probability %s", l.Before, rating.Probability(l.Stronger, 0))
		}
		text += "\n"
	}
	for _, note := range r.Notes {
		text += note + "\n"
	}
	for _, a := range r.Asked {
		if a.Bot != "" {
			text += fmt.Sprintf("%s enters with the next round\n", a.Bot)
		} else {
			text += fmt.Sprintf("%s leaves with the next round\n", a.Name)
		}
	}
	for _, f := range r.Failures[:min(len(r.Failures), shownFailures)] {
		text += fmt.Sprintf("%s could not enter at %s: %s\n", f.Name, f.At.Local().Format(time.DateTime), printable.Line(f.Why))
	}
	return text
}

// shownFailures is how many failures Text has: what a person still works on.
const shownFailures = 5
