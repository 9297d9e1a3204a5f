package sqlite

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"fmt"
	"io"
)

func insertSetup(ctx context.Context, tx *sql.Tx, digest string, text []byte) error {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO setups (digest, text) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING`, digest, packed.Bytes())
	return err
}

// PositionText returns the text of an explicit start position, or
// league.ErrNotFound.
func (db *DB) PositionText(ctx context.Context, digest string) ([]byte, error) {
	var packed []byte
	err := db.sql.QueryRowContext(ctx, `SELECT text FROM setups WHERE digest = ?`, digest).Scan(&packed)
	if err != nil {
		return nil, db.missing(err, "start position", digest)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("database %s: start position %s: %w", db.path, digest, err)
	}
	return io.ReadAll(z)
}
