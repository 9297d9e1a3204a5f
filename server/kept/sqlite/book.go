package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"arbiter/server/league"
)

const selectBooks = `SELECT name, game, seeds, about, created_at, owner, (SELECT count(*) FROM book_positions WHERE book = books.name) FROM books `

func scanBook(rows *sql.Rows) (b league.Book, err error) {
	var created int64
	if err = rows.Scan(&b.Name, &b.Game, &b.Seeds, &b.About, &created, &b.Owner, &b.Count); err != nil {
		return b, err
	}
	b.CreatedAt = time.UnixMilli(created).UTC()
	if b.Seeds != "" {
		starts, err := league.ParseSeeds(b.Seeds)
		if err != nil {
			return b, fmt.Errorf("book %s: %w", b.Name, err)
		}
		b.Count = len(starts)
	}
	return b, nil
}

// Books lists the books that a game can be started from by name, without their starts: its
// positions, and seeds. An empty game selects all.
func (db *DB) Books(ctx context.Context, game string) ([]league.Book, error) {
	return collect(ctx, db, selectBooks+`WHERE ?1 = '' OR game IN (?1, '') ORDER BY name`, []any{game}, scanBook)
}

// Book returns a book with its starts, or league.ErrNotFound.
func (db *DB) Book(ctx context.Context, name string) (league.Book, error) {
	book, err := first(ctx, db, league.ABook, name, selectBooks+`WHERE name = ?`, []any{name}, scanBook)
	if err != nil {
		return league.Book{}, err
	}
	if book.Seeds != "" {
		book.Starts, err = league.ParseSeeds(book.Seeds)
		return book, err
	}
	const positions = `SELECT name, setup FROM book_positions WHERE book = ? ORDER BY number`
	book.Starts, err = collect(ctx, db, positions, []any{name}, func(rows *sql.Rows) (start league.Start, err error) {
		err = rows.Scan(&start.Name, &start.Position)
		return start, err
	})
	return book, err
}

// SaveBook inserts or replaces a book and the texts of its positions, in one transaction. Its
// first owner stays.
func (db *DB) SaveBook(ctx context.Context, b league.Book, positions league.Positions) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const book = `
			INSERT INTO books (name, game, seeds, about, created_at, owner) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET game = excluded.game, seeds = excluded.seeds, about = excluded.about`
		if _, err := tx.ExecContext(ctx, book, b.Name, b.Game, b.Seeds, b.About, b.CreatedAt.UnixMilli(), b.Owner); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM book_positions WHERE book = ?`, b.Name); err != nil {
			return err
		}
		if b.Seeds != "" {
			return nil
		}
		if err := savePositions(ctx, tx, positions); err != nil {
			return err
		}
		for i, start := range b.Starts {
			const row = `INSERT INTO book_positions (book, number, name, setup) VALUES (?, ?, ?, ?)`
			if _, err := tx.ExecContext(ctx, row, b.Name, i, start.Name, start.Position); err != nil {
				return err
			}
		}
		return nil
	})
}

// DeleteBook deletes a book. An unknown name is not an error. A book with a position on
// which an unfinished tournament starts is league.ErrInUse. The texts of the positions
// stay, since replays of matches refer to them.
func (db *DB) DeleteBook(ctx context.Context, name string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const using = `
			SELECT coalesce(min(t.id), ''), count(*) FROM tournaments t LEFT JOIN runs r ON r.tournament = t.id
			WHERE ` + unfinished + `
			AND EXISTS (
				SELECT 1 FROM json_each(t.definition, '$.starts') s JOIN book_positions p ON p.setup = s.value ->> 'setup'
				WHERE p.book = ?)`
		var tournament string
		var n int
		if err := tx.QueryRowContext(ctx, using, name).Scan(&tournament, &n); err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("book %s: %w: %d unfinished tournaments start from it, such as %s", name, league.ErrInUse, n, tournament)
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM books WHERE name = ?`, name)
		return err
	})
}
