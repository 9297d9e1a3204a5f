package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"arbiter/server/league"
	"arbiter/server/runner"
)

type standingsCmd struct {
	Tournament string `arg:"" optional:"" help:"The tournament. Without it, want --game."`
	Game       string `help:"All matches of this game, in any tournament." placeholder:"GAME"`
	Filter     string `help:"Only matches that satisfy all conditions, e.g. cols<34,minions>=4 or seat=1,fault=timeout or metric.depth>5; see docs/tournaments.md." placeholder:"FILTER"`
	Anchor     string `help:"ID of the bot whose Elo is set to 0. By default the mean of all bots is 0." placeholder:"BOT"`
	Best       string `help:"heropath: table of best scores, for relative scores." placeholder:"TABLE"`
	JSON       bool   `help:"Print the standings as one JSON object."`
	CSV        string `name:"csv" help:"Write the standings to this file as CSV." placeholder:"FILE"`
	databaseFlags
}

// Run prints the standings of a tournament or a game.
func (c standingsCmd) Run(ctx context.Context, s streams) error {
	if (c.Tournament == "") == (c.Game == "") {
		return league.Usagef("want either a tournament, or --game for all matches of a game")
	}
	filter, err := league.ParseFilter(c.Filter)
	if err != nil {
		return league.Usagef("--filter: %w", err)
	}
	best, err := bestScores(c.Best)
	if err != nil {
		return err
	}
	db, err := c.openExisting(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	r := runner.Summary{Tournament: c.Tournament, Game: c.Game, Done: true}
	if c.Tournament != "" {
		t, err := db.Tournament(ctx, c.Tournament)
		if err != nil {
			return league.UsageError{Err: err}
		}
		r.Game, r.Format = t.Game, t.Format
	}
	var table league.Table
	err = db.EachMatching(ctx, league.Query{Tournament: c.Tournament, Game: c.Game}, func(_ time.Time, m league.Match) {
		if filter.Match(m) {
			table.Add(m)
			r.Solo = len(m.Seats) == 1
		}
	})
	if err != nil {
		return err
	}
	if err := r.Fill(&table, league.Options{Anchor: c.Anchor, Best: best}); err != nil {
		return err
	}
	if c.CSV != "" {
		if err := r.WriteCSV(c.CSV); err != nil {
			return league.UsageError{Err: err}
		}
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(r)
	}
	if r.Standings.Matches == 0 {
		_, err := fmt.Fprintln(s.out, "no matches")
		return err
	}
	return r.Print(s.out)
}
