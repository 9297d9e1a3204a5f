package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// Diff is the verb diff.
type Diff struct {
	Bot     string   `arg:"" help:"The bot that is asked."`
	Matches []string `arg:"" optional:"" name:"match" help:"The matches, as replay files, folders of them or IDs; without any, those that the flags select. With --set, more bots."`
	Set     string   `help:"Ask for the answers to the positions of a set of arbiter puzzle, instead of matches: this folder." placeholder:"SET"`
	seatsFlags
	JSON bool `help:"Print all changed answers as one JSON object."`
	flags.Box
	flags.Clock
	costFlags
}

// shownChanges is how many changes are printed: more than anybody reads.
const shownChanges = 40

// Run feeds stored inputs to a version of a bot and prints which turns it answers
// otherwise than recorded.
func (c Diff) Run(ctx context.Context, s output.Streams) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Set != "" {
		return c.askSet(ctx, s)
	}
	clock, err := c.Chosen()
	if err != nil {
		return err
	}
	box, err := c.Sandbox(s.Err, c)
	if err != nil {
		return err
	}
	defer box.Close()
	seats, bot, err := c.seats(ctx, s, c.Resolver(s.Err, box, c), c.Matches, c.Bot)
	if err != nil {
		return err
	}
	for i := range seats {
		seats[i].Clock = clock
	}
	costs := c.costing(s.Err, c.Library, len(seats))
	diff, err := whatif.Compare(ctx, bot, seats, whatif.Options{Workers: runtime.NumCPU(), Box: box, Analyses: costs.of})
	costs.close(ctx, s.Err)
	if err != nil && (ctx.Err() == nil || diff.Matches == 0) {
		return err
	}
	if c.JSON {
		return errors.Join(json.NewEncoder(s.Out).Encode(diff), err)
	}
	return errors.Join(printDiff(s.Out, diff, analysis.Unit(seats[0].Game.Info())), err)
}

// printDiff prints the changes that are ranked, and counts the others. Costs are in the
// unit.
func printDiff(w io.Writer, d whatif.Diff, unit string) error {
	after := 0
	for _, c := range d.Changes {
		if c.After {
			after++
		}
	}
	ranked := d.Changes[:len(d.Changes)-after]
	fmt.Fprintf(w, "%s: %s of %d fed in %s\n", printable.Line(d.Bot), plural.Count(len(ranked), "changed answer"), d.Answers, plural.Count(d.Matches, "match"))
	if len(ranked) > 0 {
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "MATCH\tTURN\tSEAT\tCOST\tRECORDED\tNOW")
		for _, c := range ranked[:min(len(ranked), shownChanges)] {
			fmt.Fprintf(table, "%s\t%d\t%d\t%s\t%s\t%s\n", shortMatch(c.Match), c.Turn, c.Seat, costText(c.Cost), answerText(c.Recorded, "no answer"), foundText(c))
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(ranked, func(c whatif.Change) bool { return c.Cost != nil }) {
		fmt.Fprintf(w, "Costs are in %s.\n", unit)
	}
	if more := len(ranked) - shownChanges; more > 0 {
		fmt.Fprintf(w, "%d more; --json prints all\n", more)
	}
	for _, f := range d.Failed {
		fmt.Fprintf(w, "left out: match %s, seat %d: %s\n", shortMatch(f.Match), f.Seat, printable.Line(f.Why))
	}
	if after > 0 {
		fmt.Fprintf(w, "%d more after the first change in their match: the bot does not know that another answer was played; --json prints them\n", after)
	}
	return nil
}

// shortMatch returns as much of a match ID as other verbs need; the name of a file
// is returned as it is.
func shortMatch(match string) string {
	if isMatchID(match) {
		return match[:10]
	}
	return printable.Line(match)
}

// isMatchID reports whether a name is the ID of a match, and not that of a file.
func isMatchID(name string) bool {
	return len(name) == 20 && strings.Trim(name, "0123456789abcdef") == ""
}

func answerText(lines []string, none string) string {
	if lines == nil {
		return none
	}
	return output.ShortAnswer(lines)
}

// foundText returns what the bot answers now, and whether the judge would too.
func foundText(c whatif.Change) string {
	if c.Fault != nil {
		return fmt.Sprintf("%s: %s", c.Fault.Kind, printable.Line(c.Fault.Why))
	}
	text := answerText(c.Found, "")
	if c.Best {
		text += " (best)"
	}
	return text
}
