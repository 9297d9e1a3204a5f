package sqlite

import (
	"bytes"
	"context"
	"fmt"

	"arbiter/referee/replay"
)

// Replay reads a match's replay, with the start position that the database
// keeps apart. The match is named by its ID or the beginning of it.
func (db *DB) Replay(ctx context.Context, id string) (*replay.Record, error) {
	m, err := db.Match(ctx, id)
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
