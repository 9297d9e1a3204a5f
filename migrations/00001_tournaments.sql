-- +goose Up

-- Contenders. The digest is part of the ID: a changed bot is a new contender.
CREATE TABLE bots (
	game    TEXT NOT NULL,
	id      TEXT NOT NULL,
	name    TEXT NOT NULL,
	typed   TEXT NOT NULL,
	version TEXT NOT NULL,
	digest  TEXT NOT NULL,
	PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournaments (
	id         TEXT PRIMARY KEY,
	game       TEXT NOT NULL,
	definition TEXT NOT NULL, -- league.Tournament as JSON
	created_at INTEGER NOT NULL -- milliseconds since 1970
) STRICT;

CREATE TABLE entries (
	tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
	position   INTEGER NOT NULL,
	game       TEXT NOT NULL,
	bot        TEXT NOT NULL,
	PRIMARY KEY (tournament, position),
	FOREIGN KEY (game, bot) REFERENCES bots (game, id)
) STRICT, WITHOUT ROWID;

-- The texts of explicit start positions, each stored once.
CREATE TABLE setups (
	digest TEXT PRIMARY KEY,
	text   BLOB NOT NULL -- gzip
) STRICT;

CREATE TABLE matches (
	id          TEXT PRIMARY KEY, -- derived from the pairing, so that a match reported twice counts once
	tournament  TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
	game        TEXT NOT NULL,
	rules       INTEGER NOT NULL,
	round       INTEGER NOT NULL,
	seed        INTEGER NOT NULL,
	setup       TEXT REFERENCES setups (digest), -- NULL for a start from the seed
	start       TEXT NOT NULL, -- display name of the start
	repetition  INTEGER NOT NULL,
	reason      TEXT NOT NULL,
	turns       INTEGER NOT NULL,
	played_at   INTEGER NOT NULL, -- milliseconds since 1970
	duration_us INTEGER NOT NULL
) STRICT;
CREATE INDEX matches_by_tournament ON matches (tournament, id);
CREATE INDEX matches_by_time ON matches (played_at);

CREATE TABLE seats (
	match       TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	seat        INTEGER NOT NULL,
	bot         TEXT NOT NULL,
	score       INTEGER NOT NULL,
	rank        INTEGER NOT NULL,
	fault       TEXT NOT NULL, -- kind of the first fault that was not forgiven; '' for none
	answers     INTEGER NOT NULL,
	wall_us     INTEGER NOT NULL,
	cpu_us      INTEGER NOT NULL,
	max_wall_us INTEGER NOT NULL,
	PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_bot ON seats (bot);

CREATE TABLE faults (
	match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	n     INTEGER NOT NULL, -- in order of occurrence, from 0
	turn  INTEGER NOT NULL,
	seat  INTEGER NOT NULL,
	kind  TEXT NOT NULL,
	line  TEXT NOT NULL,
	why   TEXT NOT NULL,
	forgiven INTEGER NOT NULL,
	PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;

-- Numbers for filters: the game's attributes of the match, with seat -1, and the
-- bots' @metric values.
CREATE TABLE numbers (
	match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	seat  INTEGER NOT NULL,
	name  TEXT NOT NULL,
	value REAL NOT NULL,
	PRIMARY KEY (match, seat, name)
) STRICT, WITHOUT ROWID;

-- Replays, apart from the rows that lists read.
CREATE TABLE records (
	match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
	data  BLOB NOT NULL -- as replay.Writer wrote it, compressed
) STRICT;

-- +goose Down
DROP TABLE records;
DROP TABLE numbers;
DROP TABLE faults;
DROP TABLE seats;
DROP TABLE matches;
DROP TABLE setups;
DROP TABLE entries;
DROP TABLE tournaments;
DROP TABLE bots;
