package sqlite

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"fmt"
	"io"

	"arbiter/server/league"
)

// savePositions inserts the texts of explicit positions that are not stored yet.
func savePositions(ctx context.Context, tx *sql.Tx, positions league.Positions) error {
	z := gzip.NewWriter(nil) // for all: a writer has tables of 800 KB
	for digest, text := range positions {
		var packed bytes.Buffer
		z.Reset(&packed)
		if _, err := z.Write(text); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		const row = `INSERT INTO setups (digest, text) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING`
		if _, err := tx.ExecContext(ctx, row, digest, packed.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// PositionText returns the text of an explicit start position, or
// league.ErrNotFound.
func (db *DB) PositionText(ctx context.Context, digest string) ([]byte, error) {
	var packed []byte
	err := db.sql.QueryRowContext(ctx, `SELECT text FROM setups WHERE digest = ?`, digest).Scan(&packed)
	if err != nil {
		return nil, db.notFound(err, "start position", digest)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("database %s: start position %s: %w", db.path, digest, err)
	}
	return io.ReadAll(z)
}

// positionArg returns the argument for a position column: NULL for a seed.
func positionArg(start league.Start) sql.NullString {
	return sql.NullString{String: start.Position, Valid: start.Position != ""}
}
