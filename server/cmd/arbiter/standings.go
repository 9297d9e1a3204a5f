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
	Tournament string `arg:"" optional:"" help:"The tournament; by default all matches of --game."`
	Game       string `help:"All matches of this game, whatever the tournament: its leaderboard." placeholder:"GAME"`
	Filter     string `help:"Only matches like this, such as cols<34,minions>=4 or seat=1 or fault=timeout or metric.depth>5; see docs/tournaments.md." placeholder:"FILTER"`
	Anchor     string `help:"The ID of the bot whose Elo is 0; the mean of all by default." placeholder:"BOT"`
	Best       string `help:"heropath: table of best scores, for relative scores." placeholder:"TABLE"`
	JSON       bool   `help:"Print one JSON object."`
	CSV        string `name:"csv" help:"Write the standings here." placeholder:"FILE"`
	database
}

// Run prints the standings of what has been played.
func (c standingsCmd) Run(ctx context.Context, s streams) error {
	if (c.Tournament == "") == (c.Game == "") {
		return league.Usagef("want a tournament, or --game for all matches of a game")
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
