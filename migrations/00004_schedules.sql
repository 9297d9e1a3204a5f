-- +goose Up

-- When the server starts another run of a tournament by itself.
CREATE TABLE schedules (
	tournament TEXT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
	cron       TEXT NOT NULL, -- as it was written: 0 22 * * *
	seen_at    INTEGER NOT NULL, -- milliseconds since 1970; the times until then have been dealt with
	why        TEXT NOT NULL -- why the last time started no run, as a sentence; '': it did
) STRICT;

-- The runs that schedules started: tournaments of their own.
CREATE TABLE scheduled (
	tournament TEXT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
	template   TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
	due_at     INTEGER NOT NULL -- milliseconds since 1970
) STRICT;
CREATE INDEX scheduled_by_template ON scheduled (template, due_at);

-- Single matches that nobody has played yet, in order.
CREATE TABLE waiting (
	number INTEGER PRIMARY KEY,
	match  TEXT NOT NULL UNIQUE,
	setup  TEXT REFERENCES setups (digest), -- NULL: dealt from the seed
	work   TEXT NOT NULL -- sqlite.Waiting as JSON
) STRICT;

-- Explicit start positions under a name.
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
