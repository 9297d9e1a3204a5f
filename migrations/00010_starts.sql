-- +goose Up

-- The matches from one start, whoever played them: a match's page leads to them.

CREATE INDEX matches_by_start ON matches (seed, setup);

-- +goose Down

DROP INDEX matches_by_start;
