-- +goose Up

-- The last lines that a bot had written to stderr by its fault; '' when there were
-- none, and in matches of older builds.
ALTER TABLE faults ADD COLUMN stderr TEXT NOT NULL DEFAULT '';

-- How many faults of the seat were forgiven.
ALTER TABLE seats ADD COLUMN forgiven INTEGER NOT NULL DEFAULT 0;
UPDATE seats
	SET forgiven = (SELECT count(*) FROM faults f WHERE f.match = seats.match AND f.seat = seats.seat AND f.forgiven)
	WHERE match IN (SELECT match FROM faults WHERE forgiven);

-- +goose Down

ALTER TABLE seats DROP COLUMN forgiven;
ALTER TABLE faults DROP COLUMN stderr;
