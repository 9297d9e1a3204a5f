package flags

import (
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/server/league"
)

// Time override the time limits of a game.
type Time struct {
	TimeFirst  *time.Duration `help:"Time limit for a seat's first answer instead of the game's; 0s for none." placeholder:"D" group:"time"`
	TimeTurn   *time.Duration `help:"Time limit for each later answer instead of the game's; 0s for none." placeholder:"D" group:"time"`
	TimeFactor float64        `help:"Multiply the time limits." default:"1" group:"time"`
	TimeMargin time.Duration  `help:"Add to the time limits, after multiplying." default:"0s" group:"time"`
	Clock      string         `help:"What the limits count. wall: time, as the statements do. cpu: processor time of the bot and its children, for machines that do other things too." enum:",wall,cpu" default:"" placeholder:"CLOCK" group:"time"`
}

// Clock chooses the clock of a bot that is fed a recorded match.
type Clock struct {
	Clock string `help:"What the limits count, instead of what those of the match count. wall: time. cpu: processor time of the bot and its children, for machines that do other things too." enum:",wall,cpu" default:"" placeholder:"CLOCK" group:"time"`
}

// Chosen returns the clock of the flag, or nil.
func (f Clock) Chosen() (*referee.Clock, error) {
	if f.Clock == "" {
		return nil, nil
	}
	limits, err := Time{TimeFactor: 1, Clock: f.Clock}.Apply(referee.TimeLimits{})
	return &limits.Clock, err
}

// Limits returns the time limits of a game with the flags applied.
func (f Time) Limits(info referee.Info) (referee.TimeLimits, error) { return f.Apply(info.Limits()) }

// Apply returns the limits with the flags applied.
func (f Time) Apply(l referee.TimeLimits) (referee.TimeLimits, error) {
	l, err := league.LimitOverride{First: f.TimeFirst, Turn: f.TimeTurn, Factor: f.TimeFactor, Margin: f.TimeMargin, Clock: f.Clock}.Apply(l)
	if err != nil {
		return l, Flagged(err)
	}
	if err := process.CheckClock(l.Clock); err != nil {
		return l, league.Usagef("--clock: %w", err)
	}
	return l, nil
}
