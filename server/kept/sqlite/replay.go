package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"arbiter/referee/replay"
	"arbiter/server/league"
)

// Replay reads the replay of the match whose ID begins with the prefix, including
// its start position, which is stored apart. It returns league.ErrPruned when the
// match has no replay.
func (db *DB) Replay(ctx context.Context, prefix string) (*replay.Record, error) {
	m, err := db.Match(ctx, prefix)
	if err != nil {
		return nil, err
	}
	data, err := db.Record(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	rec, err := replay.Read(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", m.ID, err)
	}
	if ref := rec.Header.SetupRef; ref != "" {
		if rec.Header.Setup, err = db.PositionText(ctx, ref); err != nil {
			return nil, err
		}
		rec.Header.SetupRef = ""
	}
	return rec, nil
}

// Record returns the replay of a match as replay.Writer wrote it, compressed.
func (db *DB) Record(ctx context.Context, id string) ([]byte, error) {
	var data []byte
	err := db.sql.QueryRowContext(ctx, `SELECT data FROM records WHERE match = (SELECT n FROM matches WHERE id = ?)`, id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		if _, err := db.Match(ctx, id); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("match %s: %w", id, league.ErrPruned)
	}
	if err != nil {
		return nil, db.notFound(err, "replay of match", id)
	}
	return data, nil
}
