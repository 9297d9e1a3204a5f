-- +goose Up

-- The open ladders that a server plays. What has been played of one is the tournament of
-- its name, which exists once it has two bots.
CREATE TABLE ladders (
	name        TEXT PRIMARY KEY,
	game        TEXT NOT NULL,
	time_factor REAL NOT NULL, -- of the game's time limits
	owner       TEXT NOT NULL, -- the name of the token that made it; '' for nobody's
	created_at  INTEGER NOT NULL -- milliseconds since 1970
) STRICT;

-- +goose Down

DROP TABLE ladders;
