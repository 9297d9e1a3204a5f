package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"arbiter/bots"
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
