-- +goose Up

-- Which matches of its game a leaderboard counts, besides its filter. One that was saved
-- before goes on counting the single matches between bots.
ALTER TABLE leaderboards ADD COLUMN tournaments TEXT NOT NULL DEFAULT ''; -- names as a JSON array; '' for all
ALTER TABLE leaderboards ADD COLUMN since INTEGER; -- milliseconds since 1970; NULL for all
ALTER TABLE leaderboards ADD COLUMN until INTEGER; -- likewise; a match of that time does not count
ALTER TABLE leaderboards ADD COLUMN singles INTEGER NOT NULL DEFAULT 1;
ALTER TABLE leaderboards ADD COLUMN humans INTEGER NOT NULL DEFAULT 0;

-- +goose Down

ALTER TABLE leaderboards DROP COLUMN humans;
ALTER TABLE leaderboards DROP COLUMN singles;
ALTER TABLE leaderboards DROP COLUMN until;
ALTER TABLE leaderboards DROP COLUMN since;
ALTER TABLE leaderboards DROP COLUMN tournaments;
