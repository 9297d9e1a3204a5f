package sqlite

import (
	"context"
	"database/sql"

	"arbiter/server/league"
)

// SoloResults returns what other tournaments know of the matches of a solo
// tournament: the results of the same bots, by league.Bot.Same, on its starts,
// under its limits and under these rules. Each is as the tournament would have
// played it, with its place in league.Match.Stored.
//
// A match that the tournament has played itself is left out. So is one that was
// played after the tournament was created: the results are the same whenever
// this is asked. Of several results the one that was saved first is taken.
// Matches whose limits are not known are left out.
func (db *DB) SoloResults(ctx context.Context, t league.Tournament, rules int) ([]league.Match, error) {
	if !t.Solo() {
		return nil, nil
	}
	starts := make(map[startKey]league.Start, len(t.Starts))
	for _, start := range t.Starts {
		starts[keyOf(start)] = start
	}
	var results []league.Match
	for _, bot := range t.Bots {
		seen := map[startKey]bool{}
		err := db.eachResult(ctx, t, bot, rules, func(m league.Match, own bool) {
			key := keyOf(m.Start)
			start, ok := starts[key]
			if !ok || seen[key] {
				return
			}
			seen[key] = true
			if !own {
				m.Seats, m.Start = []string{bot}, start
				results = append(results, m)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// A startKey identifies a start, whatever it is called.
type startKey struct {
	seed     int64
	position string
}

func keyOf(s league.Start) startKey { return startKey{s.Seed, s.Position} }

// eachResult calls do with every match of a tournament's bot that the tournament
// has played or can reuse, its own first.
func (db *DB) eachResult(ctx context.Context, t league.Tournament, bot string, rules int, do func(m league.Match, own bool)) error {
	const query = `
		SELECT ` + matchColumns + `, m.id, m.tournament = :tournament
		FROM seats s JOIN matches m ON m.n = s.match
		WHERE s.bot IN (SELECT same.id FROM bots own JOIN bots same ON same.game = own.game
		                    AND iif(own.sha256 = '' OR same.sha256 = '', same.digest = own.digest, same.sha256 = own.sha256)
		                WHERE own.game = :game AND own.id = :bot)
		  AND m.game = :game AND m.repetition = 0
		  AND (m.tournament = :tournament
		       OR (SELECT coalesce(t.definition ->> 'referee', '') FROM tournaments t WHERE t.id = m.tournament) = :referee
		          AND m.rules = :rules AND m.first_us = :first AND m.turn_us = :turn AND m.clock = :clock AND m.played_at + m.duration_us / 1000 <= :created)
		ORDER BY m.tournament = :tournament DESC, m.n`
	args := []any{
		sql.Named("tournament", t.ID), sql.Named("game", t.Game), sql.Named("bot", bot), sql.Named("rules", rules), sql.Named("referee", t.Referee),
		sql.Named("first", t.Limits.First.Microseconds()), sql.Named("turn", t.Limits.Turn.Microseconds()),
		sql.Named("clock", string(t.Limits.Clock)),
		sql.Named("created", t.CreatedAt.UnixMilli()),
	}
	return db.each(ctx, query, args, func(rows *sql.Rows) error {
		var own bool
		var id string
		m, err := scanMatch(rows, &id, &own)
		if err == nil {
			m.Stored = id
			do(m.Match, own)
		}
		return err
	})
}
