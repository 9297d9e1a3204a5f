-- +goose Up

-- What a search for a commit, or a history of a bot's strength, has come to so far. It is
-- for the page of its tournament: nothing that is played depends on it.
CREATE TABLE findings (
	tournament TEXT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
	kind       TEXT NOT NULL, -- bisect or history
	path       TEXT NOT NULL, -- of the bot in its repository
	sentence   TEXT NOT NULL,
	document   TEXT NOT NULL, -- what its command prints with --json
	changed_at INTEGER NOT NULL -- milliseconds since 1970
) STRICT;

-- +goose Down

DROP TABLE findings;
