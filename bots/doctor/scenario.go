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
			limits.Clock = referee.CPUClock
			s.limits = &limits
		}
	}
	return x.playOnce(ctx, s)
}

// playOnce starts the bot as a process and plays a match with it.
func (x *examination) playOnce(ctx context.Context, s scenario) (transcript, error) {
	table := process.Table{Isolation: x.Isolation}
	spec := x.spec(s)
	watch := newMemoryWatch()
	watched := spec
	watched.Env = append(spec.Env[:len(spec.Env):len(spec.Env)], watch.token)
	bot, err := table.Start(watched)
	if err != nil {
		return transcript{}, err
	}
	var player referee.Player = bot
	if s.wrap != nil {
		player = s.wrap(bot)
	}
	return x.playWith(ctx, s, player, &table, transcript{spec: spec, memory: watch})
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

// playWith plays a match with the player in the bot's seat, closes the player and
// returns the transcript t with what was played.
func (x *examination) playWith(ctx context.Context, s scenario, bot referee.Player, table *process.Table, t transcript) (transcript, error) {
	t.name, t.setup, t.seat, t.rival = s.name, s.setup, s.seat, s.rival
	players := []referee.Player{bot}
	seats := x.Game.Info().MinSeats
	abandon := func(err error) (transcript, error) {
		for _, p := range players {
			_, closeErr := p.Close()
			err = errors.Join(err, closeErr)
		}
		return t, err
	}
	m, err := x.Game.New(s.setup, seats)
	if err != nil {
		return abandon(fmt.Errorf("%s: %w", s.name, err))
	}
	defer m.Close()
	for len(players) < seats {
		var rival referee.Player
		if s.rival != nil {
			rival = s.rival()
		} else {
			spec := x.Opponent
			spec.Env = append(spec.Env[:len(spec.Env):len(spec.Env)], x.Limits.Environ()...)
			if rival, err = table.Start(spec); err != nil {
				return abandon(fmt.Errorf("the opponent: %w", err))
			}
		}
		players = append(players, rival)
	}
	players[0], players[s.seat] = players[s.seat], players[0]
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

// override returns the environment with the assignments in by added and those of
// the same variables removed.
func override(env, by []string) []string {
	kept := slices.DeleteFunc(slices.Clone(env), func(assignment string) bool {
		name, _, _ := strings.Cut(assignment, "=")
		return slices.ContainsFunc(by, func(b string) bool { return strings.HasPrefix(b, name+"=") })
	})
	return append(kept, by...)
}
