// Package selfplay plays games in process, for data sets and for programs that
// learn: Run writes the games of builtin bots as lines of JSON, and a Session
// lets another program deal, step, copy and observe any number of matches over
// lines of JSON. It starts no processes.
package selfplay

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"arbiter/bots"
	"arbiter/referee/rng"
)

// A Policy is a builtin bot with its options.
type Policy struct {
	bot     bots.Bot
	options url.Values
}

const builtinPrefix = "builtin:"

// The options of builtin bots that decide whether a game can be played again.
const (
	optionSeed  = "seed"  // what the bot's draws come from
	optionNodes = "nodes" // how much a bot searches; without it, by the clock
)

// FindPolicy returns the builtin bot of a game that is typed such as
// builtin:domain/greedy?seed=7.
func FindPolicy(game, typed string) (Policy, error) {
	path, ok := strings.CutPrefix(typed, builtinPrefix)
	if !ok {
		return Policy{}, fmt.Errorf("policy %q: want a builtin bot such as %s%s/random; other bots are processes", typed, builtinPrefix, game)
	}
	bot, options, err := bots.Find(path)
	if err != nil {
		return Policy{}, err
	}
	if bot.Game != game {
		return Policy{}, fmt.Errorf("policy %s plays %s, not %s", typed, bot.Game, game)
	}
	if slices.Contains(bot.Options, optionNodes) && !options.Has(optionNodes) {
		return Policy{}, fmt.Errorf("policy %s searches by the clock, so its games could not be played again; give it a budget such as ?nodes=1000", typed)
	}
	return Policy{bot, options}, nil
}

// seeded returns the policy with a seed of its own, unless it has one or draws
// nothing.
func (p Policy) seeded(seed int64) Policy {
	if !slices.Contains(p.bot.Options, optionSeed) || p.options.Has(optionSeed) {
		return p
	}
	options := url.Values{optionSeed: {strconv.FormatInt(seed, 10)}}
	for name, values := range p.options {
		options[name] = values
	}
	return Policy{p.bot, options}
}

// String returns the policy as it is typed.
func (p Policy) String() string {
	if len(p.options) == 0 {
		return builtinPrefix + p.bot.Path()
	}
	return builtinPrefix + p.bot.Path() + "?" + p.options.Encode()
}

// seated gives each seat of a game a seed of its own, drawn from the game's and
// below 2^31.
func seated(policies []Policy, seed int64) []Policy {
	draw := rng.NewSplitMix64(uint64(seed))
	own := make([]Policy, len(policies))
	for i, p := range policies {
		own[i] = p.seeded(int64(draw.Next() >> 33))
	}
	return own
}
