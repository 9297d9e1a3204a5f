-- +goose Up

-- Tournament states. A tournament without a row has never been started by a
-- server.
CREATE TABLE runs (
	tournament TEXT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
	state      TEXT NOT NULL, -- idle, running, paused, done, cancelled or failed
	why        TEXT NOT NULL, -- the reason for failed and cancelled, as a sentence
	anchor     TEXT NOT NULL, -- the bot whose Elo is 0; '' for the mean of all bots
	changed_at INTEGER NOT NULL -- milliseconds since 1970
) STRICT;

-- Statuses of registered bots.
CREATE TABLE lives (
	game          TEXT NOT NULL,
	bot           TEXT NOT NULL,
	state         TEXT NOT NULL, -- candidate, promoted, rejected or retired
	why           TEXT NOT NULL,
	disabled      INTEGER NOT NULL,
	registered_at INTEGER NOT NULL, -- milliseconds since 1970
	changed_at    INTEGER NOT NULL,
	PRIMARY KEY (game, bot),
	FOREIGN KEY (game, bot) REFERENCES bots (game, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Leaderboards: saved filters over all matches of a game.
CREATE TABLE leaderboards (
	name       TEXT PRIMARY KEY,
	game       TEXT NOT NULL,
	filter     TEXT NOT NULL,
	anchor     TEXT NOT NULL,
	created_at INTEGER NOT NULL
) STRICT;

-- Named lists of seeds.
CREATE TABLE seed_sets (
	name       TEXT PRIMARY KEY,
	seeds      TEXT NOT NULL, -- as typed, e.g. 1..60, 99
	about      TEXT NOT NULL,
	created_at INTEGER NOT NULL
) STRICT;

-- The sequential tests that tournaments play for.
CREATE TABLE checks (
	tournament TEXT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
	test       TEXT NOT NULL -- rating.SPRT as JSON
) STRICT;

CREATE INDEX matches_by_game ON matches (game, played_at);

-- +goose Down
DROP INDEX matches_by_game;
DROP TABLE checks;
DROP TABLE seed_sets;
DROP TABLE leaderboards;
DROP TABLE lives;
DROP TABLE runs;
