package sqlite

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// pruneBatch is the number of replays that one transaction deletes, so that a
// report that is saved meanwhile waits for milliseconds only.
const pruneBatch = 500

// Prune deletes the replays that keep does not name. It returns how many.
func (db *DB) Prune(ctx context.Context, keep league.Retention) (deleted int64, err error) {
	var ratings map[string]map[string]float64
	if keep.Upsets {
		if ratings, err = db.ratings(ctx); err != nil {
			return 0, err
		}
	}
	prunable, err := db.prunable(ctx, keep, ratings)
	if err != nil {
		return 0, err
	}
	for matches := range slices.Chunk(prunable, pruneBatch) {
		err := db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
			for _, n := range matches {
				if _, err := tx.ExecContext(ctx, `DELETE FROM records WHERE match = ?`, n); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return deleted, err
		}
		deleted += int64(len(matches))
	}
	return deleted, nil
}

// prunable returns the numbers of the matches whose replays keep does not name.
func (db *DB) prunable(ctx context.Context, keep league.Retention, ratings map[string]map[string]float64) ([]int64, error) {
	const query = `
		SELECT ` + matchColumns + `
		FROM matches m WHERE EXISTS (SELECT 1 FROM records WHERE match = m.n)
		ORDER BY m.played_at DESC, m.id DESC`
	var found []int64
	newer := map[string]int{} // replays so far, by bots in the order of their seats
	err := db.each(ctx, query, nil, func(rows *sql.Rows) error {
		m, err := scanMatch(rows)
		if err != nil {
			return err
		}
		bots := m.game + "\n" + strings.Join(m.Seats, "\n")
		newer[bots]++
		if newer[bots] <= keep.Last {
			return nil
		}
		faulty := slices.ContainsFunc(m.Outcome.Faults, func(k referee.Kind) bool { return k != "" })
		if keep.Faults && faulty || league.Upset(m.Outcome, m.Seats, ratings[m.game]) {
			return nil
		}
		found = append(found, int64(m.n))
		return nil
	})
	return found, err
}

// ratings returns the Elo of every bot from all matches of its game, by game and
// bot.
func (db *DB) ratings(ctx context.Context) (map[string]map[string]float64, error) {
	games, err := collect(ctx, db, `SELECT DISTINCT game FROM matches`, nil, scanString)
	if err != nil {
		return nil, err
	}
	all := map[string]map[string]float64{}
	for _, game := range games {
		var table league.Table
		if err := db.EachMatching(ctx, league.Query{Game: game}, func(_ time.Time, m league.Match) { table.Add(m) }); err != nil {
			return nil, err
		}
		standings, err := table.Standings(league.Options{})
		if err != nil {
			return nil, err
		}
		all[game] = map[string]float64{}
		for _, line := range standings.Lines {
			if line.Elo != nil {
				all[game][line.Bot] = *line.Elo
			}
		}
	}
	return all, nil
}
