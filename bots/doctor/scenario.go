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
	rival referee.Player                      // has the other seat; nil means the opponent
}

// seedVariable has the value of dispatch.SeedVariable. The doctor knows nothing of
// package dispatch, which sets the variable for the bots of its matches.
const seedVariable = "ARBITER_BOT_SEED"

// errEnough ends a match after the scenario's turns.
var errEnough = errors.New("enough turns")

// play starts the bot as a process and plays a match with it.
func (x *examination) play(ctx context.Context, s scenario) (transcript, error) {
	var table process.Table
	spec := x.Bot
	// The seed is the same in all matches, so that answers can be compared.
	spec.Env = override(append(spec.Env[:len(spec.Env):len(spec.Env)], seedVariable+"=1"), s.env)
	if s.dir != "" {
		spec.Dir = s.dir
	}
	bot, err := table.Start(spec)
	if err != nil {
		return transcript{}, err
	}
	var player referee.Player = bot
	if s.wrap != nil {
		player = s.wrap(bot)
	}
	return x.playWith(ctx, s, player, &table)
}

// playWith plays a match with the player in the bot's seat and closes the player.
func (x *examination) playWith(ctx context.Context, s scenario, bot referee.Player, table *process.Table) (transcript, error) {
	t := transcript{name: s.name}
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
	for len(players) < seats {
		rival := s.rival
		if rival == nil {
			if rival, err = table.Start(x.Opponent); err != nil {
				return abandon(fmt.Errorf("the opponent: %w", err))
			}
		}
		players = append(players, rival)
	}
	players[0], players[s.seat] = players[s.seat], players[0]
	rec := &recorder{transcript: &t, seat: s.seat, maxTurns: s.turns}
	result, err := referee.Play(ctx, m, players, referee.Options{Limits: x.waitLimits(), Recorder: rec})
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
