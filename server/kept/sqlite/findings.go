package sqlite

import (
	"context"
	"database/sql"
	"time"

	"arbiter/server/league"
)

// SaveFindings inserts or replaces what a bisect or a history has come to. Without its
// tournament it is league.ErrNotFound.
func (db *DB) SaveFindings(ctx context.Context, f league.Findings) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO findings (tournament, kind, path, sentence, document, changed_at)
			SELECT id, ?, ?, ?, ?, ? FROM tournaments WHERE id = ?
			ON CONFLICT (tournament) DO UPDATE SET
				kind = excluded.kind, path = excluded.path, sentence = excluded.sentence, document = excluded.document, changed_at = excluded.changed_at`
		done, err := tx.ExecContext(ctx, row, string(f.Kind), f.Path, f.Sentence, string(f.Document), f.ChangedAt.UnixMilli(), f.Tournament)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return league.NotFoundError{Kind: league.ATournament, Name: f.Tournament}
	})
}

// Findings returns what a bisect or a history has come to, or league.ErrNotFound.
func (db *DB) Findings(ctx context.Context, tournament string) (league.Findings, error) {
	const query = `SELECT tournament, kind, path, sentence, changed_at, document FROM findings WHERE tournament = ?`
	return first(ctx, db, league.AFinding, tournament, query, []any{tournament}, func(rows *sql.Rows) (league.Findings, error) {
		var document []byte
		f, err := scanFindings(rows, &document)
		f.Document = document
		return f, err
	})
}

// AllFindings lists what bisects and histories have come to, without their documents,
// the latest first.
func (db *DB) AllFindings(ctx context.Context) ([]league.Findings, error) {
	const query = `SELECT tournament, kind, path, sentence, changed_at FROM findings ORDER BY changed_at DESC, tournament`
	return collect(ctx, db, query, nil, func(rows *sql.Rows) (league.Findings, error) { return scanFindings(rows) })
}

// FindingsKind returns which command plays a tournament, "" if it is neither a bisect
// nor a history.
func (db *DB) FindingsKind(ctx context.Context, tournament string) (league.FindingsKind, error) {
	kinds, err := collect(ctx, db, `SELECT kind FROM findings WHERE tournament = ?`, []any{tournament}, scanString)
	if err != nil || len(kinds) == 0 {
		return "", err
	}
	return league.FindingsKind(kinds[0]), nil
}

func scanFindings(rows *sql.Rows, more ...any) (f league.Findings, err error) {
	var changed int64
	err = rows.Scan(append([]any{&f.Tournament, &f.Kind, &f.Path, &f.Sentence, &changed}, more...)...)
	f.ChangedAt = time.UnixMilli(changed).UTC()
	return f, err
}
