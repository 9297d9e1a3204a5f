package scheduler

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/rating"
	"arbiter/server/resolve"
)

// A Plan is a tournament that somebody wants to be played.
type Plan struct {
	league.File
	Positions league.Positions // of explicit starts
	Test      *rating.SPRT     // a check: the tournament ends when it is decided
	Extend    bool             // a tournament of that name is made longer when this one continues it
}

// Register finds, builds and starts a bot once, and keeps it as a candidate.
// The same files are the same bot, however often they are registered.
func (s *Scheduler) Register(ctx context.Context, game, typed string) (league.KnownBot, error) {
	if _, err := games.Find(game); err != nil {
		return league.KnownBot{}, league.FieldError{Field: "game", Err: err}
	}
	c, err := s.Resolver.One(ctx, typed, game)
	if err == nil {
		err = resolve.TryStart(c)
	}
	if err != nil {
		return league.KnownBot{}, named("bot", err)
	}
	if err := s.Store.RegisterBot(ctx, c.Bot, now()); err != nil {
		return league.KnownBot{}, err
	}
	return s.Store.KnownBot(ctx, game, c.Bot.ID)
}

// named says which field a mistake is in; the machine's errors stay as they are.
func named(field string, err error) error {
	if errors.As(err, new(league.UsageError)) {
		return league.FieldError{Field: field, Err: err}
	}
	return err
}

// find finds bots that are named by their ID or as they are typed.
func (s *Scheduler) find(ctx context.Context, game string, bots []string) ([]dispatch.Contender, error) {
	var all []dispatch.Contender
	for i, name := range bots {
		c, err := s.findOne(ctx, game, name)
		if err != nil {
			return nil, named(fmt.Sprintf("bots[%d]", i), err)
		}
		all = append(all, c)
	}
	return all, nil
}

