package main

import (
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// timeFlags override the time limits of a game.
type timeFlags struct {
	TimeFirst  *time.Duration `help:"Time limit for a seat's first answer instead of the game's; 0s for none." placeholder:"D"`
	TimeTurn   *time.Duration `help:"Time limit for each later answer instead of the game's; 0s for none." placeholder:"D"`
	TimeFactor float64        `help:"Multiply the time limits." default:"1"`
	TimeMargin time.Duration  `help:"Add to the time limits, after multiplying." default:"0s"`
}

// limits returns the time limits of a game with the flags applied.
func (f timeFlags) limits(info referee.Info) (referee.Limits, error) {
	return league.LimitOverride{First: f.TimeFirst, Turn: f.TimeTurn, Factor: f.TimeFactor, Margin: f.TimeMargin}.Apply(info.Limits())
}
