package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/process"
)

// A scenario is how one match is played with the bot.
type scenario struct {
	name  string // for findings, for example "seed 1, seat 0"
	setup referee.Setup
	seat  int                                 // of the bot
	turns int                                 // to play; 0 means the whole match
	env   []string                            // variables that replace or extend the bot's
	dir   string                              // replaces the bot's folder; may be ""
	wrap  func(referee.Player) referee.Player // wraps the bot; may be nil
	rival func() referee.Player               // returns the player of the other seat; nil means the opponent
	// limits for the answers; nil means longer ones than those in force, because a
	// busy machine is not the bot's fault
	limits *referee.TimeLimits
}

// seedVariable has the value of dispatch.SeedVariable. The doctor knows nothing of
// package dispatch, which sets the variable for the bots of its matches.
const seedVariable = "ARBITER_BOT_SEED"

// errEnough ends a match after the scenario's turns.
var errEnough = errors.New("enough turns")

// void reports whether the machine spoiled a match, because it did not run the bot
// or the referee in time.
func void(err error) bool {
	return errors.As(err, new(*referee.StarvedError)) || errors.As(err, new(*referee.LateError))
}

// play plays a match with the bot. One that the machine spoils is played again.
func (x *examination) play(ctx context.Context, s scenario) (transcript, error) {
	for tries := range voidTries - 1 {
		t, err := x.playOnce(ctx, s)
		if !void(err) {
			return t, err
		}
		if tries > 0 && process.CheckClock(referee.CPUClock) == nil {
			// On such a machine a bot that computes without end is starved, too.
			limits := x.Limits.Scale(2, 0)
			if s.limits != nil {
				limits = *s.limits
			}
			limits.Clock = referee.CPUClock
			s.limits = &limits
		}
	}
	return x.playOnce(ctx, s)
}

// playOnce plays a match with the bot, and returns what it did.
func (x *examination) playOnce(ctx context.Context, s scenario) (t transcript, err error) {
	t = transcript{scenario: s, spec: x.spec(s), memory: newMemoryWatch()}
	m, err := x.Game.New(s.setup, x.Game.Info().MinSeats)
	if err != nil {
		return t, fmt.Errorf("%s: %w", s.name, err)
	}
	defer m.Close()
	table := process.Table{Isolation: x.Isolation}
	var players []referee.Player
	abandon := func(err error) (transcript, error) {
		for _, p := range players {
			_, closeErr := p.Close()
			err = errors.Join(err, closeErr)
		}
		return t, err
	}
	for seat := range x.Game.Info().MinSeats {
		player, err := x.player(t, seat, &table)
		if err != nil {
			return abandon(err)
		}
		players = append(players, player)
	}
	rec := &recorder{transcript: &t, match: m, seat: s.seat, maxTurns: s.turns, limit: x.Limits.Turn}
	limits := x.waitLimits()
	if s.limits != nil {
		limits = *s.limits
	}
	result, err := referee.Play(ctx, m, players, referee.Options{Limits: limits, Recorder: rec})
	if errors.Is(err, errEnough) {
		result, err = m.Result(), nil
	}
	for _, f := range result.Faults {
		if f.Seat == s.seat {
			t.faults = append(t.faults, f)
		}
	}
	return t, err
}

// player starts who has a seat in a match.
func (x *examination) player(t transcript, seat int, table *process.Table) (referee.Player, error) {
	switch {
	case seat == t.seat:
		spec := t.spec
		spec.Env = override(spec.Env, []string{t.memory.token})
		bot, err := table.Start(spec)
		if err != nil || t.wrap == nil {
			return bot, err
		}
		return t.wrap(bot), nil
	case t.rival != nil:
		return t.rival(), nil
	}
	spec := x.Opponent
	spec.Env = override(spec.Env, x.Limits.Environ())
	rival, err := table.Start(spec)
	if err != nil {
		return nil, fmt.Errorf("the opponent: %w", err)
	}
	return rival, nil
}

// spec returns how the bot is started in a scenario. The seed is the same in all
// matches, so that answers can be compared. The bot is told the limits in force, also
// where the doctor waits longer.
func (x *examination) spec(s scenario) process.Spec {
	spec := x.Bot
	spec.Env = append(spec.Env[:len(spec.Env):len(spec.Env)], seedVariable+"=1")
	spec.Env = override(append(spec.Env, x.Limits.Environ()...), s.env)
	if s.dir != "" {
		spec.Dir = s.dir
	}
	return spec
}

// override returns the environment with the assignments in by added and those of
// the same variables removed.
func override(env, by []string) []string {
	kept := slices.DeleteFunc(slices.Clone(env), func(assignment string) bool {
		name, _, _ := strings.Cut(assignment, "=")
		return slices.ContainsFunc(by, func(b string) bool { return strings.HasPrefix(b, name+"=") })
	})
	return append(kept, by...)
}
