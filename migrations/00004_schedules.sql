-- +goose Up

-- Cron schedules, by which the server starts further occurrences of a tournament.
CREATE TABLE schedules (
	tournament TEXT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
	cron       TEXT NOT NULL, -- as typed, e.g. 0 22 * * *
	seen_at    INTEGER NOT NULL, -- milliseconds since 1970; due times up to this one are settled
	why        TEXT NOT NULL -- why the last due time started nothing, as a sentence; '' when it did
) STRICT;

-- Occurrences: tournaments that schedules have started.
CREATE TABLE scheduled (
	tournament TEXT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
	template   TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
	due_at     INTEGER NOT NULL -- milliseconds since 1970
) STRICT;
CREATE INDEX scheduled_by_template ON scheduled (template, due_at);

-- The queue of single matches.
CREATE TABLE waiting (
	number INTEGER PRIMARY KEY,
	match  TEXT NOT NULL UNIQUE,
	setup  TEXT REFERENCES setups (digest), -- NULL for a start from the seed
	work   TEXT NOT NULL -- league.QueuedMatch as JSON
) STRICT;

-- Named lists of explicit start positions.
CREATE TABLE test_sets (
	name       TEXT PRIMARY KEY,
	game       TEXT NOT NULL,
	about      TEXT NOT NULL,
	created_at INTEGER NOT NULL -- milliseconds since 1970
) STRICT;

CREATE TABLE tests (
	test_set TEXT NOT NULL REFERENCES test_sets (name) ON DELETE CASCADE,
	position INTEGER NOT NULL,
	name     TEXT NOT NULL,
	setup    TEXT NOT NULL REFERENCES setups (digest),
	PRIMARY KEY (test_set, position),
	UNIQUE (test_set, name)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE tests;
DROP TABLE test_sets;
DROP TABLE waiting;
DROP TABLE scheduled;
DROP TABLE schedules;
