-- +goose Up

-- The server had cron schedules. crontab has them now, with arbiter run --again.
DROP TABLE scheduled;
DROP TABLE schedules;

-- +goose Down

CREATE TABLE schedules (
	tournament TEXT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
	cron       TEXT NOT NULL,
	seen_at    INTEGER NOT NULL,
	why        TEXT NOT NULL,
	owner      TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE scheduled (
	tournament TEXT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
	template   TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
	due_at     INTEGER NOT NULL
) STRICT;
CREATE INDEX scheduled_by_template ON scheduled (template, due_at);
