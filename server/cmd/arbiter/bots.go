package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"arbiter/bots"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/resolve"
)

type botsCmd struct{}

// Run lists the builtin bots.
func (botsCmd) Run(s streams) error {
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "BOT\tOPTIONS\tABOUT")
	for _, b := range bots.All() {
		fmt.Fprintf(table, "builtin:%s\t%s\t%s\n", b.Path(), strings.Join(b.Options, ", "), b.About)
	}
	return table.Flush()
}

// seedOption is what bots that draw call their seed. When it is not given they
// draw from the match's, so that they play different games on different seeds.
const seedOption = "seed"

// playBuiltin plays a builtin bot over stdin and stdout: resolve.BuiltinVerb.
func playBuiltin(args []string, s streams) error {
	if len(args) != 1 {
		return league.Usagef("found %d arguments after %s; want GAME/NAME[?OPTION=VALUE&...]", len(args), resolve.BuiltinVerb)
	}
	bot, options, err := bots.Find(args[0])
	if err != nil {
		return league.UsageError{Err: err}
	}
	if seed, ok := os.LookupEnv(dispatch.SeedVariable); ok && !options.Has(seedOption) && slices.Contains(bot.Options, seedOption) {
		options.Set(seedOption, seed)
	}
	return bot.Play(s.in, s.out, options)
}
