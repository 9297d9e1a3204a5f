package scheduler

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// A Registered is a bot that Register has registered, with how it was built.
type Registered struct {
	league.KnownBot
	Build  []string // the command; nil: it is run as it is
	Output string   // the first and the last part of what that printed, if it was built now
}

// Register finds, builds and starts a bot once, and keeps it as a candidate.
// The same files are the same bot, however often they are registered: the first
// owner keeps it. A bot that has the ID of another one is a league.UsageError.
func (s *Scheduler) Register(ctx context.Context, game, typed string, by Asker) (r Registered, err error) {
	if _, err := s.Games.Find(game); err != nil {
		return r, league.FieldError{Field: "game", Err: err}
	}
	c, err := s.resolve(ctx, game, typed, by)
	if err == nil {
		err = s.isNoOther(ctx, c.Bot)
	}
	if err == nil {
		err = resolve.TryStart(s.Pool.Isolation, c)
	}
	if err == nil {
		err = s.Store.RegisterBot(ctx, c.Bot, now())
	}
	if err != nil {
		return r, inField("bot", err)
	}
	r.Build, r.Output = c.Spec.Build, c.Output
	r.KnownBot, err = s.Store.KnownBot(ctx, game, c.Bot.ID)
	return r, err
}

// resolve resolves a bot as an asker has typed it. It alone starts what somebody
// else has chosen, so it asks whether that may be.
func (s *Scheduler) resolve(ctx context.Context, game, typed string, by Asker) (dispatch.Contender, error) {
	if err := by.may(typed); err != nil {
		return dispatch.Contender{}, err
	}
	c, err := s.Resolver.One(ctx, typed, game)
	c.Bot.Owner = by.brings(typed)
	return c, err
}

// find finds bots that are named by their ID or as they are typed, in order.
func (s *Scheduler) find(ctx context.Context, game string, bots []string, by Asker) ([]dispatch.Contender, error) {
	var all []dispatch.Contender
	byID := map[string]league.Bot{}
	for i, name := range bots {
		c, err := s.findOne(ctx, game, name, by)
		if before, ok := byID[c.Bot.ID]; ok && err == nil {
			err = league.CheckSame(before, c.Bot)
		}
		byID[c.Bot.ID] = c.Bot
		if err != nil {
			return nil, inField(fmt.Sprintf("bots[%d]", i), err)
		}
		all = append(all, c)
	}
	return all, nil
}

func (s *Scheduler) findOne(ctx context.Context, game, name string, by Asker) (dispatch.Contender, error) {
	if c, ok := s.enteredBot(game, name); ok {
		return c, nil
	}
	known, err := s.Store.KnownBot(ctx, game, name)
	switch {
	case err == nil && league.IsImported(known.ID):
		return dispatch.Contender{}, league.Conflictf("%s played elsewhere; its program is not known here", name)
	case err == nil && s.Apart: // of earlier runs, which this one may not need
		return dispatch.Contender{Bot: known.Bot}, nil
	case name == league.HumanID:
		return dispatch.Contender{}, league.Conflictf("a human is not a bot; to play yourself take a seat at /play")
	case errors.Is(err, league.ErrNotFound):
		c, err := s.typed(ctx, game, name, by)
		if err == nil {
			err = s.isNoOther(ctx, c.Bot)
		}
		if err == nil {
			err = s.mayEnter(ctx, c.Bot)
		}
		return c, err
	case err != nil:
		return dispatch.Contender{}, err
	}
	if err := s.mayEnter(ctx, known.Bot); err != nil {
		return dispatch.Contender{}, err
	}
	c, is, err := s.asStored(ctx, known.Bot, by.Build)
	if err == nil && is != "" {
		err = league.Conflictf("bot %s has changed: %s is now %s; register the new one", name, known.Typed, is)
	}
	return c, err
}

