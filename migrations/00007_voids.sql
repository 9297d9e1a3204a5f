-- +goose Up

-- Void matches: the machine did not let their bots run, so they have no result.
CREATE TABLE voids (
	tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
	match      TEXT NOT NULL, -- the ID that the match has or would have
	times      INTEGER NOT NULL, -- how often it was void
	left_out   INTEGER NOT NULL, -- 1 when it is not played again
	pairing    TEXT NOT NULL, -- league.Pairing as JSON
	PRIMARY KEY (tournament, match)
) STRICT, WITHOUT ROWID;

-- What the limits count: '' for wall time, or cpu. Limits of 0 and 0 that are not
-- NULL mean that there were none. Older builds did not store either: their matches
-- have the clock of their tournament, and those without limits stay unknown.
ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT '';
UPDATE matches SET clock = 'cpu'
	WHERE first_us IS NOT NULL
	AND tournament IN (SELECT id FROM tournaments WHERE json_extract(definition, '$.limits.Clock') = 'cpu');

-- +goose Down
ALTER TABLE matches DROP COLUMN clock;
DROP TABLE voids;
