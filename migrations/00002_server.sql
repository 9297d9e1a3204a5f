-- +goose Up

-- What the server does with a tournament. One without a row has never been
-- started by a server.
CREATE TABLE runs (
	tournament TEXT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
	state      TEXT NOT NULL, -- idle, running, paused, done, cancelled or failed
	why        TEXT NOT NULL, -- of failed and cancelled, as a sentence
	anchor     TEXT NOT NULL, -- the bot whose Elo is 0; '': the mean
	changed_at INTEGER NOT NULL -- milliseconds since 1970
) STRICT;

-- The life of a bot that was registered.
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

-- A saved filter over all matches of a game.
CREATE TABLE leaderboards (
	name       TEXT PRIMARY KEY,
	game       TEXT NOT NULL,
	filter     TEXT NOT NULL,
	anchor     TEXT NOT NULL,
	created_at INTEGER NOT NULL
) STRICT;

-- Starts under a name: a list of seeds.
CREATE TABLE seed_sets (
	name       TEXT PRIMARY KEY,
	seeds      TEXT NOT NULL, -- as they were written: 1..60, 99
	about      TEXT NOT NULL,
	created_at INTEGER NOT NULL
) STRICT;

-- A sequential test that a tournament plays for.
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
