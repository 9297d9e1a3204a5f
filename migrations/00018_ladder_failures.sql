-- +goose Up

-- Bots that were to enter an open ladder and could not, the newest ones of each ladder.
CREATE TABLE ladder_failures (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	ladder TEXT NOT NULL, -- the tournament, which need not exist yet
	name   TEXT NOT NULL, -- of the bot
	why    TEXT NOT NULL,
	output TEXT NOT NULL, -- of its build; '' where none failed
	at     INTEGER NOT NULL -- milliseconds since 1970
) STRICT;
CREATE INDEX ladder_failures_by_ladder ON ladder_failures (ladder, number);

-- +goose Down

DROP TABLE ladder_failures;
