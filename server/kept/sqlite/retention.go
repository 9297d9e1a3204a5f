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
	plan, err := db.Prunable(ctx, keep)
	if err != nil {
		return 0, err
	}
	return db.DeleteReplays(ctx, plan)
}

// Prunable returns the replays that Prune would delete: those that keep does not name.
func (db *DB) Prunable(ctx context.Context, keep league.Retention) (league.PrunePlan, error) {
	var ratings map[string]map[string]float64
	if keep.Upsets {
		var err error
		if ratings, err = db.ratings(ctx); err != nil {
			return league.PrunePlan{}, err
		}
	}
	return db.prunable(ctx, keep, ratings)
}

// DeleteReplays deletes the replays of a plan. It returns how many.
func (db *DB) DeleteReplays(ctx context.Context, plan league.PrunePlan) (deleted int64, err error) {
	for matches := range slices.Chunk(plan.Matches, pruneBatch) {
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

// prunable returns the replays that keep does not name under these ratings.
func (db *DB) prunable(ctx context.Context, keep league.Retention, ratings map[string]map[string]float64) (plan league.PrunePlan, err error) {
	const query = `
		SELECT ` + matchColumns + `, m.tournament, (SELECT length(data) FROM records WHERE match = m.n)
		FROM matches m WHERE EXISTS (SELECT 1 FROM records WHERE match = m.n)
		ORDER BY m.played_at DESC, m.id DESC`
	newer := map[string]int{} // replays so far, by bots in the order of their seats
	err = db.each(ctx, query, nil, func(rows *sql.Rows) error {
		var tournament string
		var bytes int64
		m, err := scanMatch(rows, &tournament, &bytes)
		if err != nil {
			return err
		}
		plan.Kept++
		bots := m.game + "\n" + strings.Join(m.Seats, "\n")
		newer[bots]++
		if newer[bots] <= keep.Last {
			return nil
		}
		faulty := slices.ContainsFunc(m.Outcome.Faults, func(k referee.Kind) bool { return k != "" })
		if keep.Faults && faulty || m.Outcome.Upset(m.Seats, ratings[m.game]) {
			return nil
		}
		plan.Kept--
		plan.Add(m.n, tournament, bytes)
		return nil
	})
	return plan, err
}

// ratings returns the Elo of every bot from the matches of all tournaments of its
// game, by game and bot.
func (db *DB) ratings(ctx context.Context) (map[string]map[string]float64, error) {
	games, err := collect(ctx, db, `SELECT DISTINCT game FROM matches`, nil, scanString)
	if err != nil {
		return nil, err
	}
	all := map[string]map[string]float64{}
	for _, game := range games {
		var table league.Table
		if err := db.EachMatching(ctx, league.Query{Game: game, NoSingles: true}, func(_ time.Time, m league.Match) {
			if !m.Imported() {
				table.Add(m)
			}
		}); err != nil {
			return nil, err
		}
		standings, err := table.Standings(league.Options{})
		if err != nil {
			return nil, err
		}
		all[game] = standings.Elos()
	}
	return all, nil
}
