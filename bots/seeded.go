package bots

import (
	"fmt"
	"hash/fnv"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"

	"arbiter/bots/option"
)

// SeedVariable is the environment variable with a seed for a bot's own random
// numbers, which the referee sets for each match.
const SeedVariable = "ARBITER_BOT_SEED"

// seedOption is the option with which bots that draw random numbers take their
// seed.
const seedOption = "seed"

// levelOption is the option that makes a bot weaker by answers that it draws.
const levelOption = "level"

// FindSeeded is Find for a match. A bot that draws random numbers gets its seed from the match,
// so that it plays differently on different seeds: see Bot.Seeded. A bot whose path has a seed
// keeps that one in all matches, and gets option.OneSeed.
func FindSeeded(path string) (Bot, url.Values, error) {
	bot, options, err := Find(path)
	if err != nil {
		return bot, options, err
	}
	oneSeed := options.Has(seedOption) && !options.Has(levelOption)
	if seed, ok := os.LookupEnv(SeedVariable); ok {
		options = bot.Seeded(options, seed)
	}
	if oneSeed {
		options.Set(option.OneSeed, "")
	}
	return bot, options, nil
}

// Seeded returns the options with which the bot plays a match of this seed. A bot without a
// seed of its own takes the match's. With a seed of its own it keeps that one, but at a level
// it draws from both: with the same slips in every match, some seeds would be stronger than
// others.
func (b Bot) Seeded(options url.Values, seed string) url.Values {
	own := options.Has(seedOption)
	if !slices.Contains(b.Options, seedOption) || own && !options.Has(levelOption) {
		return options
	}
	if own {
		h := fnv.New64a()
		fmt.Fprintf(h, "%s %s", options.Get(seedOption), seed)
		seed = strconv.FormatUint(h.Sum64()>>1, 10)
	}
	seeded := maps.Clone(options)
	seeded.Set(seedOption, seed)
	return seeded
}

// PlaysAlike reports whether the bot that a path names plays alike: see
// Bot.PlaysAlike.
func PlaysAlike(path string) bool {
	bot, options, err := Find(path)
	return err == nil && bot.PlaysAlike(options)
}

// PlaysAlike reports whether the bot with these options repeats its answers, given the
// same inputs and the same seed. Such a bot does not look at the clock. Bots that
// search do, unless they are told their nodes or their level.
func (b Bot) PlaysAlike(options url.Values) bool {
	return !slices.Contains(b.Options, "nodes") || options.Has("nodes") || options.Has(levelOption)
}

// RevisionWith returns the revision of the bot with these options. It is Revision, but for
// domain/greedy with a seed of its own: in older databases its plain revision stands for other
// play.
func (b Bot) RevisionWith(options url.Values) string {
	if b.Path() == "domain/greedy" && options.Has(seedOption) {
		return b.Revision + "b"
	}
	return b.Revision
}
