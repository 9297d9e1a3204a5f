-- +goose Up

-- How many seats the matches of an open ladder have; 0 is what its game has by default.
ALTER TABLE ladders ADD COLUMN seats INTEGER NOT NULL DEFAULT 0;

-- +goose Down

ALTER TABLE ladders DROP COLUMN seats;
