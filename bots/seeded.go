package bots

import (
	"net/url"
	"os"
	"slices"
)

// SeedVariable is the environment variable with a seed for a bot's own random
// numbers, which the referee sets for each match.
const SeedVariable = "ARBITER_BOT_SEED"

// seedOption is the option with which bots that draw random numbers take their
// seed.
const seedOption = "seed"

// FindSeeded is Find for a match: a bot that draws random numbers and is given no
// seed uses that of the match, so that it plays different games from different
// seeds.
func FindSeeded(path string) (Bot, url.Values, error) {
	bot, options, err := Find(path)
	if err != nil {
		return bot, options, err
	}
	if seed, ok := os.LookupEnv(SeedVariable); ok && !options.Has(seedOption) && slices.Contains(bot.Options, seedOption) {
		options.Set(seedOption, seed)
	}
	return bot, options, nil
}

// PlaysAlike reports whether the bot that a path names plays alike: see
// Bot.PlaysAlike.
func PlaysAlike(path string) bool {
	bot, options, err := Find(path)
	return err == nil && bot.PlaysAlike(options)
}

// PlaysAlike reports whether the bot with these options gives the same answers to
// the same inputs with the same seed: it does not look at the clock, as bots do
// that search and are told neither their nodes nor their level.
func (b Bot) PlaysAlike(options url.Values) bool {
	return !slices.Contains(b.Options, "nodes") || options.Has("nodes") || options.Has("level")
}
