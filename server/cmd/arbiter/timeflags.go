package main

import (
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/server/league"
)

// timeFlags override the time limits of a game.
type timeFlags struct {
	TimeFirst  *time.Duration `help:"Time limit for a seat's first answer instead of the game's; 0s for none." placeholder:"D"`
	TimeTurn   *time.Duration `help:"Time limit for each later answer instead of the game's; 0s for none." placeholder:"D"`
	TimeFactor float64        `help:"Multiply the time limits." default:"1"`
	TimeMargin time.Duration  `help:"Add to the time limits, after multiplying." default:"0s"`
	Clock      string         `help:"What the limits count. wall: time, as the statements do. cpu: processor time of the bot and its children, for machines that do other things too." enum:",wall,cpu" default:"" placeholder:"CLOCK"`
}

// limits returns the time limits of a game with the flags applied.
func (f timeFlags) limits(info referee.Info) (referee.Limits, error) { return f.apply(info.Limits()) }

// apply returns the limits with the flags applied.
func (f timeFlags) apply(l referee.Limits) (referee.Limits, error) {
	l, err := league.LimitOverride{First: f.TimeFirst, Turn: f.TimeTurn, Factor: f.TimeFactor, Margin: f.TimeMargin, Clock: f.Clock}.Apply(l)
	if err != nil {
		return l, flagged(err)
	}
	if err := process.CheckClock(l.Clock); err != nil {
		return l, league.Usagef("--clock: %w", err)
	}
	return l, nil
}
