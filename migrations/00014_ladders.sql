-- +goose Up

-- What was asked of an open ladder and is not among its entries yet: a bot that shall
-- play for its name, or a name that shall leave. Whoever plays the ladder enters it
-- with the next round, in this order, and deletes the row.
CREATE TABLE ladder_requests (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	ladder TEXT NOT NULL, -- the tournament, which need not exist yet
	name   TEXT NOT NULL, -- that the bot plays for
	bot    TEXT NOT NULL, -- league.Bot as JSON; '' to leave
	asked_at INTEGER NOT NULL -- milliseconds since 1970
) STRICT;
CREATE INDEX ladder_requests_by_ladder ON ladder_requests (ladder, number);

-- +goose Down

DROP TABLE ladder_requests;
