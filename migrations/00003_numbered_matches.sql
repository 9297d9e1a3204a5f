-- +goose Up

-- Matches are numbered in the order of saving, and the rows of a match in other
-- tables refer to its number. A report is appended to each table, to pages that
-- the reports before it have just changed too. The match's ID is a hash: as a key
-- it would send each report to a random page of every table.

DROP INDEX matches_by_tournament;
DROP INDEX matches_by_time;
DROP INDEX matches_by_game;
DROP INDEX seats_by_bot;
ALTER TABLE matches RENAME TO old_matches;
ALTER TABLE seats   RENAME TO old_seats;
ALTER TABLE faults  RENAME TO old_faults;
ALTER TABLE numbers RENAME TO old_numbers;
ALTER TABLE records RENAME TO old_records;

CREATE TABLE matches (
	n           INTEGER PRIMARY KEY,
	id          TEXT NOT NULL UNIQUE, -- derived from the pairing, so that a match reported twice counts once
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

CREATE TABLE seats (
	match       INTEGER NOT NULL REFERENCES matches (n) ON DELETE CASCADE,
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

CREATE TABLE faults (
	match    INTEGER NOT NULL REFERENCES matches (n) ON DELETE CASCADE,
	n        INTEGER NOT NULL, -- in order of occurrence, from 0
	turn     INTEGER NOT NULL,
	seat     INTEGER NOT NULL,
	kind     TEXT NOT NULL,
	line     TEXT NOT NULL,
	why      TEXT NOT NULL,
	forgiven INTEGER NOT NULL,
	PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;

-- Numbers for filters: the game's attributes of the match, with seat -1, and the
-- bots' @metric values.
CREATE TABLE numbers (
	match INTEGER NOT NULL REFERENCES matches (n) ON DELETE CASCADE,
	seat  INTEGER NOT NULL,
	name  TEXT NOT NULL,
	value REAL NOT NULL,
	PRIMARY KEY (match, seat, name)
) STRICT, WITHOUT ROWID;

-- Replays, apart from the rows that lists read.
CREATE TABLE records (
	match INTEGER PRIMARY KEY REFERENCES matches (n) ON DELETE CASCADE,
	data  BLOB NOT NULL -- as replay.Writer wrote it, compressed
) STRICT;

INSERT INTO matches
	SELECT rowid, id, tournament, game, rules, round, seed, setup, start, repetition, reason, turns, played_at, duration_us
	FROM old_matches ORDER BY rowid;
INSERT INTO seats
	SELECT m.n, s.seat, s.bot, s.score, s.rank, s.fault, s.answers, s.wall_us, s.cpu_us, s.max_wall_us
	FROM matches m CROSS JOIN old_seats s ON s.match = m.id ORDER BY m.n, s.seat;
INSERT INTO faults
	SELECT m.n, f.n, f.turn, f.seat, f.kind, f.line, f.why, f.forgiven
	FROM matches m CROSS JOIN old_faults f ON f.match = m.id ORDER BY m.n, f.n;
INSERT INTO numbers
	SELECT m.n, x.seat, x.name, x.value
	FROM matches m CROSS JOIN old_numbers x ON x.match = m.id ORDER BY m.n, x.seat, x.name;
INSERT INTO records
	SELECT m.n, r.data FROM matches m CROSS JOIN old_records r ON r.match = m.id ORDER BY m.n;

DROP TABLE old_records;
DROP TABLE old_numbers;
DROP TABLE old_faults;
DROP TABLE old_seats;
DROP TABLE old_matches;

CREATE INDEX matches_by_tournament ON matches (tournament, played_at, id);
CREATE INDEX matches_by_time ON matches (played_at);
CREATE INDEX matches_by_game ON matches (game, played_at);
CREATE INDEX seats_by_bot ON seats (bot);

-- +goose Down

DROP INDEX matches_by_tournament;
DROP INDEX matches_by_time;
DROP INDEX matches_by_game;
DROP INDEX seats_by_bot;
ALTER TABLE matches RENAME TO new_matches;
ALTER TABLE seats   RENAME TO new_seats;
ALTER TABLE faults  RENAME TO new_faults;
ALTER TABLE numbers RENAME TO new_numbers;
ALTER TABLE records RENAME TO new_records;

CREATE TABLE matches (
	id          TEXT PRIMARY KEY,
	tournament  TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
	game        TEXT NOT NULL,
	rules       INTEGER NOT NULL,
	round       INTEGER NOT NULL,
	seed        INTEGER NOT NULL,
	setup       TEXT REFERENCES setups (digest),
	start       TEXT NOT NULL,
	repetition  INTEGER NOT NULL,
	reason      TEXT NOT NULL,
	turns       INTEGER NOT NULL,
	played_at   INTEGER NOT NULL,
	duration_us INTEGER NOT NULL
) STRICT;
CREATE TABLE seats (
	match       TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	seat        INTEGER NOT NULL,
	bot         TEXT NOT NULL,
	score       INTEGER NOT NULL,
	rank        INTEGER NOT NULL,
	fault       TEXT NOT NULL,
	answers     INTEGER NOT NULL,
	wall_us     INTEGER NOT NULL,
	cpu_us      INTEGER NOT NULL,
	max_wall_us INTEGER NOT NULL,
	PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE faults (
	match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	n     INTEGER NOT NULL,
	turn  INTEGER NOT NULL,
	seat  INTEGER NOT NULL,
	kind  TEXT NOT NULL,
	line  TEXT NOT NULL,
	why   TEXT NOT NULL,
	forgiven INTEGER NOT NULL,
	PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE numbers (
	match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	seat  INTEGER NOT NULL,
	name  TEXT NOT NULL,
	value REAL NOT NULL,
	PRIMARY KEY (match, seat, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE records (
	match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
	data  BLOB NOT NULL
) STRICT;

INSERT INTO matches (rowid, id, tournament, game, rules, round, seed, setup, start, repetition, reason, turns, played_at, duration_us)
	SELECT n, id, tournament, game, rules, round, seed, setup, start, repetition, reason, turns, played_at, duration_us FROM new_matches;
INSERT INTO seats
	SELECT m.id, s.seat, s.bot, s.score, s.rank, s.fault, s.answers, s.wall_us, s.cpu_us, s.max_wall_us
	FROM new_seats s JOIN new_matches m ON m.n = s.match;
INSERT INTO faults
	SELECT m.id, f.n, f.turn, f.seat, f.kind, f.line, f.why, f.forgiven FROM new_faults f JOIN new_matches m ON m.n = f.match;
INSERT INTO numbers
	SELECT m.id, x.seat, x.name, x.value FROM new_numbers x JOIN new_matches m ON m.n = x.match;
INSERT INTO records
	SELECT m.id, r.data FROM new_records r JOIN new_matches m ON m.n = r.match;

DROP TABLE new_records;
DROP TABLE new_numbers;
DROP TABLE new_faults;
DROP TABLE new_seats;
DROP TABLE new_matches;

CREATE INDEX matches_by_tournament ON matches (tournament, id);
CREATE INDEX matches_by_time ON matches (played_at);
CREATE INDEX matches_by_game ON matches (game, played_at);
CREATE INDEX seats_by_bot ON seats (bot);
