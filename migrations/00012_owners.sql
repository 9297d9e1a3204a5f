-- +goose Up

-- Whose something is: the name of the token that made it. '' is nobody's: what older
-- builds made, what the command line makes, and builtin bots.
ALTER TABLE bots         ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE tournaments  ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE schedules    ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE leaderboards ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE seed_sets    ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE test_sets    ADD COLUMN owner TEXT NOT NULL DEFAULT '';

-- The bots that count towards the quotas of a token.
CREATE INDEX bots_by_owner ON bots (owner) WHERE owner <> '';

-- +goose Down

DROP INDEX bots_by_owner;
ALTER TABLE test_sets    DROP COLUMN owner;
ALTER TABLE seed_sets    DROP COLUMN owner;
ALTER TABLE leaderboards DROP COLUMN owner;
ALTER TABLE schedules    DROP COLUMN owner;
ALTER TABLE tournaments  DROP COLUMN owner;
ALTER TABLE bots         DROP COLUMN owner;