func (s *Scheduler) findOne(ctx context.Context, game, name string) (dispatch.Contender, error) {
	known, err := s.Store.KnownBot(ctx, game, name)
	switch {
	case name == league.HumanID:
		return dispatch.Contender{}, league.Conflictf("a person is no bot and cannot be played; take the seat at /play")
	case errors.Is(err, league.ErrNotFound):
		c, err := s.Resolver.One(ctx, name, game)
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
	kept, ok, err := s.Shelf.Get(known.Bot)
	if ok || err != nil {
		return kept, err
	}
	c, err := s.Resolver.One(ctx, known.Typed, game)
	if err != nil {
		return dispatch.Contender{}, err
	}
	if c.Bot.ID != known.ID {
		return dispatch.Contender{}, league.Conflictf("bot %s has changed: %s is now %s; register that one", name, known.Typed, c.Bot.ID)
	}
	return dispatch.Contender{Bot: known.Bot, Spec: c.Spec}, nil
}

// mayEnter refuses a bot that is not to be played, by whatever name it came.
func (s *Scheduler) mayEnter(ctx context.Context, bot league.Bot) error {
	out, err := s.Store.OutOfPlay(ctx, bot.Game, bot.ID)
	if err == nil && out {
		err = league.Conflictf("bot %s is disabled or retired; enable it first", bot.ID)
	}
	return err
}

// Create makes a tournament of a plan. It is not started. A tournament of that
// name with the same definition is no error; with another one it is a Conflict,
// unless the plan may and does extend it.
func (s *Scheduler) Create(ctx context.Context, p Plan) (league.Tournament, error) {
	t, contenders, err := s.define(ctx, p)
	if err != nil {
		return t, err
	}
	if err := resolve.TryStart(contenders...); err != nil {
		return t, named("bots", err)
	}
	s.shelving.RLock()
	defer s.shelving.RUnlock()
	if err := s.shelve(contenders); err != nil {
		return t, err
	}
	before, err := s.Store.Tournament(ctx, t.ID)
	if err == nil {
		t.CreatedAt = before.CreatedAt
		return t, s.createAgain(ctx, p, before, t, contenders)
	}
	if !errors.Is(err, league.ErrNotFound) {
		return t, err
	}
	if err := s.Store.SaveTournament(ctx, t, botsOf(contenders), p.Positions); err != nil {
		return t, err
	}
	if p.Test != nil {
		if err := s.Store.SaveCheck(ctx, t.ID, *p.Test); err != nil {
			return t, err
		}
	}
	for i, typed := range p.Bots {
		if typed == p.Anchor {
			return t, s.Store.SetAnchor(ctx, t.ID, t.Bots[i], now())
		}
	}
	return t, nil
}

// createAgain is Create where there is a tournament of that name.
func (s *Scheduler) createAgain(ctx context.Context, p Plan, before, t league.Tournament, contenders []dispatch.Contender) error {
	longer := p.Extend && continues(before, t)
	if !longer && !same(before, t) {
		return league.Conflictf("there is a tournament %s already, with another definition; extend it, or give this one another name", t.ID)
	}
	if p.Test != nil {
		tests, err := s.Store.Checks(ctx)
		if err != nil {
			return err
		}
		if test, ok := tests[t.ID]; ok && test != *p.Test {
			return league.Conflictf("there is a check %s already, with another test; give this one another name", t.ID)
		}
		if err := s.Store.SaveCheck(ctx, t.ID, *p.Test); err != nil {
			return err
		}
	}
	if longer {
		return s.redefine(ctx, t, botsOf(contenders), p.Positions)
	}
	return nil
}

// botsOf returns the bots of contenders, in order.
func botsOf(contenders []dispatch.Contender) []league.Bot {
	var bots []league.Bot
	for _, c := range contenders {
		bots = append(bots, c.Bot)
	}
	return bots
}

// define makes a valid definition of a plan.
func (s *Scheduler) define(ctx context.Context, p Plan) (league.Tournament, []dispatch.Contender, error) {
	g, err := games.Find(p.Game)
	if err != nil {
		return league.Tournament{}, nil, league.FieldError{Field: "game", Err: err}
	}
	info := g.Info()
	limits, err := league.LimitOverride{First: p.TimeFirst, Turn: p.TimeTurn, Factor: cmp.Or(p.TimeFactor, 1), Margin: p.TimeMargin}.Apply(info.Limits())
	if err != nil {
		return league.Tournament{}, nil, field(err)
	}
	t := league.Tournament{
		ID: p.Name, Game: p.Game, Seats: info.MaxSeats, Format: p.Format, Challengers: p.Challengers,
		Starts: p.Seeds, Games: p.Games, Rounds: p.Rounds, Limits: limits, CreatedAt: now(),
	}
	if t.Format == "" {
		t.Format = league.RoundRobin
	}
	if t.Format == league.Gauntlet && t.Challengers == 0 {
		t.Challengers = 1
	}
	if strings.HasPrefix(t.ID, SinglesPrefix) {
		return t, nil, league.FieldError{Field: "name", Err: fmt.Errorf("%q is kept for single matches; want another name", SinglesPrefix)}
	}
	for _, start := range t.Starts {
		if start.Position == "" {
			continue
		}
		if _, err := g.New(referee.Setup{Position: p.Positions[start.Position]}, info.MinSeats); err != nil {
			return t, nil, league.FieldError{Field: "positions", Err: fmt.Errorf("%s: %w", start.Name, err)}
		}
	}
	if p.Anchor != "" && !slices.Contains(p.Bots, p.Anchor) {
		return t, nil, league.FieldError{Field: "anchor", Err: fmt.Errorf("%q is none of the bots; want one as it is written there", p.Anchor)}
	}
	contenders, err := s.find(ctx, p.Game, p.Bots)
	if err != nil {
		return t, nil, err
	}
	for _, c := range contenders {
		t.Bots = append(t.Bots, c.Bot.ID)
	}
	if err := t.Validate(); err != nil {
		return t, nil, field(err)
	}
	return t, contenders, nil
}

// field takes the field's name from the beginning of a sentence such as
// "rounds: found 3; the format knockout has none to choose".
func field(err error) error {
	name, rest, ok := strings.Cut(err.Error(), ": ")
	if !ok {
		return err
	}
	return league.FieldError{Field: name, Err: errors.New(rest)}
}

// same reports whether two definitions ask for the same matches.
func same(a, b league.Tournament) bool {
	a.CreatedAt, b.CreatedAt = time.Time{}, time.Time{}
	return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b)
}
