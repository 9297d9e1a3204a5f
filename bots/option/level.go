package option

import (
	"fmt"
	"net/url"
	"os"

	"arbiter/bots/clock"
	"arbiter/referee"
)

// A Strength is how well a bot has to play, from its options and the referee.
type Strength struct {
	Nodes  int                // see Nodes
	Level  int                // see Level
	Seed   int64              // of the slips of a Level
	Limits referee.TimeLimits // what the clock leaves without Nodes: see clock.Limits
}

// ReadStrength reads the strength of a bot with levels and sets its parameters.
// statement has the limits of the game's statement.
func ReadStrength(options url.Values, parameters []Parameter, statement referee.TimeLimits) (Strength, error) {
	nodes, err := Nodes(options)
	if err != nil {
		return Strength{}, err
	}
	if err := Set(options, parameters); err != nil {
		return Strength{}, err
	}
	level, err := Level(options)
	if err != nil {
		return Strength{}, err
	}
	seed, err := Int(options, "seed", 1)
	if err != nil {
		return Strength{}, err
	}
	limits, err := clock.Limits(os.LookupEnv, statement)
	return Strength{Nodes: int(nodes), Level: level, Seed: seed, Limits: limits}, err
}

// Levels is the highest level of a bot that beginners climb.
const Levels = 10

// Strengths tell how strong the levels of a bot are, on seeds that they were
// not chosen on.
type Strengths struct {
	Unit    string          // of Ratings, such as "mean score"
	Ratings [Levels]float64 // of the levels from 1 on
}

// Level returns the option level, 1 to Levels; 0 if it is not given, for a bot that plays as
// well as it can.
func Level(options url.Values) (int, error) {
	level, err := Int(options, "level", 0)
	if err == nil && options.Has("level") && (level < 1 || level > Levels) {
		return 0, fmt.Errorf("option level=%d: want 1 to %d", level, Levels)
	}
	return int(level), err
}
