// Package selfplay plays games for data sets and learning programs. Run writes games
// between Policies as lines of JSON or as arrays of numpy. An EnvSession lets
// another program reset, step, copy and observe any number of matches, over lines of
// JSON and, for many at once, in shared memory. The package starts no processes and
// knows no tournaments: policies that are processes come from its caller.
package selfplay

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"arbiter/bots"
	"arbiter/referee"
	"arbiter/referee/rng"
)

// A Policy plays a seat in each game of a data set.
type Policy interface {
	// String returns the policy as it is typed, with its seed if it has one there.
	String() string
	// WithSeed returns the policy with a seed for one game, below 2^31, unless it
	// has one already or makes no random draws.
	WithSeed(seed int64) Policy
	// Start starts the policy for one game. The player returns an error instead of
	// a fault, also when an answer takes longer than limit: a data set must not
	// contain such games.
	Start(limit time.Duration) (referee.Player, error)
}

// A builtinPolicy is a builtin bot with its options.
type builtinPolicy struct {
	bot     bots.Bot
	options url.Values
}

// BuiltinPrefix begins the name of a builtin bot as it is typed.
const BuiltinPrefix = "builtin:"

// FindPolicy returns the builtin bot of a game as typed, for example
// builtin:domain/greedy?seed=7. The error says which bot or option was expected.
func FindPolicy(game, typed string) (Policy, error) {
	path, ok := strings.CutPrefix(typed, BuiltinPrefix)
	if !ok {
		return nil, fmt.Errorf("policy %q: want a builtin bot, e.g. %s%s/random", typed, BuiltinPrefix, game)
	}
	bot, options, err := bots.Find(path)
	if err != nil {
		return nil, err
	}
	if bot.Game != game {
		return nil, fmt.Errorf("policy %s plays %s, not %s", typed, bot.Game, game)
	}
	if !bot.PlaysAlike(options) {
		return nil, fmt.Errorf("policy %s searches by the clock, so its games are not reproducible; give it a budget, e.g. ?nodes=1000", typed)
	}
	return builtinPolicy{bot, options}, nil
}

// WithSeed implements Policy.
func (p builtinPolicy) WithSeed(seed int64) Policy {
	return builtinPolicy{p.bot, p.bot.Seeded(p.options, strconv.FormatInt(seed, 10))}
}

// Start implements Policy.
func (p builtinPolicy) Start(limit time.Duration) (referee.Player, error) {
	return startPlayer(p, limit), nil
}

// String implements Policy.
func (p builtinPolicy) String() string {
	if len(p.options) == 0 {
		return BuiltinPrefix + p.bot.Path()
	}
	return BuiltinPrefix + p.bot.Path() + "?" + p.options.Encode()
}

// drawSeeds returns a seed below 2^31 for each seat of a game, drawn from the game's
// seed.
func drawSeeds(seats int, seed int64) []int64 {
	draw := rng.NewSplitMix64(uint64(seed))
	own := make([]int64, seats)
	for i := range own {
		own[i] = int64(draw.Next() >> 33)
	}
	return own
}

// withSeeds gives each seat of a game a seed of its own.
func withSeeds(policies []Policy, seed int64) []Policy {
	own := make([]Policy, len(policies))
	for i, drawn := range drawSeeds(len(policies), seed) {
		own[i] = policies[i].WithSeed(drawn)
	}
	return own
}
