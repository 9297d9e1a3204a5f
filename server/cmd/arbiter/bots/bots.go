// Package bots has the verbs for authors of bots: games, rules, bots, new, doctor,
// score, selfplay and env.
package bots

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"arbiter/bots"
	"arbiter/server/cmd/arbiter/output"
)

// List is the verb bots.
type List struct{}

// Run lists the builtin bots.
func (List) Run(s output.Streams) error {
	table := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "BOT\tOPTIONS\tABOUT")
	for _, b := range bots.All() {
		fmt.Fprintf(table, "builtin:%s\t%s\t%s\n", b.Path(), strings.Join(b.Options, ", "), b.About)
	}
	return table.Flush()
}
