// Package selfplay plays games in process, for data sets and learning programs.
// Run writes games between Policies, which are builtin bots, as lines of JSON. An
// EnvSession lets another program reset, step, copy and observe any number of
// matches over lines of JSON. The package starts no processes and knows no
// tournaments.
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

// Options of builtin bots that determine whether a game is reproducible.
const (
	optionSeed  = "seed"  // of the bot's random draws
	optionNodes = "nodes" // search budget; without it the bot searches by the clock
)

// FindPolicy returns the builtin bot of a game as typed, for example
// builtin:domain/greedy?seed=7. The error says which bot or option was expected.
func FindPolicy(game, typed string) (Policy, error) {
	path, ok := strings.CutPrefix(typed, builtinPrefix)
	if !ok {
		return Policy{}, fmt.Errorf("policy %q: want a builtin bot, e.g. %s%s/random; other bots are processes", typed, builtinPrefix, game)
	}
	bot, options, err := bots.Find(path)
	if err != nil {
		return Policy{}, err
	}
	if bot.Game != game {
		return Policy{}, fmt.Errorf("policy %s plays %s, not %s", typed, bot.Game, game)
	}
	if slices.Contains(bot.Options, optionNodes) && !options.Has(optionNodes) {
		return Policy{}, fmt.Errorf("policy %s searches by the clock, so its games are not reproducible; give it a budget, e.g. ?nodes=1000", typed)
	}
	return Policy{bot, options}, nil
}

// withSeed returns the policy with the given seed, unless it has one already or
// makes no random draws.
func (p Policy) withSeed(seed int64) Policy {
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

// withSeeds gives each seat of a game a seed of its own below 2^31, drawn from the
// game's seed.
func withSeeds(policies []Policy, seed int64) []Policy {
	draw := rng.NewSplitMix64(uint64(seed))
	own := make([]Policy, len(policies))
	for i, p := range policies {
		own[i] = p.withSeed(int64(draw.Next() >> 33))
	}
	return own
}
