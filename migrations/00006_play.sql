-- +goose Up

-- What was played, and under which limits: a result can serve again only where the
-- limits are the same. Matches of older builds have NULL: not known.

ALTER TABLE matches ADD COLUMN play INTEGER; -- digest of all states, as a signed number
ALTER TABLE matches ADD COLUMN first_us INTEGER; -- limit of a seat's first answer in microseconds, 0 for none
ALTER TABLE matches ADD COLUMN turn_us INTEGER; -- limit of each later answer, likewise

-- +goose Down

ALTER TABLE matches DROP COLUMN turn_us;
ALTER TABLE matches DROP COLUMN first_us;
ALTER TABLE matches DROP COLUMN play;
