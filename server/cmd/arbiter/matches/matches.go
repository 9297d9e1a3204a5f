package matches

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

// List is the verb matches.
type List struct {
	Game       string `help:"Only matches of this game." placeholder:"GAME" group:"matches"`
	Tournament string `help:"Only matches of this tournament." placeholder:"NAME" group:"matches"`
	Of         string `help:"Only matches of this bot, given by its name or ID (NAME@DIGEST)." placeholder:"NAME" group:"matches"`
	Won        bool   `help:"Only matches that the bot of --of won; not in games for one bot." xor:"result" group:"matches"`
	Drawn      bool   `seldom:"" help:"Only matches that the bot of --of drew; not in games for one bot." xor:"result" group:"matches"`
	Lost       bool   `help:"Only matches that the bot of --of lost; not in games for one bot." xor:"result" group:"matches"`
	Reason     string `seldom:"" help:"Only matches that ended for this reason." placeholder:"REASON" group:"matches"`
	Fault      string `help:"Only matches with a fault of this kind, with --of a fault of that bot; any, or no KIND, for every kind. The kinds are ${faults}." placeholder:"KIND" alone:"any" group:"matches"`
	flags.Conditions
	Sort  string `seldom:"" help:"time: newest first. margin: by the score of the bot of --of less the other's, the largest loss first, with --won the largest win; not in games for one bot." enum:"time,margin" default:"time" group:"matches"`
	Limit int    `help:"Maximum number of matches, the first ones of the order; 0 for all." default:"20" group:"matches"`
	JSON  bool   `help:"Print the matches as one JSON array." group:"output"`
	// It takes a replay of each match, so it is not printed by default.
	Decisive bool `help:"Also print the turn in which each match was decided against the seat that lost it, in a solo game against its only one." group:"output"`
	flags.Library
}

// Faults returns what --fault takes.
func Faults() []string { return append(league.FaultNames(), league.AnyFault) }

// Run lists matches.
func (c List) Run(ctx context.Context, s output.Streams) error {
	filter, err := c.ParseFilter(c.Library, c.Game)
	if err != nil {
		return err
	}
	if c.Fault != "" && c.Fault != league.AnyFault {
		if err := league.CheckFault(c.Fault); err != nil {
			return league.Usagef("--fault: %w", err)
		}
	}
	query, err := c.query()
	if err != nil {
		return err
	}
	library, err := c.Open(ctx, s.Token)
	if err != nil {
		return err
	}
	defer library.Close()
	matches, err := library.Matches(ctx, query, filter)
	if err != nil {
		return err
	}
	if names := (flags.Names{Game: c.Game, Tournament: c.Tournament, Bot: c.Of, Reason: c.Reason, Filter: filter}); len(matches) == 0 || c.Filter != "" {
		if err := names.Unknown(ctx, library); err != nil {
			return err
		}
		hint, err := names.HintReasons(ctx, library)
		if err != nil {
			return err
		}
		if hint != "" {
			fmt.Fprintln(s.Err, hint)
		}
	}
	if err := c.checkDuels(ctx, library, matches); err != nil {
		return err
	}
	lines := make([]line, len(matches))
	for i, m := range matches {
		lines[i].MatchSummary = m
	}
	if c.Decisive {
		if err := c.decide(ctx, s, library, lines); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(lines)
	}
	return c.print(s, library, lines)
}

// print prints a table of matches.
func (c List) print(s output.Streams, library league.Service, matches []line) error {
	table := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	header := "MATCH\tPLAYED\tGAME\tSTART\tSEATS\tSCORES\tREASON\tTURNS\tFAULTS"
	if c.Decisive {
		header += "\tDECISIVE"
	}
	fmt.Fprintln(table, header)
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
		fmt.Fprintf(table, "%.10s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s", printable.Line(m.ID), m.PlayedAt.Local().Format("2006-01-02 15:04:05"), printable.Line(m.Game), printable.Line(m.Start),
			strings.Join(bots, " - "), strings.Join(scores, " - "), printable.Line(referee.ReasonText(m.Reason, kinds)), m.Turns, strings.Join(faults, ", "))
		if c.Decisive {
			fmt.Fprintf(table, "\t%s", m.Decisive.text())
		}
		fmt.Fprintln(table)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(matches) > 0 {
		fmt.Fprintf(s.Err, "To print one turn by turn: arbiter replay %.10s %s\n", printable.Line(matches[0].ID), c.Flag())
	}
	return nil
}

// query returns the query of the flags.
func (c List) query() (league.Query, error) {
	q := league.Query{
		Game: c.Game, Tournament: c.Tournament, Bot: c.Of, Reason: c.Reason, Fault: c.Fault, OwnFault: c.Of != "" && c.Fault != "",
		ByMargin: c.Sort == "margin", Limit: c.Limit,
	}
	switch {
	case c.Won:
		q.Result = league.Won
	case c.Drawn:
		q.Result = league.Drawn
	case c.Lost:
		q.Result = league.Lost
	}
	flag := c.duelFlag()
	if flag == "" {
		return q, nil
	}
	if c.Of == "" {
		return q, league.Usagef("%s: it is about one bot; want --of NAME with it", flag)
	}
	if c.Game != "" {
		registry, err := c.Registry(c.Library)
		if err != nil {
			return q, err
		}
		g, err := registry.Find(c.Game)
		if err != nil && c.Server == "" {
			return q, league.UsageError{Err: err}
		}
		if err == nil && g.Info().MaxSeats == 1 {
			return q, c.soloError(c.Game)
		}
	}
	return q, nil
}

// duelFlag returns the flag that compares the bot with its opponent, or "".
func (c List) duelFlag() string {
	switch {
	case c.Won:
		return "--won"
	case c.Drawn:
		return "--drawn"
	case c.Lost:
		return "--lost"
	case c.Sort == "margin":
		return "--sort margin"
	}
	return ""
}

// checkDuels returns an error if a flag compares the bot with an opponent that it
// does not have: in a list by margin, or because no match is listed and the bot
// plays a solo game.
func (c List) checkDuels(ctx context.Context, library league.Service, listed []league.MatchSummary) error {
	if c.duelFlag() == "" {
		return nil
	}
	if len(listed) == 0 {
		var err error
		listed, err = library.Matches(ctx, league.Query{Game: c.Game, Tournament: c.Tournament, Bot: c.Of, Limit: 1}, league.Filter{})
		if err != nil {
			return err
		}
	}
	for _, m := range listed {
		if len(m.Seats) == 1 {
			return c.soloError(m.Game)
		}
	}
	return nil
}

// soloError explains that a game has no opponent to compare with.
func (c List) soloError(game string) error {
	return league.Usagef("%s: %s is a game for one bot, which nobody wins or loses; want a condition on its score, such as --filter %s, or --game with a game for two",
		c.duelFlag(), printable.Line(game), printable.Quote("bot="+c.Of+",score<0"))
}
