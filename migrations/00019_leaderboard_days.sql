-- +goose Up

-- A leaderboard may count the matches of the last so many days, whenever it is looked at.
ALTER TABLE leaderboards ADD COLUMN days INTEGER NOT NULL DEFAULT 0; -- 0: all

-- +goose Down

ALTER TABLE leaderboards DROP COLUMN days;