// asStored finds a bot of the store: the copy of its files or, without one, what
// it was typed as. If that is another bot now, is says which. A bot that version
// 0.1 has stored, without its SHA-256, gets it. It is an error if the bot may not be started, or has to be built and may not be.
func (s *Scheduler) asStored(ctx context.Context, bot league.Bot, admit func() error) (c dispatch.Contender, is string, err error) {
	if err := s.mayStart(ctx, bot); err != nil {
		return c, "", err
	}
	c, ok, err := s.Files.Get(bot)
	if err == nil && !ok {
		resolver := s.Resolver
		resolver.Build.Admit = admit
		c, err = resolver.One(ctx, bot.Typed, bot.Game)
		if own, others := league.CommonDigests(bot, c.Bot); err == nil && (own != others || c.Bot.ID != bot.ID) {
			return c, fmt.Sprintf("%s, with the digest %s", c.Bot.ID, others), nil
		}
	}
	if err == nil && bot.SHA256 == "" {
		bot.SHA256 = c.Bot.SHA256
		err = s.Store.KeepBot(ctx, bot)
	}
	c.Bot = bot
	return c, "", err
}

// isNoOther returns a usage error if a bot has the ID of another one.
func (s *Scheduler) isNoOther(ctx context.Context, bot league.Bot) error {
	known, err := s.Store.KnownBot(ctx, bot.Game, bot.ID)
	if errors.Is(err, league.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return league.CheckSame(known.Bot, bot)
}

// typed finds a bot as an asker has typed it. A page names the bots of matches by
// their IDs, and of an imported match these are any text: none of it is taken for a
// command.
func (s *Scheduler) typed(ctx context.Context, game, name string, by Asker) (dispatch.Contender, error) {
	if c, err := s.Resolver.OneBuiltin(name, game); !errors.As(err, new(resolve.NotBuiltinError)) {
		return c, err
	}
	recorded, err := s.Store.HasSeat(ctx, game, name)
	if err != nil {
		return dispatch.Contender{}, err
	}
	if recorded {
		return dispatch.Contender{}, league.Conflictf("%q is the name of a bot in recorded matches, and no such bot is known here; enter one, or play with others", name)
	}
	return s.resolve(ctx, game, name, by)
}

// mayEnter refuses a bot that is not to be played, by whatever name it came.
func (s *Scheduler) mayEnter(ctx context.Context, bot league.Bot) error {
	out, err := s.Store.OutOfPlay(ctx, bot.Game, bot.ID)
	if err == nil && out {
		err = league.Conflictf("bot %s is disabled or retired; enable it first", bot.ID)
	}
	return err
}

// mayStart refuses a bot that nobody has entered here, unless it is builtin: what
// an imported bot was typed as is the word of whoever made the import.
func (s *Scheduler) mayStart(ctx context.Context, bot league.Bot) error {
	imported, err := s.Store.Imported(ctx, bot.Game, bot.ID)
	if err != nil || !imported {
		return err
	}
	_, err = s.Resolver.OneBuiltin(bot.Typed, bot.Game)
	if errors.As(err, new(resolve.NotBuiltinError)) {
		return league.Conflictf("bot %s comes from an import and is not started; if you trust it, enter it here, where it was typed as %q", bot.ID, bot.Typed)
	}
	return err
}

// contenders finds the bots of a tournament that may play, by ID. Of a series these are
// the bots of its last round: the others were complete before that was chosen.
func (s *Scheduler) contenders(ctx context.Context, t league.Tournament) (map[string]dispatch.Contender, error) {
	entered, err := s.Store.Bots(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	byID := map[string]dispatch.Contender{}
	rounds := len(t.Series.Rounds)
	for _, bot := range entered {
		if rounds > 0 && !slices.Contains(t.Series.Bots(rounds), bot.ID) {
			continue
		}
		c, err := s.unchanged(ctx, bot)
		if s.Apart && !t.Series.Open() && (errors.As(err, new(league.UsageError)) || errors.As(err, new(league.ConflictError))) {
			continue // it has gone since an earlier run, whose last round may be complete
		}
		if err != nil {
			return nil, err
		}
		byID[bot.ID] = c
	}
	return byID, nil
}

// unchanged finds a bot that was entered, to the byte: the copy of its files,
// or what it was typed as.
func (s *Scheduler) unchanged(ctx context.Context, bot league.Bot) (dispatch.Contender, error) {
	if c, ok := s.enteredBot(bot.Game, bot.ID); ok {
		kept, ok, err := s.Files.Get(c.Bot)
		if ok {
			kept.Spec.Origin = c.Spec.Dir
			c = kept
		}
		return c, err
	}
	c, is, err := s.asStored(ctx, bot, nil)
	if err == nil && is != "" {
		err = league.Conflictf("bot %s has changed since it was entered: %s is now %s; restore it, or enter the new one", bot.ID, bot.Typed, is)
	}
	return c, err
}
