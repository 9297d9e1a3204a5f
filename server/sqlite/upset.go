package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"arbiter/server/league"
)

// ratings returns the Elo of every bot by all matches of its game, as JSON:
// a list of game, bot and Elo each.
func (db *DB) ratings(ctx context.Context) ([]byte, error) {
	games, err := collect(ctx, db, `SELECT DISTINCT game FROM matches`, nil, func(rows *sql.Rows) (game string, err error) {
		err = rows.Scan(&game)
		return game, err
	})
	if err != nil {
		return nil, err
	}
	all := [][]any{}
	for _, game := range games {
		var table league.Table
		if err := db.EachOf(ctx, Query{Game: game}, func(_ time.Time, m league.Match) { table.Add(m) }); err != nil {
			return nil, err
		}
		standings, err := table.Standings(league.Options{})
		if err != nil {
			return nil, err
		}
		for _, line := range standings.Lines {
			if line.Elo != nil {
				all = append(all, []any{game, line.Bot, *line.Elo})
			}
		}
	}
	return json.Marshal(all)
}
