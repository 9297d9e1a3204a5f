package tournaments

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"arbiter/referee/nearest"
	"arbiter/referee/printable"
	"arbiter/server/client"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/follow"
	"arbiter/server/playing/resolve"
)

// checkAgain returns a usage error if --again is of no use beside what else was typed.
func (c Run) checkAgain() error {
	if c.File != "" {
		return league.Usagef("--again and the tournament file %s can't be used together: the database has the definition", c.File)
	}
	if c.Server == "" {
		return c.Exists()
	}
	return nil
}

// A repetition is a tournament that is to be played once more.
type repetition struct {
	league.Tournament          // as it was entered
	typed             []string // its bots, as they are found anew
	anchor            string   // one of typed, whose Elo is 0; "" for the mean
	number            int      // of the first name that is free: 2 for NAME-2
	unfinished        bool     // whether the repetition before that number is there and not finished
}

// name returns the name of a repetition by its number.
func (r repetition) name(number int) string { return fmt.Sprintf("%s-%d", r.ID, number) }

// repetition returns the tournament of --again.
func (c Run) repetition(ctx context.Context, host follow.Host) (r repetition, err error) {
	all, err := host.Tournaments(ctx)
	if err != nil {
		return r, err
	}
	states := map[string]league.TournamentStatus{}
	for _, status := range all {
		states[status.ID] = status
	}
	if r.Tournament, err = host.Tournament(ctx, c.Again); err != nil {
		return r, err
	}
	own := states[r.ID]
	switch {
	case own.Kind != "":
		return r, league.Usagef("--again %s: found a %s; want a tournament of arbiter run", r.ID, own.Kind)
	case league.IsSingles(r.ID):
		return r, league.Usagef("--again %s: it holds single matches; want a tournament", r.ID)
	case r.Format == "":
		return r, league.Usagef("--again %s: its matches were played elsewhere; want a tournament of arbiter run", r.ID)
	case !r.Series.IsZero():
		return r, league.Usagef("--again %s: its matches were chosen by an experiment; want a tournament of arbiter run", r.ID)
	case r.Endless():
		return r, league.Usagef("--again %s: a %s without rounds never ends; want one with rounds", r.ID, r.Format)
	}
	for r.number = 2; ; r.number++ {
		status, ok := states[r.name(r.number)]
		if !ok {
			break
		}
		r.unfinished = status.State != league.Done && status.State != league.Cancelled
	}
	bots, err := host.Bots(ctx, r.ID)
	if err != nil {
		return r, err
	}
	for _, bot := range bots {
		typed, err := anew(ctx, host, bot)
		if err != nil {
			return r, err
		}
		r.typed = append(r.typed, typed)
	}
	if i := slices.Index(r.Bots, own.Anchor); i >= 0 {
		r.anchor = r.typed[i]
	}
	return r, nil
}

// anew returns how a bot is typed to find what it is now. A server finds its bots itself.
// One that it may not find for this token stays as it was entered, and an uploaded bot is
// what was uploaded.
func anew(ctx context.Context, host follow.Host, bot league.Bot) (typed string, err error) {
	if _, builtin := resolve.BuiltinPath(bot.Typed); builtin || host.Server == "" {
		return bot.Typed, nil
	}
	now, err := host.EnterBots(ctx, bot.Game, []string{bot.Typed})
	if p := (*client.Problem)(nil); errors.As(err, &p) && p.Forbidden() {
		return bot.ID, nil
	}
	if err != nil {
		return "", err
	}
	return now[0].ID, nil
}

// againGame returns the game of the tournament of --again.
func (c Run) againGame(ctx context.Context, s output.Streams) (string, error) {
	played, err := flags.Library{Database: c.Database, Remote: c.Remote}.Open(ctx, s.Token)
	if err != nil {
		return "", err
	}
	defer played.Close()
	t, err := played.Tournament(ctx, c.Again)
	if !errors.Is(err, league.ErrNotFound) {
		return t.Game, err
	}
	all, failed := played.Tournaments(ctx)
	if failed != nil {
		return "", failed
	}
	var known []string
	for _, status := range all {
		known = append(known, status.ID)
	}
	return "", league.Usagef("tournament %s: %w%s", c.Again, league.ErrNotFound, printable.Line(nearest.HintOr(c.Again, "tournaments", known)))
}

// again returns the tournament of --again as a tournament file would define it, with starts
// that it has not been played on. Its name is the next one that is free. The last
// repetition is resumed if it is not finished, unless anew.
func (c Run) again(ctx context.Context, s output.Streams, host follow.Host, anew bool) (f league.File, resumes bool, err error) {
	t, err := c.repetition(ctx, host)
	if err != nil {
		return f, false, err
	}
	resumes = t.unfinished && !anew
	number := t.number
	if resumes {
		number--
	}
	f = league.File{
		Name: t.name(number), Game: t.Game, Seats: t.Seats, Format: t.Format, Bots: t.typed, Games: t.Games, Rounds: t.Rounds, Challengers: t.Challengers, Anchor: t.anchor,
		TimeFirst: &t.Limits.First, TimeTurn: &t.Limits.Turn, TimeFactor: 1, Clock: string(t.Limits.Clock), SlowWorkers: t.SlowWorkers,
	}
	if c.Seeds != "" || c.Book != "" || c.Openings != nil {
		return f, resumes, c.override(&f)
	}
	g, err := c.game(ctx, s, t.Game)
	if err != nil {
		return f, false, league.UsageError{Err: err}
	}
	switch seeds, openings := league.StartsOf(g, t.Starts); {
	case openings:
		starts := len(t.Starts)
		f.Openings = &starts
	case seeds:
		f.Seeds, err = league.ShiftStarts(t.Starts, number-1)
	default:
		err = league.Usagef("--again %s: it starts from explicit positions, which it has played; want --book with a folder of others, or of the same for bots that have changed", t.ID)
	}
	if err == nil {
		err = c.override(&f)
	}
	return f, resumes, err
}
