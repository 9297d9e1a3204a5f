-- +goose Up

-- Named lists of starts: seeds, or explicit positions of a game. Two tables had them before.
CREATE TABLE books (
	name       TEXT PRIMARY KEY,
	game       TEXT NOT NULL, -- '' for seeds
	seeds      TEXT NOT NULL, -- as typed, e.g. 1..60; '' for positions
	about      TEXT NOT NULL,
	created_at INTEGER NOT NULL, -- milliseconds since 1970
	owner      TEXT NOT NULL
) STRICT;

CREATE TABLE book_positions (
	book   TEXT NOT NULL REFERENCES books (name) ON DELETE CASCADE,
	number INTEGER NOT NULL,
	name   TEXT NOT NULL,
	setup  TEXT NOT NULL REFERENCES setups (digest),
	PRIMARY KEY (book, number),
	UNIQUE (book, name)
) STRICT, WITHOUT ROWID;

INSERT INTO books SELECT name, '', seeds, about, created_at, owner FROM seed_sets;

-- A set of positions that has the name of a set of seeds gets another one.
INSERT INTO books
SELECT name || CASE WHEN name IN (SELECT name FROM seed_sets) THEN ' positions' ELSE '' END, game, '', about, created_at, owner FROM test_sets;
INSERT INTO book_positions
SELECT test_set || CASE WHEN test_set IN (SELECT name FROM seed_sets) THEN ' positions' ELSE '' END, position, name, setup FROM tests;

DROP TABLE tests;
DROP TABLE test_sets;
DROP TABLE seed_sets;

-- +goose Down
CREATE TABLE seed_sets (
	name       TEXT PRIMARY KEY,
	seeds      TEXT NOT NULL,
	about      TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	owner      TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE test_sets (
	name       TEXT PRIMARY KEY,
	game       TEXT NOT NULL,
	about      TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	owner      TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE tests (
	test_set TEXT NOT NULL REFERENCES test_sets (name) ON DELETE CASCADE,
	position INTEGER NOT NULL,
	name     TEXT NOT NULL,
	setup    TEXT NOT NULL REFERENCES setups (digest),
	PRIMARY KEY (test_set, position),
	UNIQUE (test_set, name)
) STRICT, WITHOUT ROWID;
INSERT INTO seed_sets SELECT name, seeds, about, created_at, owner FROM books WHERE seeds != '';
INSERT INTO test_sets SELECT name, game, about, created_at, owner FROM books WHERE seeds = '';
INSERT INTO tests SELECT book, number, name, setup FROM book_positions;
DROP TABLE book_positions;
DROP TABLE books;
