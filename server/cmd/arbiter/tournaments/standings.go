package tournaments

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

// Standings is the verb standings.
type Standings struct {
	Tournament string `arg:"" optional:"" help:"The tournament. Without it, want --game."`
	Game       string `help:"All tournaments of this game." placeholder:"GAME" group:"matches"`
	Singles    bool   `help:"With --game: also its single matches, which belong to no tournament." group:"matches"`
	flags.Conditions
	Anchor string `help:"The bot whose Elo is set to 0, by its ID, or its name if there is only one of that name. By default the mean of all bots is 0." placeholder:"BOT" group:"output"`
	Best   string `help:"heropath: table of best scores, for relative scores." placeholder:"TABLE" group:"output"`
	JSON   bool   `help:"Print the standings as one JSON object." group:"output"`
	CSV    string `out:"" name:"csv" help:"Write the standings to this file as CSV." placeholder:"FILE" group:"output"`
	flags.Library
}

// Run prints the standings of a tournament or a game.
func (c Standings) Run(ctx context.Context, s output.Streams) error {
	if (c.Tournament == "") == (c.Game == "") {
		return league.Usagef("want either a tournament, or --game for all tournaments of a game")
	}
	if c.Singles && c.Game == "" {
		return league.Usagef("--singles goes with --game")
	}
	if c.Server != "" && c.Best != "" {
		return league.Usagef("--best is for a database: a server does not read the file")
	}
	best, err := flags.BestScores(c.Best)
	if err != nil {
		return err
	}
	table, err := output.OpenFile("csv", c.CSV)
	if err != nil {
		return err
	}
	defer table.Discard()
	filter, err := c.ParseFilter(c.Library, c.Game)
	if err != nil {
		return err
	}
	library, err := c.Open(ctx, s.Token)
	if err != nil {
		return err
	}
	defer library.Close()
	board, err := library.Scoreboard(ctx, league.ScoreboardQuery{
		Tournament: c.Tournament, Game: c.Game, Singles: c.Singles, Filter: filter, Options: league.Options{Anchor: c.Anchor, Best: best},
	})
	if err == nil && c.Filter != "" {
		err = flags.Names{Game: c.Game, Tournament: c.Tournament, Filter: filter}.Unknown(ctx, library)
	}
	if err != nil {
		return err
	}
	if err := (flags.Names{Game: c.Game, Bot: c.Anchor}).Unknown(ctx, library); err != nil {
		return fmt.Errorf("--anchor: %w", err)
	}
	r := summaryOf(board)
	var text bytes.Buffer
	if err := errors.Join(r.WriteCSV(&text), table.Write(text.Bytes())); err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(r)
	}
	if r.Standings.Matches == 0 && r.Void == 0 {
		_, err := fmt.Fprintln(s.Out, "no matches")
		return err
	}
	return r.Print(s.Out)
}
