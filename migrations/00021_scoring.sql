-- +goose Up

-- What a score is: a number of decimals, in units of the last of which it is stored, and
-- whether a smaller one is better. Until now all were whole numbers, the larger one better.
ALTER TABLE matches ADD COLUMN decimals INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN ascending INTEGER NOT NULL DEFAULT 0;

-- +goose Down

ALTER TABLE matches DROP COLUMN decimals;
ALTER TABLE matches DROP COLUMN ascending;
