-- +goose Up

-- How many matches have been deleted. The number of a deleted match may be given to
-- another one, so what was counted by numbers is counted again when it grows.
CREATE TABLE deletions (matches INTEGER NOT NULL) STRICT;
INSERT INTO deletions VALUES (0);
-- +goose StatementBegin
CREATE TRIGGER count_deletions AFTER DELETE ON matches BEGIN
	UPDATE deletions SET matches = matches + 1;
END;
-- +goose StatementEnd

-- Faults are rare: a list of matches with one reads no others.
CREATE INDEX seats_by_fault ON seats (fault, match) WHERE fault <> '';

-- +goose Down
DROP INDEX seats_by_fault;
DROP TRIGGER count_deletions;
DROP TABLE deletions;
