package main

import (
	"os"
	"slices"

	"arbiter/bots"
	"arbiter/bots/recorded"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/resolve"
)

// seedOption is the option with which bots that draw random numbers take their
// seed. Without it they use the seed of the match, so that they play different
// games from different seeds.
const seedOption = "seed"

// playBuiltin plays a builtin bot over stdin and stdout. It is the hidden verb
// resolve.BuiltinVerb, which the referee starts.
func playBuiltin(args []string, s streams) error {
	told := len(args) == 2 && args[0] == resolve.RecordedFlag
	if told {
		args = args[1:]
	}
	if len(args) != 1 {
		return league.Usagef("%s: found %d arguments; want [%s] GAME/NAME[?OPTION=VALUE&...]", resolve.BuiltinVerb, len(args), resolve.RecordedFlag)
	}
	bot, options, err := bots.Find(args[0])
	if err != nil {
		return league.UsageError{Err: err}
	}
	if seed, ok := os.LookupEnv(dispatch.SeedVariable); ok && !options.Has(seedOption) && slices.Contains(bot.Options, seedOption) {
		options.Set(seedOption, seed)
	}
	in := s.in
	if told {
		if in, err = recorded.NewInput(s.in); err != nil {
			return err
		}
	}
	return bot.Play(in, s.raw, options)
}
