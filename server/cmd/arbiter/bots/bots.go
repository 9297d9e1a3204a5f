// Package bots has the verbs for authors of bots: games, rules, bots, new, doctor,
// score, selfplay and env.
package bots

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"arbiter/bots"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/playing/resolve"
)

// List is the verb bots.
type List struct {
	JSON bool `help:"Print the bots as one JSON array."`
}

// Run lists the builtin bots.
func (c List) Run(s output.Streams) error {
	if c.JSON {
		type line struct {
			Game    string   `json:"game"`
			Options []string `json:"options"`
			About   string   `json:"about"`
			Typed   string   `json:"typed"`
			Version string   `json:"version"`
		}
		lines := []line{}
		for _, b := range bots.All() {
			typed := resolve.BuiltinPrefix + b.Path()
			lines = append(lines, line{b.Game, append([]string{}, b.Options...), b.About, typed, b.Revision})
		}
		return json.NewEncoder(s.Out).Encode(lines)
	}
	table := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "BOT\tOPTIONS\tABOUT")
	for _, b := range bots.All() {
		fmt.Fprintf(table, "builtin:%s\t%s\t%s\n", b.Path(), strings.Join(b.Options, ", "), b.About)
	}
	return table.Flush()
}
