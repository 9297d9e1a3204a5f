package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"arbiter/server/league"
	"arbiter/server/terminal/runner"
)

type standingsCmd struct {
	Tournament string `arg:"" optional:"" help:"The tournament. Without it, want --game."`
	Game       string `help:"All matches of this game, in any tournament." placeholder:"GAME"`
	filterFlags
	Anchor string `help:"The bot whose Elo is set to 0, by its ID, or its name if there is only one of that name. By default the mean of all bots is 0." placeholder:"BOT"`
	Best   string `help:"heropath: table of best scores, for relative scores." placeholder:"TABLE"`
	JSON   bool   `help:"Print the standings as one JSON object."`
	CSV    string `name:"csv" help:"Write the standings to this file as CSV." placeholder:"FILE"`
	libraryFlags
}

// Run prints the standings of a tournament or a game.
func (c standingsCmd) Run(ctx context.Context, s streams) error {
	if (c.Tournament == "") == (c.Game == "") {
		return league.Usagef("want either a tournament, or --game for all matches of a game")
	}
	if c.Server != "" && (c.Best != "" || c.Anchor != "" && c.Tournament != "") {
		return league.Usagef("--best, and --anchor of a tournament, are for a database: a server uses the tournament's own anchor")
	}
	best, err := bestScores(c.Best)
	if err != nil {
		return err
	}
	table, err := openOut("csv", c.CSV)
	if err != nil {
		return err
	}
	defer table.discard()
	filter, err := c.filter(c.Game)
	if err != nil {
		return err
	}
	library, err := c.open(ctx, s.token)
	if err != nil {
		return err
	}
	defer library.Close()
	r, err := library.Standings(ctx, runner.StandingsQuery{
		Tournament: c.Tournament, Game: c.Game, Filter: filter, Options: league.Options{Anchor: c.Anchor, Best: best},
	})
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := errors.Join(r.WriteCSV(&text), table.write(text.Bytes())); err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(r)
	}
	if r.Standings.Matches == 0 && r.Voids == 0 {
		_, err := fmt.Fprintln(s.out, "no matches")
		return err
	}
	return r.Print(s.out)
}
