package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/server/league"
)

type matchesCmd struct {
	libraryFlags
	Game       string `help:"Only matches of this game." placeholder:"GAME"`
	Tournament string `help:"Only matches of this tournament." placeholder:"NAME"`
	Bot        string `help:"Only matches of this bot, given by its name or ID (NAME@DIGEST)." placeholder:"BOT"`
	Reason     string `help:"Only matches that ended for this reason." placeholder:"REASON"`
	Fault      string `help:"Only matches with a fault of this kind; any for every kind." placeholder:"KIND"`
	filterFlags
	Limit int  `help:"Maximum number of matches, newest first; 0 for all." default:"20"`
	JSON  bool `help:"Print the matches as one JSON array."`
}

// Run lists matches.
func (c matchesCmd) Run(ctx context.Context, s streams) error {
	if c.Limit < 0 {
		return league.Usagef("--limit %d: want at least 0", c.Limit)
	}
	filter, err := c.filter(c.Game)
	if err != nil {
		return err
	}
	if c.Fault != "" && c.Fault != league.AnyFault {
		if err := league.CheckFault(c.Fault); err != nil {
			return league.Usagef("--fault: %w", err)
		}
	}
	library, err := c.open(ctx, s.token)
	if err != nil {
		return err
	}
	defer library.Close()
	matches, err := library.Matches(ctx, league.Query{
		Game: c.Game, Tournament: c.Tournament, Bot: c.Bot, Reason: c.Reason, Fault: c.Fault, Limit: c.Limit,
	}, filter)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(matches)
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "MATCH\tPLAYED\tGAME\tSTART\tSEATS\tSCORES\tREASON\tTURNS\tFAULTS")
	for _, m := range matches {
		var bots, scores, faults []string
		var kinds []referee.Kind
		for _, seat := range m.Seats {
			bots = append(bots, printable.Line(seat.Bot))
			kinds = append(kinds, seat.Fault)
			scores = append(scores, fmt.Sprint(seat.Score))
			if seat.Fault != "" {
				faults = append(faults, printable.Line(seat.Bot+" "+string(seat.Fault)))
			}
		}
		fmt.Fprintf(table, "%.10s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", printable.Line(m.ID), m.PlayedAt.Local().Format("2006-01-02 15:04:05"), printable.Line(m.Game), printable.Line(m.Start),
			strings.Join(bots, " - "), strings.Join(scores, " - "), printable.Line(referee.ReasonText(m.Reason, kinds)), m.Turns, strings.Join(faults, ", "))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(matches) > 0 {
		fmt.Fprintf(s.err, "To print one turn by turn: arbiter replay %.10s %s\n", printable.Line(matches[0].ID), library.Flag())
	}
	return nil
}
